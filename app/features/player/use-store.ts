import { useSyncExternalStore } from "react";
import type { PlayerState, PlayerStore } from "./player-store.ts";

/**
 * A part of a player's state. The component renders again when that part has become another value.
 * @param select a value that stays the same while nothing has changed: no object made on the way
 */
export function usePlayerState<T>(store: PlayerStore, select: (state: PlayerState) => T): T {
  const read = () => select(store.state());
  return useSyncExternalStore(store.subscribe, read, read);
}
