import { listAudit } from "../domain/audit/list-audit.ts";
import { actorOf, type Actor } from "../domain/audit/record-audit.ts";
import { Failure } from "../domain/failure.ts";
import type { User } from "../domain/identity/session.ts";
import type { Db } from "../db/client.ts";
import type { CallContext, Handlers } from "./call-context.ts";

export type AdminDeps = { db: Db };

/** The calls of the admin area, `z/…`. Each is guarded by its permission in the contract: see create-api.ts. */
export function createAdminHandlers({ db }: AdminDeps): Pick<Handlers, "z/audit/list"> {
  return {
    "z/audit/list": (input) => listAudit(db, input),
  };
}

/** The router has refused callers without the right already; this says so again where it matters. */
export function adminOf({ session }: CallContext): { user: User; actor: Actor } {
  if (!session) throw new Failure("unauthorised");
  if (session.user.admin <= 0) throw new Failure("forbidden");
  return { user: session.user, actor: actorOf(session.user) };
}
