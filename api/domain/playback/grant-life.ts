const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * When a media URL stops working.
 *
 * A free movie's URL lasts six to seven hours, longer than any movie with its pauses. A VIP movie's URL lasts 15 to 30
 * minutes: a signed URL can't be revoked, and scripts request another one before it ends. A player without scripts
 * can't, and a receiver plays on while its sender sleeps, so their URLs last twice the asset's length plus an hour; the
 * router checks the session that such a player sends, or that a receiver's URL names.
 *
 * No URL outlasts the membership it was signed for: a user who extends it meanwhile gets another URL when this one
 * ends.
 *
 * It ends on the full hour or quarter: the expiry is part of the URL, so a repeated view before it comes from the
 * cache.
 */
export function grantEnd(input: {
  /** A VIP movie's, or one that opens a movie at a CDN, which knows neither memberships nor deleted movies. */
  vip: boolean;
  /** For a player that can't ask for another URL: one without scripts, or a receiver. */
  lasting: boolean;
  durationS: number;
  now: Date;
  /** When the viewer's VIP ends; null = never, as for an admin. */
  vipUntil: Date | null;
}): Date {
  const { vip, lasting, durationS, now, vipUntil } = input;
  if (!vip) return fullStep(now, hourMs, 6 * hourMs);
  const lifeMs = lasting ? Math.min(13 * hourMs, hourMs + 2_000 * durationS) : 15 * minuteMs;
  const end = fullStep(now, 15 * minuteMs, lifeMs);
  return vipUntil && vipUntil < end ? vipUntil : end;
}

/** The first full step that is at least this far from now. */
function fullStep(now: Date, stepMs: number, leastMs: number): Date {
  return new Date((Math.floor((now.getTime() + leastMs) / stepMs) + 1) * stepMs);
}
