import type { HlsConfig } from "hls.js";

/**
 * Tuned for the first frame: begin with the smallest rung, fetch it while the playlists are still being read,
 * and never fetch more picture than the player is large.
 */
export const tuning = {
  startLevel: 0,
  startFragPrefetch: true,
  testBandwidth: false,
  abrEwmaDefaultEstimate: 1.2e6,
  capLevelToPlayerSize: true,
  // hls.js takes the larger of a length and 60 MB of film: at low rates that is all of it, so the length is capped too.
  maxBufferLength: 40,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
} satisfies Partial<HlsConfig>;

/** Seconds fetched ahead before anybody has pressed play: enough to start at once, not a film nobody asked for. */
export const idleBufferS = 4;

/** Largest picture under the data saver: its smaller side in pixels. */
export const saverHeight = 480;

/**
 * How much of a film is kept in memory, by how much the device has.
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
