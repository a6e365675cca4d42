/** A time sent by a caller, limited to 1970 until now. A time in the future would stay the latest for ever. */
export function pastTime(said: string, now: Date): Date {
  return new Date(Math.max(0, Math.min(Date.parse(said), now.getTime())));
}
