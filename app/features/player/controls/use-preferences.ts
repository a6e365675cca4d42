import { useSyncExternalStore } from "react";
import type { PreferenceStore, Preferences } from "../preferences.ts";

/** What this person chose, as it is now. */
export function usePreferences(preferences: PreferenceStore): Preferences {
  return useSyncExternalStore(preferences.subscribe, preferences.read, preferences.read);
}
