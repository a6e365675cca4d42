/**
 * What is known of the time, without asking anybody. Times are milliseconds since 1970.
 *
 * It can't be exact: whoever keeps setting the device's clock back keeps the time where it was last seen. It never goes
 * backwards, though, and the next word from the server sets it right.
 */
export type LicenceClock = {
  /** The latest moment that has certainly come. */
  highest: number;
  /** How much the server's clock was ahead of the device's when it was last heard of. */
  aheadMs: number;
};

export const unknownTime: LicenceClock = { highest: 0, aheadMs: 0 };

/** The server has said what time it is: its word counts, also where an earlier guess was later than that. */
export function learnTime(serverNow: number, deviceNow: number): LicenceClock {
  return { highest: serverNow, aheadMs: serverNow - deviceNow };
}

/** @returns the time as far as it is known: never earlier than it has been once */
export function timeBy({ highest, aheadMs }: LicenceClock, deviceNow: number): number {
  return Math.max(highest, deviceNow + aheadMs);
}

/** Remembers that this moment has come. */
export function moveOn(clock: LicenceClock, deviceNow: number): LicenceClock {
  return { ...clock, highest: timeBy(clock, deviceNow) };
}
