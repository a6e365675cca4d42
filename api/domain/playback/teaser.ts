import { opens, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { AssetFacts } from "../../db/schema.ts";

/** The beginning of an asset: this many segments, which end at `endS`. */
export type Teaser = { segments: number; endS: number };

/**
 * The fewest segments that last at least the given seconds: a teaser is cut between segments only.
 * @param seconds as set by an admin; 0 = no teaser
 * @returns null without a teaser, or if the segments are unknown
 */
export function teaserOf(runs: AssetFacts["segments"], seconds: number): Teaser | null {
  let endS = 0;
  let segments = 0;
  for (const [lengthS, count] of runs) {
    const wanted = Math.min(count, Math.max(0, Math.ceil((seconds - endS) / lengthS)));
    segments += wanted;
    endS += wanted * lengthS;
  }
  return segments === 0 ? null : { segments, endS: Math.round(endS * 1000) / 1000 };
}

/** The part of an asset that a viewer gets: at most `part`; null = all. `level`: the level required for that part. */
export type Entitlement = { level: AccessLevel; part: Teaser | null };

/**
 * The whole asset for viewers who have reached its level, the teaser for others.
 * @returns null if the viewer gets nothing
 */
export function entitlementOf(
  runs: AssetFacts["segments"],
  { reached, level, teaserS }: { reached: AccessLevel; level: AccessLevel; teaserS: number },
): Entitlement | null {
  if (opens(reached, level)) return { level, part: null };
  const part = teaserOf(runs, teaserS);
  const all = runs.reduce((sum, [, count]) => sum + count, 0);
  // A teaser as long as the asset is the whole asset: no rest requires a level.
  if (part?.segments === all) return { level: "free", part: null };
  return part && { level, part };
}

/** The durations of a part's segments, in the form of `playback/start`. */
export function runsOf(
  runs: AssetFacts["segments"],
  { segments }: Pick<Teaser, "segments">,
): AssetFacts["segments"] {
  let left = segments;
  return runs.flatMap(([lengthS, count]): AssetFacts["segments"] => {
    const taken = Math.min(count, left);
    left -= taken;
    return taken > 0 ? [[lengthS, taken]] : [];
  });
}
