/**
 * A time a caller hands back, as a time that can have been: not before 1970, not after now. Nobody says the future,
 * which would stay the latest for ever.
 */
export function pastTime(said: string, now: Date): Date {
  return new Date(Math.max(0, Math.min(Date.parse(said), now.getTime())));
}
