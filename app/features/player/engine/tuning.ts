import type { HlsConfig } from "hls.js";

/**
 * Tuned for the first frame: begins with the lowest rendition, fetches it while the playlists are still loading, and
 * never fetches a larger picture than the player.
 */
export const tuning = {
  startLevel: 0,
  startFragPrefetch: true,
  testBandwidth: false,
  abrEwmaDefaultEstimate: 1.2e6,
  capLevelToPlayerSize: true,
  // hls.js takes the larger of a duration and 60 MB: at low bitrates that is the whole video, so the duration is capped
  // too.
  maxBufferLength: 40,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
} satisfies Partial<HlsConfig>;

/**
 * Seconds fetched ahead before the user has pressed play: enough to start at once, without loading a whole video that
 * may not be watched.
 */
export const idleBufferS = 4;

/** Largest picture under the data saver: its smaller side in pixels. */
export const saverHeight = 480;

/**
 * Buffer sizes, by the device's memory.
 * @param memoryGB as browsers round it; unknown in many
 */
export function bufferSizes(memoryGB: number | undefined): Partial<HlsConfig> {
  const { maxBufferLength, maxMaxBufferLength, backBufferLength } = tuning;
  if (memoryGB === undefined || memoryGB > 2)
    return { maxBufferLength, maxMaxBufferLength, backBufferLength };
  return memoryGB > 1
    ? { maxBufferLength: 25, maxMaxBufferLength: 35, backBufferLength: 20, maxBufferSize: 20_000_000 }
    : { maxBufferLength: 15, maxMaxBufferLength: 20, backBufferLength: 10, maxBufferSize: 10_000_000 };
}
