import type { PlayerStore } from "../player-store.ts";

/**
 * Keeps the screen awake while a film plays. The browser lets go of it by itself when the page is hidden; it is taken
 * again when the page is back and the film still plays.
 * @returns how to stop
 */
export function keepAwake(store: PlayerStore, document: Document, navigator: Navigator): () => void {
  if (!("wakeLock" in navigator)) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let asking = false;
  let stopped = false;
  const wanted = () =>
    !stopped && store.state().phase === "playing" && document.visibilityState === "visible";
  const look = () => {
    if (!wanted()) {
      void lock?.release();
      lock = null;
    } else if (!asking && (lock === null || lock.released)) {
      asking = true;
      navigator.wakeLock
        .request("screen")
        .then((given) => {
          lock = given;
        })
        // Refused when the battery is low: the film plays on all the same.
        .catch(() => undefined)
        .finally(() => {
          asking = false;
          if (!wanted()) look();
        });
    }
  };
  let phase = store.state().phase;
  const unsubscribe = store.subscribe((state) => {
    if (state.phase === phase) return;
    phase = state.phase;
    look();
  });
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    stopped = true;
    unsubscribe();
    document.removeEventListener("visibilitychange", look);
    look();
  };
}
