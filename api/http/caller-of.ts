import type { HeldSession, Caller } from "../domain/use-cases/login.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { CallContext } from "./call-context.ts";

/** Who signs in: the session they hold, where from, and the operator's rules. A guest's places are written first. */
export async function callerOf(
  deps: Pick<AccountsDeps, "flushProgress" | "originOf" | "store">,
  { bearer, sessionOf, locale, now, userAgent, address }: CallContext,
): Promise<Caller> {
  const session = bearer ? await sessionOf(bearer) : null;
  const held: HeldSession | null = bearer && session ? { ...session, token: bearer } : null;
  // A guest's history moves to the account.
  if (held?.user.anonymous) await deps.flushProgress(held.user.uid);
  const origin = deps.originOf({ address, now });
  return { held, userAgent, locale, origin, now, rules: deps.store.known().values };
}
