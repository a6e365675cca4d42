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
