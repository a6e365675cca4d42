import type { PlaybackStart } from "../../../../contract/index.ts";

/** Milliseconds before the end of a grant at which a new one is requested. */
const aheadMs = 120_000;

type Clocks = {
  /** Milliseconds of a monotonic clock, which may stop while the device sleeps. */
  steady?: () => number;
  /** Milliseconds of the device's clock: used for differences only, it may be hours wrong. */
  wall?: () => number;
};

/**
 * Tells how long an episode's URLs still work. Counts from the server's own time at the answer, by the longer of two
 * spans: one clock may sleep with the device, the other may be reset.
 */
export function createGrantClock(
  { now, expiresAt }: Pick<PlaybackStart, "now" | "expiresAt">,
  { steady = () => performance.now(), wall = () => Date.now() }: Clocks = {},
) {
  const began = { steady: steady(), wall: wall() };
  const lastsMs = Date.parse(expiresAt) - Date.parse(now) - aheadMs;
  return {
    /** Milliseconds until fresh URLs are needed; 0 = now. */
    leftMs(): number {
      const passed = Math.max(steady() - began.steady, wall() - began.wall, 0);
      return Math.max(0, lastsMs - passed);
    },
  };
}
