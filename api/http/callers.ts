import type { Session } from "../domain/accounts/identity/session.ts";
import { isConfirmed, requireConfirmed } from "../domain/accounts/factors/confirm-session.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { User } from "../domain/kernel/user.ts";
import type { CallContext } from "./call-context.ts";

/** Repeats the router's check that the call has a session. @throws Failure unauthorised */
export function signedIn({ session }: Pick<CallContext, "session">): Session {
  if (!session) throw new Failure("unauthorised");
  return session;
}

/** Repeats the router's check that an admin calls. @throws Failure unauthorised · forbidden */
export function adminOf(context: CallContext): User {
  const { user } = signedIn(context);
  if (user.admin <= 0) throw new Failure("forbidden");
  return user;
}

/** The admin and the time of a write. */
export function byAdmin(context: CallContext): { admin: User; now: Date } {
  return { admin: adminOf(context), now: context.now };
}

/**
 * For what a stolen session must not do.
 * @param input of an export: its later parts have a cursor, and an hour
 * @throws Failure unauthorised · confirm_required
 */
export function confirmed(context: CallContext, input: { cursor?: string | undefined } = {}): Session {
  return requireConfirmed(signedIn(context), context.now, input.cursor !== undefined);
}

/** The same of an admin, as `byAdmin` answers. @throws Failure unauthorised · forbidden · confirm_required */
export function byConfirmedAdmin(
  context: CallContext,
  input: { cursor?: string | undefined } = {},
): { admin: User; now: Date } {
  const by = byAdmin(context);
  confirmed(context, input);
  return by;
}

/** Whether `confirmed` would let the session pass, for what only some inputs of a call take it. */
export function wasConfirmed(context: CallContext): boolean {
  return isConfirmed(signedIn(context), context.now);
}
