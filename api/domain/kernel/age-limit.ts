/**
 * What a kids profile may see: titles for viewers of at most this age, in years. `unrated`: those without an age rating
 * as well. Null = there is no limit.
 */
export type AgeLimit = { age: number; unrated: boolean } | null;

/** A limit as a part of a cache's key; empty for none, so that those keys stay what they are. */
export function limitKey(limit: AgeLimit): string {
  return limit === null ? "" : ` up to ${limit.age}${limit.unrated ? " or unrated" : ""}`;
}
