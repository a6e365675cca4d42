import { useSyncExternalStore } from "react";
import type { PreferenceStore, Preferences } from "../preferences.ts";

/** This user's preferences, kept up to date. */
export function usePreferences(preferences: PreferenceStore): Preferences {
  return useSyncExternalStore(preferences.subscribe, preferences.read, preferences.read);
}
