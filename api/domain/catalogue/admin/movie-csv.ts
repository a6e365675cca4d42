import { locales } from "../../../../contract/locales.ts";

/**
 * Columns of a CSV row: a movie, or with a number in `episode` that episode's season, number and own level. Without
 * `episode`, season and number name the episode. Lists separate their entries with `|`.
 */
export const plainColumns = [
  "id",
  "episode",
  "season",
  "number",
  "kind",
  "status",
  "access",
  "teaserS",
  "year",
  "rating",
  "ageRatings",
  "originalLanguage",
  "genres",
  "tags",
  "collections",
  "publishAt",
  "hideAt",
  "premiereOn",
] as const;
export const textColumnsOf = (locale: string) => [`title.${locale}`, `description.${locale}`];
export const textColumns = locales.flatMap(textColumnsOf);
export const csvColumns: readonly string[] = [...plainColumns, ...textColumns];

export const listMark = "|";
/** The columns up to `teaserS`: all that a line about an episode has. */
export const levelColumns = plainColumns.indexOf("teaserS") + 1;
/** In a line about an episode: the same as its movie's. */
export const asMovie = "title";
