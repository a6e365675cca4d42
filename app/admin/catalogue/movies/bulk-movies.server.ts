import type { InputOf, OutputOf } from "../../../../contract/index.ts";
import { tag as tagSchema } from "../../../../contract/catalogue/admin-movie-models.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../../kit/format.ts";
import type { Ask, AskField, Outcome } from "../../kit/outcome.ts";
import { bulkIntents, filterOfMovies, type BulkIntent, type MovieQuery } from "./movie-query.ts";

type Action = InputOf<"z/movie/bulk">["action"];
type Effect = OutputOf<"z/movie/bulk">;
/** The dry run uses this tag until a tag is typed: no movie has it. */
const unusedTag = "0 0 0";

/**
 * An action on many movies. A dry run shows the effect first; once confirmed, the action runs and can be undone.
 * @param query of the list above the form: the meaning of "all that are found"
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
  const intent = bulkIntents.find((one) => one === word("intent"));
  const ids = form.getAll("id").map(String);
  const all = word("all") === "1";
  if (!intent || (ids.length === 0 && !all)) return { failed: t("admin.list.noneChosen") };
  const selection = all ? { filter: filterOfMovies(query) } : { ids };
  const { action, fields, wrong } = readAction(server, intent, word);
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
    ["intent", intent],
    ...(all ? [["all", "1"] as [string, string]] : ids.map((id): [string, string] => ["id", id])),
  ];
  return { ask: { ...effectOf(server, intent, answer.d), fields, hidden } };
}

/** The action with the values of its fields, or with default values if they are empty. */
function readAction(
  { t }: AdminServer,
  intent: BulkIntent,
  word: (name: string) => string,
): { action: Action; fields: AskField[]; wrong: boolean } {
  const note: AskField = {
    name: "reason",
    label: t("admin.user.why"),
    kind: "text",
    value: word("reason"),
    required: false,
  };
  if (intent !== "tag" && intent !== "untag")
    return { action: plainAction(intent), fields: [note], wrong: false };
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
  return { action: { kind: intent, tag: wrong ? unusedTag : typed }, fields: [tag, note], wrong };
}

/** An action that needs only its name. */
function plainAction(intent: Exclude<BulkIntent, "tag" | "untag">): Action {
  switch (intent) {
    case "access-free":
      return { kind: "access", access: "free" };
    case "access-signed-in":
      return { kind: "access", access: "signed-in" };
    case "access-vip":
      return { kind: "access", access: "vip" };
    default:
      return { kind: intent };
  }
}

/** Further explanation of an action besides its name. */
function textOf(t: AdminServer["t"], intent: BulkIntent): string {
  if (intent === "delete") return t("admin.movieBulk.deleteNote");
  const action = t(`admin.movieBulk.${intent}`);
  return intent.startsWith("access-") ? t("admin.movieBulk.accessNote", { action }) : action;
}

function effectOf({ t, locale }: AdminServer, intent: BulkIntent, effect: Effect) {
  const number = writers(locale).number;
  if (effect.selected === null)
    return {
      text: t(`admin.movieBulk.${intent}`),
      facts: [t("admin.movieBulk.tooMany")],
      sample: [],
      idle: true,
    };
  const guessed = intent === "untag";
  return {
    text: textOf(t, intent),
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
