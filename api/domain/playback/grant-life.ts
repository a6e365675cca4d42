const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * When a media URL stops working.
 *
 * A free title's lasts six to seven hours, longer than any film with its pauses. A VIP title's lasts 15 to 30 minutes:
 * what was signed can't be taken back, and scripts ask for another before it ends. Who has no scripts can't ask, so
 * theirs lasts the film twice over and an hour; the router looks at the session of whoever sends one.
 *
 * On the full hour or quarter: the expiry is in the URL, and what is watched again before it comes from the cache.
 */
export function grantEnd(input: {
  vip: boolean;
  /** For a player without scripts. */
  tracked: boolean;
  durationS: number;
  now: Date;
}): Date {
  const { vip, tracked, durationS, now } = input;
  if (!vip) return fullStep(now, hourMs, 6 * hourMs);
  if (!tracked) return fullStep(now, 15 * minuteMs, 15 * minuteMs);
  return fullStep(now, 15 * minuteMs, Math.min(13 * hourMs, hourMs + 2_000 * durationS));
}

/** The first full step that is at least so long from now. */
function fullStep(now: Date, stepMs: number, leastMs: number): Date {
  return new Date((Math.floor((now.getTime() + leastMs) / stepMs) + 1) * stepMs);
}
