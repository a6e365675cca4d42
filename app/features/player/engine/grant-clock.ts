import type { PlaybackStart } from "../../../../contract/index.ts";

/** Milliseconds before the end of a grant at which a new one is asked for. */
const aheadMs = 120_000;

type Clocks = {
  /** Milliseconds that only move on, but may stand still while the device sleeps. */
  steady?: () => number;
  /** Milliseconds of the device's clock: counted on for spans alone, it may be hours wrong. */
  wall?: () => number;
};

/**
 * Tells how long a film's URLs still work. Counts from the server's own time at the answer, by the longer of two spans:
 * one clock sleeps with the device, the other may be set.
 */
export function createGrantClock(
  { now, expiresAt }: Pick<PlaybackStart, "now" | "expiresAt">,
  { steady = () => performance.now(), wall = () => Date.now() }: Clocks = {},
) {
  const began = { steady: steady(), wall: wall() };
  const lastsMs = Date.parse(expiresAt) - Date.parse(now) - aheadMs;
  return {
    /** Milliseconds until fresh URLs are wanted; 0 = now. */
    leftMs(): number {
      const passed = Math.max(steady() - began.steady, wall() - began.wall, 0);
      return Math.max(0, lastsMs - passed);
    },
  };
}
