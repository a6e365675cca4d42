import type { TFunction } from "i18next";
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

const trailerParts: readonly MoviePart[] = ["texts", "video", "subtitles"];

/** A film has no list of episodes: its only one is shown with its video. A trailer has little else. */
export function partsOf({ kind, trailerOf }: Pick<AdminMovie, "kind" | "trailerOf">): MoviePart[] {
  if (trailerOf !== null) return [...trailerParts];
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

/** Where the arrow of a movie's page leads: to the list, and from a trailer to its title. */
export function backOf(t: TFunction, { trailerOf }: Pick<AdminMovie, "trailerOf">) {
  return trailerOf === null
    ? { to: "/z/page/movie", label: t("admin.section.movies") }
    : { to: partUrl(trailerOf, "video"), label: t("admin.trailer.of") };
}
