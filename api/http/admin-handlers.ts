import type { adminAuditCalls } from "../../contract/calls/admin-audit.ts";
import type { adminSetupCalls } from "../../contract/calls/admin-setup.ts";
import { listAudit } from "../domain/audit/list-audit.ts";
import { actorOf, type Actor } from "../domain/audit/record-audit.ts";
import { Failure } from "../domain/failure.ts";
import { claimSetup, setupState } from "../domain/people/first-owner.ts";
import type { User } from "../domain/identity/session.ts";
import type { Db } from "../db/client.ts";
import type { CallContext, Handlers } from "./call-context.ts";

export type AdminDeps = { db: Db };
type AdminCall = keyof (typeof adminAuditCalls & typeof adminSetupCalls);

/** The calls of the admin area, `z/…`. Each is guarded by its permission in the contract: see create-api.ts. */
export function createAdminHandlers({ db }: AdminDeps): Pick<Handlers, AdminCall> {
  return {
    "z/audit/list": (input) => listAudit(db, input),

    "z/setup/state": ({ code }, { now }) => setupState(db, { code, now }),
    "z/setup/claim": ({ code }, { session, now }) => {
      if (!session) throw new Failure("unauthorised");
      return claimSetup(db, { user: session.user, code, now });
    },
  };
}

/** The router has refused callers without the right already; this says so again where it matters. */
export function adminOf({ session }: CallContext): { user: User; actor: Actor } {
  if (!session) throw new Failure("unauthorised");
  if (session.user.admin <= 0) throw new Failure("forbidden");
  return { user: session.user, actor: actorOf(session.user) };
}
