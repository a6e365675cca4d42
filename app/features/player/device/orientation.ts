import type { PlayerStore } from "../player-store.ts";

/** `lock` is missing if a page can't rotate the device. */
type Lockable = { lock?: (orientation: "portrait" | "landscape") => Promise<void>; unlock: () => void };

/**
 * Rotates the screen to the video's orientation in fullscreen, if the device allows it; and back at the end.
 * @returns a function that stops it
 */
export function turnWithFullscreen(
  store: PlayerStore,
  media: HTMLVideoElement,
  orientation: Lockable | undefined,
): () => void {
  if (!orientation?.lock) return () => undefined;
  let turned = false;
  const look = (fullscreen: boolean) => {
    if (fullscreen === turned) return;
    turned = fullscreen;
    if (!fullscreen) return orientation.unlock();
    const upright = media.videoHeight > media.videoWidth;
    // Computers have the method and refuse it.
    void orientation.lock!(upright ? "portrait" : "landscape").catch(() => undefined);
  };
  const unsubscribe = store.subscribe(({ fullscreen }) => look(fullscreen));
  return () => {
    unsubscribe();
    look(false);
  };
}
