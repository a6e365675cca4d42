import { data } from "@remix-run/node";
import { conflictOf, issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../../kit/format.ts";
import { refusedForm, whoChanged } from "../../kit/forms/read-form.server.ts";
import type { Ask, Outcome } from "../../kit/outcome.ts";

/** Saves or deletes a genre (`intent`). A deletion asks first. */
export async function writeGenre(server: AdminServer, form: FormData) {
  return form.get("intent") === "delete" ? deleteGenre(server, form) : saveGenre(server, form);
}

async function saveGenre({ api, t, locale }: AdminServer, form: FormData) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]));
  const names = Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      field.startsWith("names.") && value !== "" ? [[field.slice("names.".length), value]] : [],
    ),
  );
  const before = parsed(values.base);
  const answer = await api.post("z/genre/save", { id: values.id ?? "", names, before });
  if (succeeded(answer)) return data<Outcome>({ done: { text: t("profile.saved") } });
  const errors = Object.fromEntries(
    issuesOf(answer).map(({ field, message }) => [field === "names" ? "names.en" : field, message]),
  );
  const conflict = conflictOf(answer);
  for (const { field, theirs } of conflict?.fields ?? [])
    errors[field] = `${t("admin.conflict.theirs")}: ${String(theirs)}`;
  // The form shows the other admin's names next to the fields, so a second save may overwrite them.
  const known = conflict ? { ...before } : before;
  for (const { field, theirs } of conflict?.fields ?? [])
    if (known) known[field.slice("names.".length)] = String(theirs);
  const refused = Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m;
  const message = conflict ? whoChanged(conflict, { t, locale }) : refused;
  const base = JSON.stringify(known);
  const reply = refusedForm("genre", form, { errors, message, base });
  return data<Outcome>({ form: reply }, { status: 422 });
}

async function deleteGenre({ api, t, locale }: AdminServer, form: FormData) {
  const id = String(form.get("id") ?? "");
  const dryRun = form.get("confirmed") !== "1";
  const answer = await api.post("z/genre/delete", { id, dryRun });
  if (!succeeded(answer)) return data<Outcome>({ failed: answer.m }, { status: 422 });
  if (!dryRun) return data<Outcome>({ done: { text: t("admin.genre.deleted") } });
  const ask: Ask = {
    text: t("admin.genre.deleteAsk"),
    facts: [t("admin.movie.count", { number: writers(locale).number(answer.d.movies) })],
    sample: [],
    fields: [],
    hidden: [
      ["intent", "delete"],
      ["id", id],
    ],
  };
  return data<Outcome>({ ask });
}

function parsed(json: string | undefined): Record<string, string> | null {
  try {
    return json ? (JSON.parse(json) as Record<string, string>) : null;
  } catch {
    return null;
  }
}
