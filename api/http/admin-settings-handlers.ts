import type { adminSettingsCalls } from "../../contract/service/admin-settings.ts";
import { settingDefaults, type SettingValues } from "../../contract/service/settings.ts";
import {
  importSettings,
  readSettings,
  saveSettings,
  settingsHistory,
} from "../domain/service/settings/save-settings.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import { testService, type TestDeps } from "../domain/service/settings/test-service.ts";
import { adminOf } from "./admin-of.ts";
import type { Handlers } from "./call-context.ts";

/** An environment variable as an admin may see it: for a secret, only whether it is set. */
export type EnvironmentFact = { name: string; set: boolean; value: string | null };

export type AdminSettingsDeps = TestDeps & { store: SettingsStore; environment: EnvironmentFact[] };

/** `z/settings/…`: contract/service/admin-settings.ts. */
export function createAdminSettingsHandlers(
  deps: AdminSettingsDeps,
): Pick<Handlers, keyof typeof adminSettingsCalls> {
  const { db, store: settings, environment } = deps;
  return {
    "z/settings/read": async () => ({
      ...readSettings(await settings.load(db), settingDefaults),
      environment,
    }),
    "z/settings/save": ({ revision, values, reason }, context) =>
      saveSettings(
        { db, settings },
        {
          revision,
          values: values as Partial<SettingValues>,
          reason,
          action: "z/settings/save",
          admin: adminOf(context),
          now: context.now,
        },
      ),
    "z/settings/history": (input) => settingsHistory(db, input),
    "z/settings/export": async (_input, { now }) => ({
      format: "matinee-settings-1",
      exportedAt: now.toISOString(),
      values: (await settings.load(db)).values,
    }),
    "z/settings/import": (input, context) =>
      importSettings({ db, settings }, { ...input, admin: adminOf(context), now: context.now }),
    "z/settings/test": ({ what }, context) =>
      testService(deps, { what, admin: adminOf(context), locale: context.locale }),
  };
}
