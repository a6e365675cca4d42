import type { adminAuditCalls } from "../../contract/service/admin-audit.ts";
import type { adminFeedbackCalls } from "../../contract/service/admin-feedback.ts";
import type { adminBrandCalls } from "../../contract/service/admin-brand.ts";
import type { brandCalls } from "../../contract/service/brand.ts";
import type { adminSettingsCalls } from "../../contract/service/admin-settings.ts";
import type { feedbackCalls } from "../../contract/service/feedback.ts";
import type { SettingValues } from "../../contract/service/settings.ts";
import { hideSecrets, settingDefaults } from "../../contract/service/settings.ts";
import type { adminTextCalls, textCalls } from "../../contract/service/texts.ts";
import { brandOf } from "../domain/service/brand/brand-of.ts";
import type { OidcClient } from "../ports/oidc.ts";
import { invalidField } from "../domain/kernel/failure.ts";
import { drawBrandPicture, requirePictures } from "../domain/service/brand/brand-pictures.ts";
import {
  anyFeedbackDetail,
  closeFeedback,
  deleteFeedback,
  listAllFeedback,
  replyFeedback,
} from "../domain/service/feedback/admin-feedback.ts";
import { createFeedback } from "../domain/service/feedback/create-feedback.ts";
import { feedbackDetail, listFeedback } from "../domain/service/feedback/read-feedback.ts";
import {
  importSettings,
  readSettings,
  saveSettings,
  settingsHistory,
} from "../domain/service/settings/save-settings.ts";
import { pictureMaxBytes, type SettingsStore } from "../domain/service/settings/settings-store.ts";
import { testService, type TestDeps } from "../domain/service/settings/test-service.ts";
import { adminTextDetail, listTexts, restoreText, saveText } from "../domain/service/texts/admin-texts.ts";
import { readText } from "../domain/service/texts/read-text.ts";
import { searchAudit } from "../domain/use-cases/search-audit.ts";
import type { Files } from "../ports/files.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { Storage } from "../ports/storage.ts";
import type { Handlers } from "./call-context.ts";
import { adminOf, byAdmin, byConfirmedAdmin, signedIn } from "./callers.ts";

/** A variable of the environment as an admin may see it: of a secret only whether it is set. */
export type EnvironmentFact = { name: string; set: boolean; value: string | null };

export type ServiceDeps = {
  storage: Storage;
  artwork: Files;
  pictures: Pictures;
  store: SettingsStore;
  environment: EnvironmentFact[];
  oidc: OidcClient;
} & TestDeps;
type Call = keyof (typeof feedbackCalls &
  typeof textCalls &
  typeof adminAuditCalls &
  typeof adminFeedbackCalls &
  typeof adminSettingsCalls &
  typeof brandCalls &
  typeof adminBrandCalls &
  typeof adminTextCalls);

/** Feedback, texts, settings and the log of what admins did. */
export function createServiceHandlers(deps: ServiceDeps): Pick<Handlers, Call> {
  const { db, store: settings, environment } = deps;
  return {
    "feedback/create": (input, { session, now }) =>
      createFeedback(
        {
          ...deps,
          pictureMaxBytes: pictureMaxBytes(deps.store.known().values),
          mostAnHour: deps.store.known().values.feedbackPerHour,
        },
        { ...input, uid: signedIn({ session }).user.uid, now },
      ),
    "feedback/list": (input, { session }) =>
      listFeedback(db, { ...input, uid: signedIn({ session }).user.uid }),
    "feedback/detail": ({ receipt }, { session, now }) =>
      feedbackDetail(deps, { uid: signedIn({ session }).user.uid, receipt, now }),
    "text/detail": ({ key }, { locale }) => readText(db, { key, locale }),
    "z/audit/list": (input, { locale, now }) => searchAudit(db, { ...input, locale, now }),
    "z/settings/read": async () => ({
      ...readSettings(await settings.load(db), settingDefaults),
      environment,
    }),
    "brand/read": async () => brandOf(settings.known().values),
    "z/brand/picture": async (input, context) => drawBrandPicture(deps, { ...input, ...byAdmin(context) }),
    "z/settings/save": async ({ revision, values, reason }, context) => {
      await requirePictures(deps.artwork, values as Partial<SettingValues>);
      await requireIssuer(deps.oidc, values as Partial<SettingValues>);
      const saved = await saveSettings(
        { db, settings },
        {
          revision,
          values: values as Partial<SettingValues>,
          reason,
          action: "z/settings/save",
          ...(opensAccounts(values) ? byConfirmedAdmin : byAdmin)(context),
        },
      );
      return { ...saved, values: hideSecrets(saved.values) };
    },
    "z/settings/history": (input) => settingsHistory(db, input),
    "z/settings/export": async (_input, { now }) => ({
      format: "matinee-settings-1",
      exportedAt: now.toISOString(),
      values: hideSecrets((await settings.load(db)).values),
    }),
    "z/settings/import": async (input, context) => {
      const loosens = !input.dryRun && opensAccounts(input.document.values);
      const by = (loosens ? byConfirmedAdmin : byAdmin)(context);
      await requirePictures(deps.artwork, input.document.values as Partial<SettingValues>);
      await requireIssuer(deps.oidc, input.document.values as Partial<SettingValues>);
      return importSettings({ db, settings }, { ...input, ...by });
    },
    "z/settings/test": ({ what }, context) =>
      testService(deps, { what, admin: adminOf(context), locale: context.locale }),
    "z/text/list": () => listTexts(db),
    "z/text/detail": (input) => adminTextDetail(db, input),
    "z/text/save": (input, context) => saveText(db, { ...input, ...byAdmin(context) }),
    "z/text/restore": (input, context) => restoreText(db, { ...input, ...byAdmin(context) }),
    "z/feedback/list": (input, { now }) => listAllFeedback(db, { ...input, now }),
    "z/feedback/detail": (input, { now }) => anyFeedbackDetail(deps, { ...input, now }),
    "z/feedback/reply": (input, context) => replyFeedback(db, { ...input, ...byAdmin(context) }),
    "z/feedback/close": (input, context) => closeFeedback(db, { ...input, ...byAdmin(context) }),
    "z/feedback/delete": async (input, context) => {
      await deleteFeedback(deps, { ...input, ...byAdmin(context) });
      return {};
    },
  };
}

/** Settings that decide who gets into accounts: they take a session that was confirmed lately. */
function opensAccounts(values: object): boolean {
  return ["adminsNeedFactor", "oidcIssuer", "oidcClientId", "oidcSecret"].some((key) => key in values);
}

/** Refuses a provider whose address must not be asked. @throws Failure invalid */
async function requireIssuer(
  oidc: OidcClient,
  { oidcIssuer: issuer }: Partial<SettingValues>,
): Promise<void> {
  if (issuer && !(await oidc.allows(issuer))) throw invalidField("values.oidcIssuer", "format");
}
