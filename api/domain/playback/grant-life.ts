const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * When a media URL stops working.
 *
 * A free title's lasts six to seven hours, longer than any film with its pauses. A VIP title's lasts 15 to 30 minutes:
 * what was signed can't be taken back, and scripts ask for another before it ends. Who has no scripts can't ask, so
 * theirs lasts the film twice over and an hour; the router looks at the session of whoever sends one.
 *
 * None outlasts the membership it was signed for: who extends it meanwhile is given another when this one ends.
 *
 * On the full hour or quarter: the expiry is in the URL, and what is watched again before it comes from the cache.
 */
export function grantEnd(input: {
  vip: boolean;
  /** For a player without scripts. */
  tracked: boolean;
  durationS: number;
  now: Date;
  /** When the viewer's VIP ends; null = it does not, as an admin's. */
  vipUntil: Date | null;
}): Date {
  const { vip, tracked, durationS, now, vipUntil } = input;
  if (!vip) return fullStep(now, hourMs, 6 * hourMs);
  const lifeMs = tracked ? Math.min(13 * hourMs, hourMs + 2_000 * durationS) : 15 * minuteMs;
  const end = fullStep(now, 15 * minuteMs, lifeMs);
  return vipUntil && vipUntil < end ? vipUntil : end;
}

/** The first full step that is at least so long from now. */
function fullStep(now: Date, stepMs: number, leastMs: number): Date {
  return new Date((Math.floor((now.getTime() + leastMs) / stepMs) + 1) * stepMs);
}
