/**
 * Follows whether the user wants a video to play. An error pauses the element too, and so does a new source: neither is
 * the user's wish.
 */
export function followPlaying(media: HTMLMediaElement, signal: AbortSignal): () => boolean {
  let playing = !media.paused;
  media.addEventListener("play", () => (playing = true), { signal });
  media.addEventListener("pause", () => (playing &&= !media.paused || media.error !== null), { signal });
  return () => playing;
}
