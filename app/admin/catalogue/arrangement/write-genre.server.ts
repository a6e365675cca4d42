import { conflictOf, issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../../kit/format.ts";
import { refusedForm, whoChanged } from "../../kit/forms/read-form.server.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";

const { ask, done, failed, refuse } = repliesOf();

/** Saves or deletes a genre (`intent`). A deletion asks first. */
export async function writeGenre(server: AdminServer, form: FormData) {
  return form.get("intent") === "delete" ? deleteGenre(server, form) : saveGenre(server, form);
}

async function saveGenre({ api, t, locale, zone }: AdminServer, form: FormData) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]));
  const names = Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      field.startsWith("names.") && value !== "" ? [[field.slice("names.".length), value]] : [],
    ),
  );
  const before = parsed(values.base);
  const answer = await api.post("z/genre/save", { id: values.id ?? "", names, before });
  if (succeeded(answer)) {
    const text = names[locale as "en"] ?? names.en ?? values.id ?? "";
    return done(t("profile.saved"), before ? {} : { at: [{ id: `genre-${values.id}`, text }] });
  }
  const errors = Object.fromEntries(
    issuesOf(answer).map(({ field, message }) => [field === "names" ? "names.en" : field, message]),
  );
  const conflict = conflictOf(answer);
  for (const { field, theirs } of conflict?.fields ?? [])
    errors[field] = t("admin.conflict.field", { value: String(theirs) || "–" });
  // The form shows the other admin's names next to the fields, so a second save may overwrite them.
  const known = conflict ? { ...before } : before;
  for (const { field, theirs } of known ? (conflict?.fields ?? []) : []) {
    if (theirs === "") delete known![field.slice("names.".length)];
    else known![field.slice("names.".length)] = String(theirs);
  }
  const refused = Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m;
  const message = conflict ? whoChanged(conflict, { t, locale, zone }) : refused;
  const base = JSON.stringify(known);
  const labelOf = (name: string) => (name === "id" ? t("admin.user.id") : t("login.name"));
  return refuse(refusedForm("genre", form, { errors, message, base, labelOf }));
}

async function deleteGenre({ api, t, locale }: AdminServer, form: FormData) {
  const id = String(form.get("id") ?? "");
  const dryRun = !isConfirmed(form);
  const answer = await api.post("z/genre/delete", { id, dryRun });
  if (!succeeded(answer)) return failed(answer);
  if (!dryRun) return done(t("admin.genre.deleted"));
  const facts = [t("admin.movie.count", { number: writers(locale).number(answer.d.movies) })];
  return ask(form, { text: t("admin.genre.deleteAsk"), facts });
}

function parsed(json: string | undefined): Record<string, string> | null {
  try {
    return json ? (JSON.parse(json) as Record<string, string>) : null;
  } catch {
    return null;
  }
}
