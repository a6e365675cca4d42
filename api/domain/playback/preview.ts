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

/** The lengths of a part's segments, as `playback/start` tells them. */
export function runsOf(runs: AssetFacts["segments"], { segments }: FilmPart): AssetFacts["segments"] {
  let left = segments;
  return runs.flatMap(([lengthS, count]): AssetFacts["segments"] => {
    const taken = Math.min(count, left);
    left -= taken;
    return taken > 0 ? [[lengthS, taken]] : [];
  });
}
