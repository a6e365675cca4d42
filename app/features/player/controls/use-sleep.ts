import { useSyncExternalStore } from "react";
import type { Sleep, SleepTimer } from "../sleep-timer.ts";

/** The sleep timer's state, kept up to date. */
export function useSleep(sleep: SleepTimer): Sleep {
  return useSyncExternalStore(sleep.subscribe, sleep.read, sleep.read);
}
