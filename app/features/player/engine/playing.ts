/**
 * Follows whether the user wants a video to play. An error pauses the element too, and so does a new source: neither is
 * the user's wish.
 */
export function followPlaying(media: HTMLMediaElement, signal: AbortSignal): () => boolean {
  let playing = !media.paused;
  const isPausedByUser = () => media.paused && media.error === null;
  media.addEventListener("play", () => (playing = true), { signal });
  media.addEventListener("pause", () => (playing &&= !isPausedByUser()), { signal });
  // The event comes a moment after the pause. A new source begins without any data.
  return () => playing && !(isPausedByUser() && media.readyState > 0);
}
