import { data } from "@remix-run/node";
import { conflictOf, issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { InputOf, OutputOf } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { refusedForm, whoChanged } from "../../kit/forms/read-form.server.ts";
import type { Outcome } from "../../kit/outcome.ts";

/** The planned rows of the home page. */
export type Plan = OutputOf<"z/row/list">;
type Rows = InputOf<"z/row/save">["rows"];

/** Changes one row of the plan by its button or form (`intent`), and saves the resulting plan. */
export async function writeRows({ api, t, locale, unwrap }: AdminServer, form: FormData) {
  const plan = unwrap(await api.get("z/row/list", {}));
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const rows: Rows = plan.rows.map(({ titles: _titles, ...row }) => row);
  const at = changed(rows, values, plan);
  const answer = await api.post("z/row/save", { revision: Number(values.revision), rows });
  if (succeeded(answer)) return data<Outcome>({ done: { text: t("profile.saved") } });
  const errors: Record<string, string> = {};
  for (const { field, message } of issuesOf(answer)) {
    const inRow = field.startsWith(`rows.${at}.`) ? field.slice(`rows.${at}.`.length) : null;
    if (inRow)
      errors[inRow.startsWith("movies") ? "movies" : inRow === "names" ? "names.en" : inRow] = message;
  }
  const conflict = conflictOf(answer);
  const refused = Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m;
  const message = conflict ? whoChanged(conflict, { t, locale }) : refused;
  const outcome: Outcome =
    values.intent === "save" ? { form: refusedForm("row", form, { errors, message }) } : { failed: message };
  return data(outcome, { status: 422 });
}

/** @returns the position of the changed row */
function changed(rows: Rows, values: Record<string, string>, plan: Plan): number {
  const at = values.at === "new" ? rows.length : Number(values.at);
  const row = rows[at];
  const swap = (other: number) => {
    if (row && rows[other]) [rows[at], rows[other]] = [rows[other], row];
  };
  switch (values.intent) {
    case "up":
      swap(at - 1);
      break;
    case "down":
      swap(at + 1);
      break;
    case "on":
    case "off":
      if (row) rows[at] = { ...row, on: values.intent === "on" };
      break;
    case "remove":
      if (row?.kind === "picked") rows.splice(at, 1);
      break;
    default:
      rows[at] = pickedRow(values, plan.rows[at]?.on ?? true);
  }
  return at;
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
