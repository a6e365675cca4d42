import { redirect } from "@remix-run/node";
import { mostRowMovies } from "../../../../contract/catalogue/values.ts";
import { conflictOf, issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { InputOf, OutputOf } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../../kit/format.ts";
import { refusedForm, whoChanged } from "../../kit/forms/read-form.server.ts";
import { movedItem } from "../../kit/list-order.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";

/** The planned rows of the home page. */
export type Plan = OutputOf<"z/row/list">;
type Rows = InputOf<"z/row/save">["rows"];

const { ask, done, failed, refuse } = repliesOf();

/** Changes one row of the plan by its button or form (`intent`), and saves the resulting plan. */
export async function writeRows({ api, t, locale, zone, unwrap }: AdminServer, form: FormData) {
  const plan = unwrap(await api.get("z/row/list", {}));
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const before: Rows = plan.rows.map(({ titles: _titles, ...row }) => row);
  const at = placeOf(before, values);
  const row = plan.rows[at];
  // Of a plan that was changed meanwhile, the save below says so.
  if (values.intent === "remove" && row && Number(values.revision) === plan.revision && !isConfirmed(form)) {
    const name = row.names[locale] ?? row.names.en ?? Object.values(row.names)[0] ?? "";
    const sample = row.titles.slice(0, 20).map(({ title }) => title);
    return ask(form, { text: t("admin.row.removeAsk", { name }), sample });
  }
  if (values.intent === "movie-add" && row && row.movies.length >= mostRowMovies)
    return failed(t("admin.row.full", { number: writers(locale).number(mostRowMovies) }));
  const rows = changed(before, { at, form, values });
  // A row that is still as its form began with it, and a new one, clash with no change of another row.
  const clash = values.intent === "save" && values.at !== "new" && !isSameRow(before[at], values.base);
  const revision = values.intent === "save" && !clash ? plan.revision : Number(values.revision);
  const answer = await api.post("z/row/save", { revision, rows });
  if (succeeded(answer)) {
    // A new row opens: its titles come next.
    const fresh = rows.length > before.length;
    if (fresh) return redirect(`/z/management/rows?row=${before.length}&made=1`, { status: 303 });
    return done(t("profile.saved"));
  }
  const errors: Record<string, string> = {};
  for (const { field, message } of issuesOf(answer)) {
    const inRow = field.startsWith(`rows.${at}.`) ? field.slice(`rows.${at}.`.length) : null;
    if (inRow)
      errors[inRow.startsWith("movies") ? "movies" : inRow === "names" ? "names.en" : inRow] = message;
  }
  const conflict = conflictOf(answer);
  if (clash && conflict) Object.assign(errors, rowClashes({ t }, before[at], values));
  const refused = Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m;
  const message = conflict ? whoChanged(conflict, { t, locale, zone }) : refused;
  if (values.intent !== "save") return failed(errors.movies ?? message);
  return refuse(refusedForm("row", form, { errors, message, labelOf: () => t("login.name") }));
}

/** What another admin has saved in the names of a row that this form changes to something else. */
function rowClashes(
  { t }: Pick<AdminServer, "t">,
  row: Rows[number] | undefined,
  values: Record<string, string>,
): Record<string, string> {
  const mine = namesIn(values);
  const differing = Object.entries(row?.names ?? {}).filter(
    ([locale, name]) => name !== mine[locale as keyof typeof mine],
  );
  return Object.fromEntries(
    differing.map(([locale, value]) => [`names.${locale}`, t("admin.conflict.field", { value })]),
  );
}

/** The row's place in the plan as it is now. */
function placeOf(rows: Rows, { at, intent, base }: Record<string, string>): number {
  if (at === "new") return rows.length;
  if (intent !== "save" || isSameRow(rows[Number(at)], base)) return Number(at);
  const now = rows.findIndex((row) => isSameRow(row, base));
  return now >= 0 ? now : Number(at);
}

/** Whether a row picked by hand still has the names that its form began with. */
function isSameRow(row: Rows[number] | undefined, base: string | undefined): boolean {
  return row?.kind === "picked" && JSON.stringify(row.names) === base;
}

function changed(
  rows: Rows,
  { at, form, values }: { at: number; form: FormData; values: Record<string, string> },
): Rows {
  const row = rows[at];
  switch (values.intent) {
    case "order":
      return movedItem(rows, { from: at, form }) ?? rows;
    case "on":
    case "off":
      return row ? rows.with(at, { ...row, on: values.intent === "on" }) : rows;
    case "remove":
      return row?.kind === "picked" ? rows.toSpliced(at, 1) : rows;
    case "movie-add":
    case "movie-order":
    case "movie-remove":
      return row?.kind === "picked" ? rows.with(at, { ...row, movies: titlesOf(row, form, values) }) : rows;
    default:
      return row
        ? rows.with(at, { ...row, names: namesIn(values) })
        : [...rows, { kind: "picked", on: true, genre: null, names: namesIn(values), movies: [] }];
  }
}

/** A row's titles after one was added, moved or removed. */
function titlesOf({ movies }: Rows[number], form: FormData, values: Record<string, string>): string[] {
  const { intent, movie = "" } = values;
  if (intent === "movie-remove") return movies.filter((id) => id !== movie);
  if (intent === "movie-order") return movedItem(movies, { from: movies.indexOf(movie), form }) ?? movies;
  return movies.includes(movie) ? movies : [...movies, movie];
}

function namesIn(values: Record<string, string>): Rows[number]["names"] {
  const names = Object.entries(values).flatMap(([field, value]) =>
    field.startsWith("names.") && value.trim() !== "" ? [[field.slice("names.".length), value.trim()]] : [],
  );
  return Object.fromEntries(names) as Rows[number]["names"];
}
