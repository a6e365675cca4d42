import type { FirebaseSettings } from "../../contract/accounts/firebase.ts";
import { defaultPasswordPolicy } from "../../contract/accounts/password-policy.ts";
import type { OutputOf } from "../../contract/index.ts";
import { localeCodes } from "../../contract/locales.ts";
import type { SettingValues } from "../../contract/service/settings.ts";
import { opensByCode } from "../domain/accounts/identity/sign-up-code.ts";
import {
  pictureMaxBytes,
  uploadMaxBytes,
  type SettingsStore,
} from "../domain/service/settings/settings-store.ts";
import { providerOf } from "../domain/accounts/oidc/sign-in-by-oidc.ts";
import type { RelyingParty } from "../domain/accounts/passkeys/relying-party.ts";
import type { IdentityProvider } from "../ports/identity.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Handlers } from "./call-context.ts";
import { Prepared } from "./prepared.ts";

export type ConfigDeps = {
  identity: IdentityProvider;
  mailer: Mailer | null;
  confirmsAddresses: boolean;
  rp: RelyingParty | null;
  publicOrigin: string | undefined;
  product: { version: string; demo: boolean; firebase: FirebaseSettings | null };
  store: SettingsStore;
  /** Whether the page /test is there where no setting says so. */
  diagnostics: boolean;
};

/** The public configuration, of every area a little. */
export function createConfigHandler(deps: ConfigDeps): Handlers["config"] {
  const { identity, product } = deps;
  const config = (): OutputOf<"config"> => ({
    name: deps.store.known().values.brandName,
    version: product.version,
    locales: [...localeCodes],
    identity: {
      provider: identity.kind,
      minPasswordLength: defaultPasswordPolicy.minLength,
      password: defaultPasswordPolicy,
      reset: identity.kind !== "local" || deps.mailer !== null,
      confirm: opensByCode(deps, deps.store.known().values),
      link: identity.links !== null && deps.mailer !== null,
      passkeys: deps.rp?.id ?? null,
      oidc: providerOf(deps, deps.store.known().values)?.label ?? null,
      firebase: product.firebase,
    },
    progress: { everyS: 10 },
    ...publicSettings(deps.store.known().values, deps),
    indexing: deps.store.known().values.indexing && !product.demo,
    demo: product.demo,
  });
  // The provider may change its policy at any time, and an admin the settings; until then, the answer lies ready.
  let configured: Prepared<OutputOf<"config">> | null = null;
  let configuredFor: object | null = null;
  return async () => {
    const password = identity.passwordPolicy();
    const { values } = deps.store.known();
    if (configured?.data.identity.password !== password || configuredFor !== values) {
      const minPasswordLength = password.minLength;
      const said = config();
      configured = new Prepared({
        ...said,
        identity: { ...said.identity, minPasswordLength, password },
      });
      configuredFor = values;
    }
    return configured;
  };
}

/** What everybody may know of the settings. */
function publicSettings(values: SettingValues, { diagnostics }: { diagnostics: boolean }) {
  return {
    upload: { maxBytes: uploadMaxBytes(values), pictureMaxBytes: pictureMaxBytes(values) },
    downloads: values.downloads,
    signUp: values.signUp,
    guestWatching: values.guestWatching,
    castReceiver: values.castReceiver,
    contact: values.contactEmail,
    diagnostics: values.diagnostics === "environment" ? diagnostics : values.diagnostics === "on",
  };
}
