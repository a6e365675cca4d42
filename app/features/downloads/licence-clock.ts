/**
 * What is known of the time without a request. Times are milliseconds since 1970.
 * It can't be exact: a user who keeps setting the device's clock back keeps the time where it was last seen. It never
 * runs backwards, though, and the next answer of the server corrects it.
 */
export type LicenceClock = {
  /** The latest time known to have passed. */
  highest: number;
  /** How far the server's clock was ahead of the device's at the last answer. */
  aheadMs: number;
};

export const unknownTime: LicenceClock = { highest: 0, aheadMs: 0 };

/** Takes the server's time: it replaces an earlier estimate, even a later one. */
export function learnTime(serverNow: number, deviceNow: number): LicenceClock {
  return { highest: serverNow, aheadMs: serverNow - deviceNow };
}

/** @returns the time as far as it is known: never earlier than before */
export function timeBy({ highest, aheadMs }: LicenceClock, deviceNow: number): number {
  return Math.max(highest, deviceNow + aheadMs);
}

/** Records that this time has passed. */
export function moveOn(clock: LicenceClock, deviceNow: number): LicenceClock {
  return { ...clock, highest: timeBy(clock, deviceNow) };
}
