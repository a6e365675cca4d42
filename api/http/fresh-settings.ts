import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { CallContext, Handlers } from "./call-context.ts";

/** The same handlers; each first checks that the known settings are current. */
export function withFreshSettings(handlers: Handlers, settings: SettingsStore): Handlers {
  // TypeScript cannot follow one name through two records, see create-api.ts.
  type Perform = (input: object, context: CallContext) => Promise<unknown>;
  const fresh = Object.entries(handlers as Record<string, Perform>).map(([name, perform]) => [
    name,
    async (input: object, context: CallContext) => {
      await settings.fresh();
      return perform(input, context);
    },
  ]);
  return Object.fromEntries(fresh) as Handlers;
}
