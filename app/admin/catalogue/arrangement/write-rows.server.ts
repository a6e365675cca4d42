import { conflictOf, issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { InputOf, OutputOf } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { refusedForm, whoChanged } from "../../kit/forms/read-form.server.ts";
import { movedItem } from "../../kit/list-order.ts";
import { repliesOf } from "../../kit/replies.server.ts";

/** The planned rows of the home page. */
export type Plan = OutputOf<"z/row/list">;
type Rows = InputOf<"z/row/save">["rows"];

const { done, failed, refuse } = repliesOf();

/** Changes one row of the plan by its button or form (`intent`), and saves the resulting plan. */
export async function writeRows({ api, t, locale, unwrap }: AdminServer, form: FormData) {
  const plan = unwrap(await api.get("z/row/list", {}));
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const before: Rows = plan.rows.map(({ titles: _titles, ...row }) => row);
  const at = values.at === "new" ? before.length : Number(values.at);
  const rows = changed(before, { at, form, values });
  const answer = await api.post("z/row/save", { revision: Number(values.revision), rows });
  if (succeeded(answer)) return done(t("profile.saved"));
  const errors: Record<string, string> = {};
  for (const { field, message } of issuesOf(answer)) {
    const inRow = field.startsWith(`rows.${at}.`) ? field.slice(`rows.${at}.`.length) : null;
    if (inRow)
      errors[inRow.startsWith("movies") ? "movies" : inRow === "names" ? "names.en" : inRow] = message;
  }
  const conflict = conflictOf(answer);
  const refused = Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m;
  const message = conflict ? whoChanged(conflict, { t, locale }) : refused;
  return values.intent === "save" ? refuse(refusedForm("row", form, { errors, message })) : failed(message);
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
