import type { PlayerStore } from "../player-store.ts";

/** `lock` is missing where the device can't be turned by a page. */
type Lockable = { lock?: (orientation: "portrait" | "landscape") => Promise<void>; unlock: () => void };

/**
 * Turns the picture to the film's side while it is shown in fullscreen, where the device lets itself be turned; and
 * back at the end.
 * @returns how to stop
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
