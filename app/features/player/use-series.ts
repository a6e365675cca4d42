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

/** A series around the episode on the stage; null for a film. */
export function useSeries({ movie, current, shares, reached }: SeriesOptions): Series | null {
  return useMemo(() => {
    if (movie.kind !== "series") return null;
    const { episodeList: episodes, access, id } = movie;
    return { episodes, current, shares, access, reached, base: `/video/${id}` };
  }, [movie, current, shares, reached]);
}
