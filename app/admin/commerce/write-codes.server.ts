import { redirect } from "@remix-run/node";
import { conflictOf, issuesOf, succeeded } from "../../../contract/envelope.ts";
import type { CodeBatch } from "../../../contract/index.ts";
import type { AdminServer } from "../../lib/require-permission.server.ts";
import { writers } from "../kit/format.ts";
import { refusedForm, whoChanged } from "../kit/forms/read-form.server.ts";
import { isConfirmed, repliesOf } from "../kit/replies.server.ts";
import { endOfDay, zoneOfForm } from "../../lib/zone.ts";

const { ask, done, failed, refuse } = repliesOf();

/** Makes a batch of codes, or revokes a batch or one code (`intent`), which asks first. */
export async function writeCodes(server: AdminServer, form: FormData, batches: readonly CodeBatch[]) {
  if (form.get("intent") === "revoke") return revoke(server, form, batches);
  if (form.get("intent") === "revoke-one") return revokeOne(server, form);
  return make(server, form);
}

/** Revokes one code, by its text. Asks first. */
export async function revokeOne({ api, t }: AdminServer, form: FormData) {
  const code = String(form.get("code") ?? "");
  if (!isConfirmed(form)) return ask(form, { text: t("admin.code.revokeOneAsk", { code }) });
  const answer = await api.post("z/code/revoke-one", { code });
  return succeeded(answer) ? done(t("admin.code.revokedOne", { code })) : failed(answer);
}

async function make({ api, t, zone }: AdminServer, form: FormData) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const { expires = "", reason = "" } = values;
  const answer = await api.post("z/code/create", {
    key: values.key ?? "",
    name: values.name ?? "",
    duration: { unit: values.unit === "day" ? "day" : "month", count: Number(values.count) },
    tier: Number(values.tier || 1),
    codes: Number(values.codes),
    uses: Number(values.uses),
    // Until the end of that day; the API refuses an invalid day.
    expiresAt: expires === "" ? null : (endOfDay(expires, zoneOfForm(form, { zone })) ?? expires),
    ...(reason.trim() && { reason }),
  });
  // The batch's link gives the file as often as needed: a download has no page to announce it.
  if (succeeded(answer)) return redirect(`/z/management/codes?made=${answer.d.batch.id}`, { status: 303 });
  const errors: Record<string, string> = {};
  for (const { field, message } of issuesOf(answer)) errors[formField(field)] ??= message;
  const marked = Object.keys(errors).length > 0;
  const message = marked ? t("login.checkFields") : answer.m;
  const labels: Record<string, string> = {
    name: t("admin.code.name"),
    count: t("admin.plan.count"),
    codes: t("admin.code.number"),
    uses: t("admin.code.uses"),
    expires: t("admin.code.expires"),
    reason: t("admin.user.note"),
  };
  return refuse(refusedForm("batch", form, { errors, message, labelOf: (name) => labels[name] }));
}

/** The form's name of a field of the contract. */
function formField(field: string): string {
  return field === "expiresAt" ? "expires" : field.startsWith("duration") ? "count" : field;
}

async function revoke({ api, t, locale, zone }: AdminServer, form: FormData, batches: readonly CodeBatch[]) {
  const id = String(form.get("id") ?? "");
  const revision = Number(form.get("revision"));
  const batch = batches.find((one) => one.id === id);
  if (!isConfirmed(form) && batch) {
    const number = writers(locale).number(batch.left);
    const text = t("admin.code.revokeAsk", { name: batch.name, number });
    return ask(form, { text });
  }
  const answer = await api.post("z/code/revoke", { id, revision });
  if (succeeded(answer)) return done(t("admin.code.revoked"));
  const conflict = conflictOf(answer);
  return failed(conflict ? whoChanged(conflict, { t, locale, zone }) : answer);
}
