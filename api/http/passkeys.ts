import type { passkeyCalls } from "../../contract/accounts/passkeys.ts";
import { findPendingSignIn } from "../domain/accounts/factors/pending-sign-ins.ts";
import { beginCheck } from "../domain/accounts/passkeys/check-passkey.ts";
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from "../domain/accounts/passkeys/manage-passkeys.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { loginWithPasskey } from "../domain/use-cases/login-with-factor.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import { callerOf } from "./caller-of.ts";
import { confirmed, signedIn } from "./callers.ts";

/** Passkeys: what they are asked for, and those of the caller. */
export function createPasskeyHandlers(deps: AccountsDeps): Pick<Handlers, keyof typeof passkeyCalls> {
  const asker = (context: CallContext, { user } = confirmed(context)) => ({
    user,
    locale: context.locale,
    now: context.now,
  });
  return {
    "passkey/begin": beginHandler(deps),
    "login/passkey": async ({ passkey }, context) =>
      loginWithPasskey(deps, { passkey, ...(await callerOf(deps, context)) }),
    "passkey/begin-add": (_input, context) => beginPasskey(deps, asker(context)),
    "passkey/add": (input, context) => addPasskey(deps, { ...input, ...asker(context) }),
    // A name opens nothing.
    "passkey/rename": async (input, context) => {
      await renamePasskey(deps, { ...input, ...asker(context, signedIn(context)) });
      return {};
    },
    "passkey/remove": async (input, context) => {
      await removePasskey(deps, { ...input, ...asker(context) });
      return {};
    },
  };
}

function beginHandler(deps: AccountsDeps): Handlers["passkey/begin"] {
  return async ({ for: purpose, ticket = "" }, context) => {
    const { now } = context;
    if (purpose === "sign-in") return beginCheck(deps, { asked: { purpose }, uid: null, now });
    if (purpose === "confirm") {
      const { uid } = signedIn(context).user;
      return beginCheck(deps, { asked: { purpose, uid }, uid, now });
    }
    const pending = await findPendingSignIn(deps.db, { ticket, now });
    if (!pending) throw new Failure("sign_in_expired");
    return beginCheck(deps, { asked: { purpose, ticket }, uid: pending.uid, now });
  };
}
