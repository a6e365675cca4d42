import { z } from "zod";
import { get, post } from "../call.ts";
import { page } from "../models.ts";
import { settingFields, settingKeys, settingValues } from "./settings.ts";
import { actor, iso, paging, reason, revision } from "../admin-fields.ts";

const someSettings = z.strictObject(settingFields).partial();

export const adminSettingsCalls = {
  "z/settings/read": get({
    access: "admin",
    permission: "settings.read",
    summary: "Every setting, and what the environment sets: of secrets only whether they are there.",
    input: z.strictObject({}),
    output: z.strictObject({
      values: settingValues,
      defaults: settingValues,
      /** Settings that differ from their defaults. */
      changed: z.array(z.enum(settingKeys)),
      /** Send it along with a save. */
      revision,
      environment: z.array(
        z.strictObject({
          /** Name of the variable. */
          name: z.string(),
          set: z.boolean(),
          /** If it is not a secret and is set. */
          value: z.string().nullable(),
        }),
      ),
    }),
  }),
  "z/settings/save": post({
    access: "admin",
    permission: "settings.write",
    summary: "Changes settings; in force at once here, and within seconds in other processes.",
    input: z.strictObject({ revision, values: someSettings, reason: reason.optional() }),
    output: z.strictObject({ values: settingValues, revision }),
  }),
  "z/settings/history": get({
    access: "admin",
    permission: "settings.read",
    summary: "Changes of settings, latest first.",
    input: z.strictObject({ ...paging }),
    output: page(
      z.strictObject({
        revision,
        at: iso,
        actor,
        reason: z.string().nullable(),
        changes: z.array(z.strictObject({ key: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
  }),
  "z/settings/export": get({
    access: "admin",
    permission: "settings.read",
    summary: "All settings as one document, to be imported elsewhere. Of secrets only their masks are in it.",
    input: z.strictObject({}),
    output: z.strictObject({
      format: z.literal("matinee-settings-1"),
      exportedAt: iso,
      values: settingValues,
    }),
  }),
  "z/settings/import": post({
    access: "admin",
    permission: "settings.write",
    summary: "Takes over such a document. `dryRun` says what would change.",
    input: z.strictObject({
      document: z.strictObject({
        format: z.literal("matinee-settings-1"),
        exportedAt: iso.optional(),
        values: someSettings,
      }),
      dryRun: z.boolean(),
    }),
    output: z.strictObject({
      changes: z.array(z.strictObject({ key: z.string(), before: z.unknown(), after: z.unknown() })),
      revision,
    }),
  }),
  "z/settings/test": post({
    access: "admin",
    permission: "settings.write",
    summary: "Tries one of the things the service depends on: a mail goes to the admin who asks.",
    input: z.strictObject({ what: z.enum(["mail", "database", "storage", "video", "tmdb"]) }),
    output: z.strictObject({
      ok: z.boolean(),
      /** Duration in milliseconds. */
      ms: z.number(),
      /** `not_configured`: no mail server or no key is set; `no_address`: the admin has none; `refused`: the key is. */
      problem: z
        .enum(["not_configured", "no_address", "failed", "not_found", "read_only", "unreachable", "refused"])
        .nullable(),
      /** A version or an address; not secret. */
      detail: z.string().nullable(),
    }),
  }),
};
