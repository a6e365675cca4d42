import type { AdminMovie } from "../../../../contract/index.ts";

/** The pages of a movie, in the order of their links. */
const movieParts = [
  "facts",
  "texts",
  "episodes",
  "video",
  "subtitles",
  "people",
  "artwork",
  "publishing",
] as const;
export type MoviePart = (typeof movieParts)[number];

/** A film has no list of episodes: its only one is shown with its video. */
export function partsOf(kind: AdminMovie["kind"]): MoviePart[] {
  return movieParts.filter((part) => part !== "episodes" || kind === "series");
}

/** Names of the parts, as keys of texts. */
export const partNames = {
  facts: "admin.movie.facts",
  texts: "admin.movie.texts",
  episodes: "admin.movie.episodes",
  video: "admin.movie.video",
  subtitles: "admin.movie.subtitles",
  people: "admin.movie.people",
  artwork: "admin.movie.artwork",
  publishing: "admin.movie.schedule",
} as const satisfies Record<MoviePart, string>;

/** The address of a part of a movie. */
export function partUrl(
  id: string,
  part: MoviePart,
  query: { episode?: number; lang?: string } = {},
): string {
  const asked = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const search = new URLSearchParams(asked).toString();
  return `/z/page/movie/detail/${id}/${part}${search && `?${search}`}`;
}
