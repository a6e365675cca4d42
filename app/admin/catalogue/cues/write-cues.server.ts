import { codes } from "../../../../contract/codes.ts";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import { cuesPerPage } from "../../../../contract/ingest/values.ts";
import type { Envelope } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { repliesOf } from "../../kit/replies.server.ts";
import type { CueOutcome, TypedCue } from "./cue-outcome.ts";
import { readTime } from "./cue-time.ts";
import type { CuePlace } from "./read-cues.server.ts";

const { done, failed } = repliesOf<CueOutcome>();

type Errors = Record<string, string>;
type Write = { server: AdminServer; track: CuePlace; form: FormData };

/** Saves the lines of a page, adds one, or undoes the deletion of some. */
export async function writeCues(write: Write) {
  const { server, track, form } = write;
  switch (form.get("intent")) {
    case "save":
      return saveLines(write);
    case "add":
      return addLine(write);
    case "undo": {
      const answer = await server.api.post("z/movie/undo", {
        id: track.id,
        entry: String(form.get("entry") ?? ""),
      });
      return succeeded(answer) ? done(server.t("profile.saved")) : failed(answer);
    }
    default:
      return failed(server.t("errors.invalid"));
  }
}

async function saveLines({ server, track, form }: Write) {
  const { api, t } = server;
  const from = Number(form.get("from"));
  const count = Math.min(cuesPerPage, Number(form.get("count")) || 0);
  const typed = Array.from({ length: count }, (_, at) => typedIn(form, `-${at}`));
  const errors: Errors = {};
  const cues = typed.map((cue, at) => (cue.gone ? null : read(server, cue, { suffix: `-${at}`, errors })));
  const refuse = refusing(server, { form: "lines", from, typed });
  if (Object.keys(errors).length > 0) return refuse(errors);
  const answer = await api.post("z/cue/save", { ...track, ...heldIn(form), from, cues });
  if (!succeeded(answer)) return refusal(server, answer, { refuse, fieldOf: (at, name) => `${name}-${at}` });
  const { entry } = answer.d;
  if (entry === null) return done(t("profile.saved"));
  return done(t("profile.saved"), {
    undo: [
      ["intent", "undo"],
      ["entry", entry],
    ],
  });
}

async function addLine({ server, track, form }: Write) {
  const { api, t } = server;
  const typed = typedIn(form, "-new");
  const errors: Errors = {};
  const cue = read(server, typed, { suffix: "-new", errors });
  const refuse = refusing(server, { form: "new", from: 1, typed: [typed] });
  if (Object.keys(errors).length > 0) return refuse(errors);
  const answer = await api.post("z/cue/add", { ...track, ...heldIn(form), cue });
  if (!succeeded(answer)) return refusal(server, answer, { refuse, fieldOf: (_at, name) => `${name}-new` });
  const { number } = answer.d;
  return done(t("admin.cue.added", { number }), { at: [{ id: `line-${number}`, text: String(number) }] });
}

/** What the page had read: a change of the track since is a conflict. */
function heldIn(form: FormData) {
  return { revision: Number(form.get("revision")), version: String(form.get("version") ?? "") || null };
}

function typedIn(form: FormData, suffix: string): TypedCue {
  const word = (name: string) => String(form.get(`${name}${suffix}`) ?? "");
  return { from: word("from"), to: word("to"), text: word("text"), gone: form.has(`gone${suffix}`) };
}

/** Reads one line, and notes what is wrong by the names of its fields. */
function read(
  { t }: AdminServer,
  { from, to, text }: TypedCue,
  { suffix, errors }: { suffix: string; errors: Errors },
) {
  const [fromMs, toMs] = [readTime(from), readTime(to)];
  if (fromMs === null) errors[`from${suffix}`] = t("admin.cue.problem.time");
  if (toMs === null) errors[`to${suffix}`] = t("admin.cue.problem.time");
  if (text.trim() === "") errors[`text${suffix}`] = t("admin.cue.problem.empty");
  return { fromMs: fromMs ?? 0, toMs: toMs ?? 0, text };
}

type Refuse = (errors: Errors, why?: { text: string; conflict: boolean }) => ReturnType<typeof failed>;

function refusing(
  { t }: AdminServer,
  what: { form: "lines" | "new"; from: number; typed: TypedCue[] },
): Refuse {
  return (errors, why) =>
    failed(why?.text ?? t("login.checkFields"), {
      cues: { ...what, errors, conflict: why?.conflict ?? false },
      at: Object.entries(errors).map(([id, text]) => ({ id, text })),
    });
}

function refusal(
  { t }: AdminServer,
  answer: Envelope<unknown>,
  { refuse, fieldOf }: { refuse: Refuse; fieldOf: (at: string, name: string) => string },
) {
  if (answer.c === codes.conflict.c) return refuse({}, { text: t("admin.cue.conflict"), conflict: true });
  const [issue] = issuesOf(answer);
  if (!issue) return refuse({}, { text: answer.m, conflict: false });
  const parts = issue.field.split(".");
  const [about, at = "", name = ""] = parts.length === 2 ? [parts[0], "", parts[1]] : parts;
  if (about === "cues" && name === "")
    return refuse({}, { text: t("admin.cue.problem.last"), conflict: false });
  if (about === "from") return refuse({}, { text: t("admin.cue.conflict"), conflict: true });
  const words: Record<string, string> = {
    "fromMs too_small": t("admin.cue.problem.above"),
    "fromMs too_big": t(at === "" ? "admin.cue.problem.late" : "admin.cue.problem.below"),
    "toMs too_small": t("admin.cue.problem.backwards"),
    "toMs too_big": t("admin.cue.problem.late"),
    "text required": t("admin.cue.problem.empty"),
  };
  const why = words[`${name} ${issue.reason}`] ?? issue.message;
  return refuse({ [fieldOf(at, name.replace("Ms", ""))]: why });
}
