import { useMemo } from "react";
import type { Movie } from "../../../contract/index.ts";
import type { AccessLevel } from "../../../contract/models.ts";
import type { Series } from "./film.ts";

type SeriesOptions = {
  movie: Movie;
  /** Index of the episode on the stage. */
  current: number;
  /** How far each was watched, 0 to 1, by its index. */
  shares: Record<number, number>;
  /** What who watches has reached. */
  reached: AccessLevel;
};

/** How far each episode was watched, 0 to 1, by its index: of what `progress/of` answers. */
export function sharesOf(
  watched: { index: number; positionS: number; durationS: number }[],
): Record<number, number> {
  const share = (seconds: number, of: number) => (of > 0 ? seconds / of : 0);
  return Object.fromEntries(
    watched.map(({ index, positionS, durationS }) => [index, share(positionS, durationS)]),
  );
}

/** A series around the episode on the stage; null for a film. */
export function useSeries({ movie, current, shares, reached }: SeriesOptions): Series | null {
  return useMemo(() => {
    if (movie.kind !== "series") return null;
    const { episodeList: episodes, access, id } = movie;
    return { episodes, current, shares, access, reached, base: `/video/${id}` };
  }, [movie, current, shares, reached]);
}
