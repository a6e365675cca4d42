import type { FactorDeps } from "../domain/accounts/factors/set-up-factor.ts";
import type { AvatarDeps } from "../domain/accounts/identity/avatar.ts";
import type { PasswordDeps } from "../domain/accounts/identity/forgotten-password.ts";
import type { NativeHost } from "../domain/accounts/identity/native-host.ts";
import type { OidcDeps } from "../domain/accounts/oidc/sign-in-by-oidc.ts";
import type { PasskeyDeps } from "../domain/accounts/passkeys/check-passkey.ts";
import type { SignUpCodeDeps } from "../domain/accounts/identity/sign-up-code.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";

/** What the handlers of accounts are made of. */
export type AccountsDeps = PasswordDeps &
  FactorDeps &
  AvatarDeps &
  SignUpCodeDeps &
  PasskeyDeps &
  OidcDeps & {
    nativeHost: NativeHost | null;
    store: SettingsStore;
    /** Writes a user's places that still wait. */
    flushProgress: (uid: string) => Promise<void>;
    /** The day and network of a call as one name that is no address; null for an unknown address. */
    originOf: (call: { address: string; now: Date }) => string | null;
  };
