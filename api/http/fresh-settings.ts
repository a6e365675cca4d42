import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { CallContext, Handlers } from "./call-context.ts";

/**
 * The same handlers; each first checks that the known settings are current. Most calls find a recent check and continue
 * without a promise.
 */
export function withFreshSettings(handlers: Handlers, settings: SettingsStore): Handlers {
  // TypeScript cannot follow one name through two records, see create-api.ts.
  type Perform = (input: object, context: CallContext) => unknown;
  const fresh = Object.entries(handlers as Record<string, Perform>).map(([name, perform]) => [
    name,
    (input: object, context: CallContext) => {
      const wait = settings.fresh();
      return wait ? wait.then(() => perform(input, context)) : perform(input, context);
    },
  ]);
  return Object.fromEntries(fresh) as Handlers;
}
