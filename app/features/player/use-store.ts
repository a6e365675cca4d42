import { useSyncExternalStore } from "react";
import type { PlayerState, PlayerStore } from "./player-store.ts";

/**
 * A part of a player's state. The component renders again when that part has changed.
 * @param select returns the same value while nothing has changed: no new object
 */
export function usePlayerState<T>(store: PlayerStore, select: (state: PlayerState) => T): T {
  const read = () => select(store.state());
  return useSyncExternalStore(store.subscribe, read, read);
}
