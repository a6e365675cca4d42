import { conflictOf, issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { InputOf, OutputOf } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { refusedForm, whoChanged } from "../../kit/forms/read-form.server.ts";
import { movedItem } from "../../kit/list-order.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";

/** The planned rows of the home page. */
export type Plan = OutputOf<"z/row/list">;
type Rows = InputOf<"z/row/save">["rows"];

const { ask, done, failed, refuse } = repliesOf();

/** Changes one row of the plan by its button or form (`intent`), and saves the resulting plan. */
export async function writeRows({ api, t, locale, unwrap }: AdminServer, form: FormData) {
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
  const rows = changed(before, { at, form, values });
  // A row that is still as its form began with it, and a new one, clash with no change of another row.
  const clash = values.intent === "save" && values.at !== "new" && !isSameRow(before[at], values.base);
  const revision = values.intent === "save" && !clash ? plan.revision : Number(values.revision);
  const answer = await api.post("z/row/save", { revision, rows });
  if (succeeded(answer)) {
    const fresh = rows[before.length];
    const name = fresh?.names[locale] ?? fresh?.names.en ?? t("admin.row.picked");
    return done(t("profile.saved"), fresh ? { at: [{ id: `row-${before.length}`, text: name }] } : {});
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
  const message = conflict ? whoChanged(conflict, { t, locale }) : refused;
  if (values.intent !== "save") return failed(message);
  const labelOf = (name: string) => (name === "movies" ? t("admin.section.movies") : t("login.name"));
  return refuse(refusedForm("row", form, { errors, message, labelOf }));
}

/** What another admin has saved in the fields of a row that this form changes to something else. */
function rowClashes(
  { t }: Pick<AdminServer, "t">,
  row: Rows[number] | undefined,
  values: Record<string, string>,
): Record<string, string> {
  const typed = pickedRow(values, true);
  const theirs = { movies: row?.movies.join("\n") ?? "", ...inForm(row?.names) };
  const mine: Record<string, string> = { movies: typed.movies.join("\n"), ...inForm(typed.names) };
  const differing = Object.entries(theirs).filter(([name, value]) => value !== (mine[name] ?? ""));
  return Object.fromEntries(
    differing.map(([name, value]) => [
      name,
      t("admin.conflict.field", { value: value.replaceAll("\n", ", ") }),
    ]),
  );
}

const inForm = (names: object = {}) =>
  Object.fromEntries(Object.entries(names).map(([locale, name]) => [`names.${locale}`, String(name)]));

/** The row's place in the plan as it is now. */
function placeOf(rows: Rows, { at, intent, base }: Record<string, string>): number {
  if (at === "new") return rows.length;
  const now = intent === "save" ? rows.findIndex((row) => isSameRow(row, base)) : -1;
  return now >= 0 ? now : Number(at);
}

function isSameRow(row: Rows[number] | undefined, base: string | undefined): boolean {
  return row !== undefined && JSON.stringify([row.names, row.movies]) === base;
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
    default:
      return row ? rows.with(at, pickedRow(values, row.on)) : [...rows, pickedRow(values, true)];
  }
}

function pickedRow(values: Record<string, string>, on: boolean): Rows[number] {
  const names = Object.entries(values).flatMap(([field, value]) =>
    field.startsWith("names.") && value.trim() !== "" ? [[field.slice("names.".length), value.trim()]] : [],
  );
  const movies = (values.movies ?? "").split(/[\s,]+/).filter(Boolean);
  return {
    kind: "picked",
    on,
    genre: null,
    names: Object.fromEntries(names) as Rows[number]["names"],
    movies: [...new Set(movies)],
  };
}
