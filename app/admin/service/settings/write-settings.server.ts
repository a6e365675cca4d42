import { data, type AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { adminSettingsCalls } from "../../../../contract/service/admin-settings.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { InputOf } from "../../../../contract/index.ts";
import {
  isBrandKey,
  settingFields,
  settingKeys,
  type SettingValues,
} from "../../../../contract/service/settings.ts";
import { readFields } from "../../../lib/read-fields.server.ts";
import { FormRefused, receiveForm } from "../../../lib/receive-form.server.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { readForm, replyTo, touchedFields } from "../../kit/forms/read-form.server.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";
import { writeChange, writeSetting } from "./presenter.server.ts";

const { ask, done, failed, refuse } = repliesOf<Outcome>();
const { revision, reason } = adminSettingsCalls["z/settings/save"].input.shape;
const { document } = adminSettingsCalls["z/settings/import"].input.shape;
const documentBytes = 64 * 1024;

const settingsForm = z.object({
  revision,
  reason,
  values: z.object(
    Object.fromEntries(
      Object.entries(settingFields)
        .filter(([key]) => !isBrandKey(key))
        .map(([key, field]) => [key, formField(field)]),
    ),
  ),
});

/** A form leaves out empty fields and unchecked boxes: null, and false. */
function formField(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodBoolean) return field.optional().transform(Boolean);
  if (field instanceof z.ZodNullable) return field.optional().transform((value) => value ?? null);
  return field;
}

/** Saves settings, tests what the service depends on, or imports a document of settings (`intent`). */
export async function writeSettings(server: AdminServer, request: Request, context: AppLoadContext) {
  if (/^multipart\/form-data/i.test(request.headers.get("Content-Type") ?? ""))
    return importFile(server, request);
  const form = await readFields(request, context);
  switch (form.get("intent")) {
    case "save":
      return save(server, form);
    case "test":
      return test(server, String(form.get("what")));
    case "import":
      return takeOver(server, String(form.get("document") ?? ""), isConfirmed(form));
    default:
      return failed(server.t("errors.invalid"));
  }
}

async function save({ api, t, locale, zone }: AdminServer, form: FormData) {
  const labels = Object.fromEntries(settingKeys.map((key) => [`values.${key}`, t(`admin.setting.${key}`)]));
  const words = (name: string, value: unknown) => writeSetting(t, name.replace(/^values\./, ""), value);
  // The API names a setting by its key alone in a conflict.
  const rename = (field: string) => (field in settingFields ? `values.${field}` : field);
  const options = { id: "settings", form, t, locale, zone, labels, words, rename };
  const submission = readForm(form, { schema: settingsForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { values, ...rest } = submission.value;
  const names = settingKeys.filter((key) => !isBrandKey(key)).map((key) => `values.${key}`);
  const touched = new Set(touchedFields(submission, form, names));
  // Saves only what this form changed: another admin's changes to other settings stay.
  const changed = Object.fromEntries(
    Object.entries(values).filter(([key]) => touched.has(`values.${key}`)),
  ) as Partial<SettingValues>;
  if (touched.size === 0) return done(t("admin.settings.same"));
  const answer = await api.post("z/settings/save", { ...rest, values: changed });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  return done(t("profile.saved"));
}

async function test({ api, t }: AdminServer, what: string) {
  const answer = await api.post("z/settings/test", {
    what: what as InputOf<"z/settings/test">["what"],
  });
  if (!succeeded(answer)) return failed(answer);
  const { ok, ms, problem, detail } = answer.d;
  const name = t(`admin.test.${what as "mail"}`);
  if (ok) {
    return done([t("admin.test.works", { name, ms: Math.round(ms) }), detail].filter(Boolean).join(" · "));
  }
  return data<Outcome>({
    failed: [name, t(`admin.problem.${problem ?? "failed"}`), detail].filter(Boolean).join(": "),
  });
}

async function importFile(server: AdminServer, request: Request) {
  try {
    const { file, tooLarge } = await receiveForm(request, { maxFileBytes: documentBytes });
    if (tooLarge) return refuseFile(server, server.t("errors.field.too_big"));
    if (!file) return refuseFile(server, server.t("admin.settings.noFile"));
    return await takeOver(server, await file.text(), false);
  } catch (error) {
    if (!(error instanceof FormRefused)) throw error;
    return refuseFile(server, server.t("errors.field.malformed"));
  }
}

function refuseFile({ t }: Pick<AdminServer, "t">, why: string) {
  const at = [{ id: "settings-file", text: t("admin.settings.file") }];
  return data<Outcome>({ failed: why, at }, { status: 422 });
}

/** Shows what a document would change, and applies it once that is confirmed. */
async function takeOver({ api, t }: AdminServer, text: string, confirmed: boolean) {
  const read = readDocument(text);
  if (!read) return refuseFile({ t }, t("admin.settings.noDocument"));
  const answer = await api.post("z/settings/import", { document: read, dryRun: !confirmed });
  if (!succeeded(answer))
    return answer.d?.issues ? refuseFile({ t }, t("admin.settings.noDocument")) : failed(answer);
  const { changes } = answer.d;
  if (confirmed) return done(t("admin.settings.imported", { number: changes.length }));
  const sent: [string, string][] = [
    ["intent", "import"],
    ["document", JSON.stringify(read)],
  ];
  return ask(sent, {
    text: t("admin.settings.importAsk"),
    facts: changes.length === 0 ? [t("admin.settings.same")] : [],
    sample: changes.map((change) => {
      const { label, before, after } = writeChange(t, change);
      return `${label}: ${before} → ${after}`;
    }),
    idle: changes.length === 0,
  });
}

function readDocument(text: string): InputOf<"z/settings/import">["document"] | null {
  try {
    const read = z.object(document.shape).safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
