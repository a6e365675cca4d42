import type { Session } from "../domain/accounts/identity/session.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { User } from "../domain/kernel/user.ts";
import type { CallContext } from "./call-context.ts";

/** The router has refused callers without a session already; this says so again where it matters. */
export function signedIn({ session }: Pick<CallContext, "session">): Session {
  if (!session) throw new Failure("unauthorised");
  return session;
}

/** The router has refused callers without the permission already; this says again that it is an admin who calls. */
export function adminOf(context: CallContext): User {
  const { user } = signedIn(context);
  if (user.admin <= 0) throw new Failure("forbidden");
  return user;
}

/** What every write of an admin is told: who, and when. */
export function byAdmin(context: CallContext): { admin: User; now: Date } {
  return { admin: adminOf(context), now: context.now };
}
