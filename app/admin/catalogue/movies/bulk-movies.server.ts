import type { InputOf } from "../../../../contract/index.ts";
import { tag as tagSchema } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { AccessLevel } from "../../../../contract/models.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { bulkAction, undone, wordOf, type BulkRequest } from "../../kit/bulk-action.server.ts";
import type { AskField, Outcome } from "../../kit/outcome.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";
import { bulkIntents, filterOfMovies, type BulkIntent, type MovieQuery } from "./movie-query.ts";

type Action = InputOf<"z/movie/bulk">["action"];
/** The dry run uses this tag until a tag is typed: no movie has it. */
const unusedTag = "0 0 0";

/**
 * An action on many movies, or its undo (`intent`).
 * @param query of the list above the form: the meaning of "all that are found"
 */
export async function bulkMovies(server: AdminServer, form: FormData, query: MovieQuery) {
  const { api, t } = server;
  if (form.get("intent") === "restore") return undoMovie(server, { id: wordOf(form, "id") });
  return bulkAction(server, form, {
    textOf: (what, values) => t(`admin.movieBulk.${what}`, values),
    field: "id",
    reason: { label: t("admin.user.why") },
    read: (intent) => readAction(server, form, intent),
    run: (ids, input) =>
      api.post("z/movie/bulk", { selection: ids ? { ids } : { filter: filterOfMovies(query) }, ...input }),
    undo: (entry) => api.post("z/movie/undo", { entry }),
    nameOf: ({ title }) => title,
  });
}

/**
 * Gives one movie the values it had before an action of the last day.
 * @param entry the action; by default its deletion
 */
export async function undoMovie(server: AdminServer, { id, entry }: { id: string; entry?: string }) {
  const { api, t } = server;
  const textOf = (what: "undone" | "done" | "affected" | "tooMany", values?: { number: string }) =>
    t(`admin.movieBulk.${what}`, values);
  const deletion = async () => {
    const recent = server.unwrap(await api.get("z/movie/undoable", { id }));
    return recent.items.find(({ kind, state }) => kind === "delete" && state === "possible")?.entry;
  };
  const undoing = entry ?? (await deletion());
  if (!undoing) return repliesOf<Outcome>().failed(t("admin.list.undoLate"));
  return undone(server, { answer: await api.post("z/movie/undo", { entry: undoing, id }), textOf });
}

function readAction({ t }: AdminServer, form: FormData, word: string): BulkRequest<Action> | null {
  const intent = bulkIntents.find((one) => one === word);
  if (!intent) return null;
  const name = t(`admin.movieBulk.${intent}`);
  switch (intent) {
    case "tag":
    case "untag":
      return { name, ...readTag({ t }, form, intent) };
    case "access-free":
    case "access-signed-in":
    case "access-vip":
    case "access-vip-2":
    case "access-vip-3": {
      const access = intent.slice("access-".length) as AccessLevel;
      const text = t("admin.movieBulk.accessNote", { action: name });
      return { name, text, action: { kind: "access", access } };
    }
    case "delete":
      return { name, text: t("admin.movieBulk.deleteNote"), action: { kind: intent } };
    default:
      return { name, action: { kind: intent } };
  }
}

function readTag({ t }: Pick<AdminServer, "t">, form: FormData, kind: BulkIntent & ("tag" | "untag")) {
  const typed = wordOf(form, "tag");
  const wrong = !tagSchema.safeParse(typed).success;
  const tag: AskField = {
    name: "tag",
    label: t("admin.movie.tag"),
    kind: "text",
    value: typed,
    required: true,
    error: wrong && isConfirmed(form) ? t("errors.field.format") : undefined,
  };
  const action: Action = { kind, tag: wrong ? unusedTag : typed };
  return { action, fields: [tag], wrong, guessed: kind === "untag" };
}
