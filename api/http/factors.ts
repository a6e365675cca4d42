import type { factorCalls } from "../../contract/accounts/factors.ts";
import { hasFactor } from "../domain/accounts/factors/check-factor.ts";
import { confirmSession } from "../domain/accounts/factors/confirm-session.ts";
import {
  beginFactor,
  factorState,
  renewCodes,
  turnFactorOff,
  turnFactorOn,
} from "../domain/accounts/factors/set-up-factor.ts";
import type { User } from "../domain/kernel/user.ts";
import { listPasskeys, mayHavePasskeys } from "../domain/accounts/passkeys/manage-passkeys.ts";
import { loginWithFactor } from "../domain/use-cases/login-with-factor.ts";
import { confirmed, signedIn } from "./callers.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { callerOf } from "./caller-of.ts";

/** Second factors, the sign-ins that wait for one, and the confirmation of a session. */
export function createFactorHandlers(deps: AccountsDeps): Pick<Handlers, keyof typeof factorCalls> {
  const asker = (context: CallContext) => ({
    user: confirmed(context).user,
    locale: context.locale,
    now: context.now,
  });
  return {
    "login/factor": async (input, context) =>
      loginWithFactor(deps, { ...input, ...(await callerOf(deps, context)) }),
    "session/confirm": async (input, context) => {
      await confirmSession(deps, {
        ...input,
        session: signedIn(context),
        locale: context.locale,
        now: context.now,
      });
      return {};
    },
    "factor/state": async (_input, context) => {
      const { user } = signedIn(context);
      return {
        ...(await factorState(deps, user)),
        needed: await needsFactor(deps, user),
        passkeysPossible: mayHavePasskeys(deps, user),
        passkeys: await listPasskeys(deps.db, user.uid),
      };
    },
    "factor/begin": async ({ ticket }, context) => beginFactor(deps, { ...asker(context), ticket }),
    "factor/turn-on": (input, context) => turnFactorOn(deps, { ...input, ...asker(context) }),
    "factor/renew-codes": (_input, context) => renewCodes(deps, asker(context)),
    "factor/turn-off": async (_input, context) => {
      await turnFactorOff(deps, asker(context));
      return {};
    },
  };
}

/** @returns whether an admin has to set a second factor up first, as the operator wants it */
export async function needsFactor(
  { db, store }: Pick<AccountsDeps, "db" | "store">,
  { admin, uid }: User,
): Promise<boolean> {
  return admin > 0 && store.known().values.adminsNeedFactor && !(await hasFactor(db, uid));
}
