import { calls, type CallName } from "../../contract/index.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import { needsFactor } from "./factors.ts";

/** Calls that do more for admins than for others. */
const alsoForAdmins: readonly CallName[] = ["oss/form"];

/**
 * The same handlers; where the operator requires a second factor of admins, those without one are refused in the admin
 * area with `factor_needed`. Only then it costs a query.
 */
export function requireFactorOfAdmins(
  handlers: Handlers,
  deps: Pick<AccountsDeps, "db" | "store">,
): Handlers {
  // TypeScript cannot follow one name through two records, see create-api.ts.
  type Perform = (input: object, context: CallContext) => Promise<unknown>;
  const guarded = Object.entries(handlers as Record<string, Perform>).map(([name, perform]) => {
    const isAdmins = calls[name as CallName].access === "admin" || alsoForAdmins.includes(name as CallName);
    if (!isAdmins) return [name, perform];
    const guard: Perform = async (input, context) => {
      const user = context.session?.user;
      if (user && (await needsFactor(deps, user))) throw new Failure("factor_needed");
      return perform(input, context);
    };
    return [name, guard];
  });
  return Object.fromEntries(guarded) as Handlers;
}
