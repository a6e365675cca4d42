import type { InputOf, OutputOf } from "../../../../contract/index.ts";
import { tag as tagSchema } from "../../../../contract/calls/admin-movie-models.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../format.ts";
import type { Ask, AskField, Outcome } from "../outcome.ts";
import { filterOfMovies, type MovieQuery } from "./movie-query.ts";

type Action = InputOf<"z/movie/bulk">["action"];
type Effect = OutputOf<"z/movie/bulk">;
/** What a dry run asks with until a word is typed: no title has it. */
const unusedTag = "0 0 0";
const kinds = ["publish", "hide", "tag", "untag", "delete"] as const;

/**
 * What is done to many titles: first what it would do (a dry run), then, agreed to, it is done and can be undone.
 * @param query the list the form stood below: what "all that are found" means
 */
export async function bulkMovies(server: AdminServer, form: FormData, query: MovieQuery): Promise<Outcome> {
  const { api, t, locale } = server;
  const word = (name: string) => String(form.get(name) ?? "").trim();
  const number = writers(locale).number;
  if (word("intent") === "undo") {
    const answer = await api.post("z/movie/undo", { entry: word("entry") });
    if (!succeeded(answer)) return { failed: answer.m };
    return { done: { text: t("admin.movieBulk.undone", { number: number(answer.d.restored) }) } };
  }
  const kind = kinds.find((one) => one === word("intent"));
  const ids = form.getAll("id").map(String);
  const all = word("all") === "1";
  if (!kind || (ids.length === 0 && !all)) return { failed: t("admin.list.noneChosen") };
  const selection = all ? { filter: filterOfMovies(query) } : { ids };
  const { action, fields, wrong } = readAction(server, kind, word);
  const confirmed = word("confirmed") === "1" && !wrong;
  const reason = word("reason");
  const answer = await api.post("z/movie/bulk", {
    selection,
    action,
    dryRun: !confirmed,
    ...(reason && { reason }),
  });
  if (!succeeded(answer)) return { failed: answer.m };
  if (confirmed) return { done: doneOf(server, answer.d) };
  const hidden: Ask["hidden"] = [
    ["intent", kind],
    ...(all ? [["all", "1"] as [string, string]] : ids.map((id): [string, string] => ["id", id])),
  ];
  return { ask: { ...effectOf(server, action, answer.d), fields, hidden } };
}

/** The action with what its fields say; while they say nothing yet, with what they begin with. */
function readAction(
  { t }: AdminServer,
  kind: Action["kind"],
  word: (name: string) => string,
): { action: Action; fields: AskField[]; wrong: boolean } {
  const note: AskField = {
    name: "reason",
    label: t("admin.user.why"),
    kind: "text",
    value: word("reason"),
    required: false,
  };
  if (kind !== "tag" && kind !== "untag") return { action: { kind }, fields: [note], wrong: false };
  const typed = word("tag");
  const wrong = !tagSchema.safeParse(typed).success;
  const tag: AskField = {
    name: "tag",
    label: t("admin.movie.tag"),
    kind: "text",
    value: typed,
    required: true,
    error: wrong && word("confirmed") === "1" ? t("errors.field.format") : undefined,
  };
  return { action: { kind, tag: wrong ? unusedTag : typed }, fields: [tag, note], wrong };
}

function effectOf({ t, locale }: AdminServer, action: Action, effect: Effect) {
  const number = writers(locale).number;
  const text = t(`admin.movieBulk.${action.kind}`);
  if (effect.selected === null)
    return { text, facts: [t("admin.movieBulk.tooMany")], sample: [], idle: true };
  const guessed = action.kind === "untag";
  return {
    text: action.kind === "delete" ? t("admin.movieBulk.deleteNote") : text,
    facts: guessed
      ? [t("admin.movieBulk.affected", { number: number(effect.selected) })]
      : [
          t("admin.movieBulk.affected", { number: number(effect.affected) }),
          ...effect.skipped.map(({ why, count }) => `${t(`admin.skip.${why}`)}: ${number(count)}`),
        ],
    sample: effect.sample.map(({ title }) => title),
    idle: effect.affected === 0 && !guessed,
  };
}

function doneOf({ t, locale }: AdminServer, effect: Effect): Outcome["done"] {
  const text = t("admin.movieBulk.done", { number: writers(locale).number(effect.affected) });
  if (!effect.entry) return { text };
  return {
    text,
    undo: [
      ["intent", "undo"],
      ["entry", effect.entry],
    ],
  };
}
