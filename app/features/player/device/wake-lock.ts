import type { PlayerState, PlayerStore } from "../player-store.ts";

/**
 * Keeps the screen awake during playback. The browser releases the lock by itself when the page is hidden; this takes
 * it again when the page is back and still playing.
 * @returns a function that stops it
 */
export function keepAwake(store: PlayerStore, document: Document, navigator: Navigator): () => void {
  if (!("wakeLock" in navigator)) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let asking = false;
  let stopped = false;
  const wanted = () => !stopped && isPlayingHere(store.state()) && document.visibilityState === "visible";
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
        // Refused when the battery is low: playback continues anyway.
        .catch(() => undefined)
        .finally(() => {
          asking = false;
          if (!wanted()) look();
        });
    }
  };
  let before = isPlayingHere(store.state());
  const unsubscribe = store.subscribe((state) => {
    const now = isPlayingHere(state);
    if (now === before) return;
    before = now;
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

/** While another screen plays, this one may sleep. */
function isPlayingHere({ phase, remote }: PlayerState): boolean {
  return phase === "playing" && remote !== "connected";
}
