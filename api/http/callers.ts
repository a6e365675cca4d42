import type { Session } from "../domain/accounts/identity/session.ts";
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
