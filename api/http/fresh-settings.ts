import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { CallContext, Handlers } from "./call-context.ts";

/**
 * The same handlers, each after a look whether the settings are still those that are known. Most calls find that it was
 * done just now, and go on at once, without a promise.
 */
export function withFreshSettings(handlers: Handlers, settings: SettingsStore): Handlers {
  // One name can't be followed through two records, see create-api.ts.
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
