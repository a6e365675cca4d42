import { data } from "@remix-run/node";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import { isPermissionName } from "../../../../contract/accounts/permissions.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { endOfDay, zoneOfForm } from "../../../lib/zone.ts";
import { refusedForm } from "../../kit/forms/read-form.server.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";
import { madeId, type KeyOutcome } from "./outcome.ts";

const { ask, done, failed, refuse } = repliesOf<KeyOutcome>();

/** Makes a key, or revokes one (`intent`), which asks first. */
export async function writeKeys(server: AdminServer, form: FormData) {
  return form.get("intent") === "revoke" ? revoke(server, form) : make(server, form);
}

async function make({ api, t, zone }: AdminServer, form: FormData) {
  const value = (name: string) => String(form.get(name) ?? "");
  const [expires, reason] = [value("expires"), value("reason").trim()];
  const answer = await api.post("z/key/create", {
    key: value("key"),
    name: value("name"),
    permissions: form.getAll("permissions").map(String).filter(isPermissionName),
    // Until the end of that day; the API refuses an invalid day.
    expiresAt: expires === "" ? null : (endOfDay(expires, zoneOfForm(form, { zone })) ?? expires),
    ...(reason && { reason }),
  });
  if (succeeded(answer)) {
    const { key, token } = answer.d;
    // Not by a redirect: the key is in this answer alone.
    return data<KeyOutcome>({ made: { name: key.name, token }, at: [{ id: madeId, text: "" }] });
  }
  const errors: Record<string, string> = {};
  for (const { field, message } of issuesOf(answer)) errors[formField(field)] ??= message;
  const labels: Record<string, string> = {
    name: t("admin.key.name"),
    permissions: t("admin.key.permissions"),
    expires: t("admin.code.expires"),
    reason: t("admin.user.note"),
  };
  // Whatever is wrong with the list, none was chosen.
  if (errors.permissions && !form.has("permissions")) errors.permissions = t("errors.field.required");
  const message = Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m;
  return refuse(refusedForm("key", form, { errors, message, labelOf: (name) => labels[name] }));
}

function formField(field: string): string {
  return field === "expiresAt" ? "expires" : field.split(".")[0]!;
}

async function revoke({ api, t }: AdminServer, form: FormData) {
  const name = String(form.get("name") ?? "");
  if (!isConfirmed(form)) return ask(form, { text: t("admin.key.revokeAsk", { name }) });
  const answer = await api.post("z/key/revoke", { id: String(form.get("id") ?? "") });
  return succeeded(answer) ? done(t("admin.key.revoked", { name })) : failed(answer);
}
