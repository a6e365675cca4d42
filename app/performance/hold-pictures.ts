import type { EarlyPlayback } from "./early-playback.ts";

/**
 * Lets the pictures below a video wait for its first frame, with which they would share the line: watch.css leaves them
 * out while the document says so. For three seconds at most, and only while early playback fetches by itself. Also sent
 * as text inside the document: it may use nothing from outside of itself.
 */
export function holdPictures({ fetches, ended }: Pick<EarlyPlayback, "fetches" | "ended">): void {
  if (!fetches) return;
  const { dataset } = document.documentElement;
  const release = (): void => void delete dataset.awaitsFrame;
  dataset.awaitsFrame = "";
  // The event does not bubble.
  document.addEventListener("loadeddata", release, { capture: true, once: true });
  void ended.then(release);
  setTimeout(release, 3_000);
}
