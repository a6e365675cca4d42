import { data } from "@remix-run/node";
import { codes } from "../../../contract/codes.ts";
import type { Envelope, OutputOf } from "../../../contract/index.ts";
import { succeeded } from "../../../contract/envelope.ts";
import type { AdminServer } from "../../lib/require-permission.server.ts";
import { writers } from "./format.ts";
import type { AskField, Outcome } from "./outcome.ts";
import { isConfirmed, repliesOf } from "./replies.server.ts";

type Effect = OutputOf<"z/movie/bulk"> | OutputOf<"z/user/bulk">;

/** A bulk action as its form describes it, with default values where fields are empty. */
export type BulkRequest<Action> = {
  action: Action;
  name: string;
  /** What the question says; the action's name by default. */
  text?: string;
  /** The fields it needs besides the reason. */
  fields?: AskField[];
  /** A value is missing or refused. */
  wrong?: boolean;
  /** The dry run can't tell which of the selected rows change. */
  guessed?: boolean;
};

/** A text about this kind of rows. */
type TextOf = (what: "done" | "undone" | "affected" | "tooMany", values?: { number: string }) => string;

export type BulkOptions<Action, E extends Effect> = {
  textOf: TextOf;
  /** Name of the rows' checkboxes. */
  field: string;
  reason: { label: string; hint?: string };
  /** @returns null for an unknown action */
  read: (intent: string) => BulkRequest<Action> | null;
  /** @param ids null = all rows that the filter finds */
  run: (
    ids: string[] | null,
    input: { action: Action; dryRun: boolean; reason?: string },
  ) => Promise<Envelope<E>>;
  undo: (entry: string) => Promise<Envelope<OutputOf<"z/movie/undo">>>;
  nameOf: (row: E["sample"][number]) => string;
};

/** Rows that are named of each reason to leave some out. */
const mostNamed = 5;

const { ask, done, failed } = repliesOf<Outcome>();

/** An action on many rows. A dry run shows the effect first; once confirmed, the action runs and can be undone. */
export async function bulkAction<Action, E extends Effect>(
  { t, locale }: AdminServer,
  form: FormData,
  { textOf, field, reason, read, run, undo, nameOf }: BulkOptions<Action, E>,
) {
  const word = (name: string) => wordOf(form, name);
  const number = writers(locale).number;
  if (word("intent") === "undo") return undone({ t, locale }, { answer: await undo(word("entry")), textOf });
  const request = read(word("intent"));
  const all = word("all") === "1";
  const ids = form.getAll(field).map(String);
  if (form.has("cancel")) return data<Outcome>({ chosen: ids });
  if (!request || (ids.length === 0 && !all)) return failed(t("admin.list.noneChosen"));
  const { action, name, text = name, fields = [], wrong = false, guessed = false } = request;
  const dryRun = !isConfirmed(form) || wrong;
  const why = word("reason");
  const answer = await run(all ? null : ids, { action, dryRun, ...(why && { reason: why }) });
  if (!succeeded(answer)) return failed(answer);
  const { selected, affected, skipped, sample, entry } = answer.d;
  const leftOut = skipped.map((one) => `${t(`admin.skip.${one.why}`)}: ${number(one.count)}${namesOf(one)}`);
  if (!dryRun) {
    const undoing: [string, string][] = [
      ["intent", "undo"],
      ["entry", entry ?? ""],
    ];
    const changed = textOf("done", { number: number(affected) });
    return done([changed, ...leftOut].join(" · "), entry ? { undo: undoing } : {});
  }
  const note: AskField = { name: "reason", kind: "text", value: why, required: false, ...reason };
  const sent = [...form].filter(([name]) => !all || name !== field);
  const question = { text, fields: [...fields, note], keep: true };
  if (selected === null)
    return ask(sent, { ...question, text: name, facts: [textOf("tooMany")], idle: true });
  const changes = textOf("affected", { number: number(guessed ? selected : affected) });
  return ask(sent, {
    ...question,
    facts: guessed ? [changes] : [changes, ...leftOut],
    sample: sample.map(nameOf),
    idle: affected === 0 && !guessed,
  });
}

/** The reply to an undo: how many rows have their former values, and how many were changed since and stay. */
export function undone(
  { t, locale }: Pick<AdminServer, "t" | "locale">,
  { answer, textOf }: { answer: Envelope<OutputOf<"z/movie/undo">>; textOf: TextOf },
) {
  if (answer.c === codes.not_found.c) return failed(t("admin.list.undoLate"));
  if (!succeeded(answer)) return failed(answer);
  const number = writers(locale).number;
  const { restored, skipped } = answer.d;
  const words = [textOf("undone", { number: number(restored) })];
  if (skipped > 0) words.push(t("admin.list.undoKept", { number: number(skipped) }));
  return done(words.join(" · "));
}

/** Names the first of those that are left out, where the answer has them. */
function namesOf(left: Effect["skipped"][number]): string {
  const titles = "sample" in left ? left.sample.map(({ title }) => title) : [];
  if (titles.length === 0) return "";
  return ` (${titles.slice(0, mostNamed).join(", ")}${left.count > mostNamed ? " …" : ""})`;
}

/** A field's text without space around it; empty if it was not sent. */
export function wordOf(form: FormData, name: string): string {
  return String(form.get(name) ?? "").trim();
}
