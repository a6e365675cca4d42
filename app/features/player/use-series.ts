import { useMemo } from "react";
import type { Movie } from "../../../contract/index.ts";
import type { AccessLevel } from "../../../contract/models.ts";
import type { Series } from "./now-playing.ts";

type SeriesOptions = {
  movie: Movie;
  /** Index of the episode being played. */
  current: number;
  /** Share of each episode that was watched, 0 to 1, by its index. */
  shares: Record<number, number>;
  /** The level the user has. */
  reached: AccessLevel;
};

/** Share of each episode that was watched, 0 to 1, by its index, from the answer of `progress/of`. */
export function sharesOf(
  watched: { index: number; positionS: number; durationS: number }[],
): Record<number, number> {
  const share = (seconds: number, of: number) => (of > 0 ? seconds / of : 0);
  return Object.fromEntries(
    watched.map(({ index, positionS, durationS }) => [index, share(positionS, durationS)]),
  );
}

/** A series around the episode being played; null for a film. */
export function useSeries({ movie, current, shares, reached }: SeriesOptions): Series | null {
  return useMemo(() => {
    if (movie.kind !== "series") return null;
    const { episodeList: episodes, seasonList: seasons = [], access, id } = movie;
    return { seasons, episodes, current, shares, access, reached, base: `/video/${id}` };
  }, [movie, current, shares, reached]);
}
