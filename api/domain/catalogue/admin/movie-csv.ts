import { locales } from "../../../../contract/locales.ts";

/** Columns of a movie in a CSV row. Lists separate their entries with `|`. */
export const plainColumns = [
  "id",
  "kind",
  "status",
  "access",
  "teaserS",
  "year",
  "rating",
  "originalLanguage",
  "genres",
  "tags",
  "publishAt",
  "hideAt",
] as const;
export const textColumnsOf = (locale: string) => [`title.${locale}`, `description.${locale}`];
export const textColumns = locales.flatMap(textColumnsOf);
export const csvColumns: readonly string[] = [...plainColumns, ...textColumns];

export const listMark = "|";
