import { Failure } from "../domain/kernel/failure.ts";
import type { User } from "../domain/kernel/user.ts";
import type { CallContext } from "./call-context.ts";

/** The router already refuses callers without the permission; this checks again that the caller is an admin. */
export function adminOf({ session }: CallContext): User {
  if (!session) throw new Failure("unauthorised");
  if (session.user.admin <= 0) throw new Failure("forbidden");
  return session.user;
}
