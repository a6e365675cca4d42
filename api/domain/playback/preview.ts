import { opens, type AccessLevel } from "../../../contract/catalogue/access-levels.ts";
import type { AssetFacts } from "../../db/schema.ts";

/** The beginning of a film: so many of its segments, which end at `endS`. */
export type FilmPart = { segments: number; endS: number };

/**
 * The segments it takes to show at least so many seconds: a film is cut between segments and nowhere else.
 * @param seconds as an admin wants it; 0 = no preview
 * @returns null where there is none, or where nobody knows the segments
 */
export function previewOf(runs: AssetFacts["segments"], seconds: number): FilmPart | null {
  let endS = 0;
  let segments = 0;
  for (const [lengthS, count] of runs) {
    const wanted = Math.min(count, Math.max(0, Math.ceil((seconds - endS) / lengthS)));
    segments += wanted;
    endS += wanted * lengthS;
  }
  return segments === 0 ? null : { segments, endS: Math.round(endS * 1000) / 1000 };
}

/** What somebody is given of a film: at most `part` of it; null = all. `level`: what it takes to watch that. */
export type FilmShare = { level: AccessLevel; part: FilmPart | null };

/**
 * The whole film for who has reached its level, the preview for others.
 * @returns null where they are given nothing
 */
export function shareOf(
  runs: AssetFacts["segments"],
  { reached, level, previewS }: { reached: AccessLevel; level: AccessLevel; previewS: number },
): FilmShare | null {
  if (opens(reached, level)) return { level, part: null };
  const part = previewOf(runs, previewS);
  const all = runs.reduce((sum, [, count]) => sum + count, 0);
  // A preview as long as the film is the film: there is no rest that could take anything.
  if (part?.segments === all) return { level: "free", part: null };
  return part && { level, part };
}

/** The lengths of a part's segments, as `playback/start` tells them. */
export function runsOf(runs: AssetFacts["segments"], { segments }: FilmPart): AssetFacts["segments"] {
  let left = segments;
  return runs.flatMap(([lengthS, count]): AssetFacts["segments"] => {
    const taken = Math.min(count, left);
    left -= taken;
    return taken > 0 ? [[lengthS, taken]] : [];
  });
}
