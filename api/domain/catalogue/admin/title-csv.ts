import { locales } from "../../../../contract/locales.ts";

/** What a title is in a line of CSV. Lists have `|` between their entries. */
export const plainColumns = [
  "id",
  "kind",
  "status",
  "access",
  "previewS",
  "year",
  "rating",
  "originalLanguage",
  "genres",
  "tags",
  "publishAt",
  "hideAt",
] as const;
export const textColumns = locales.flatMap((locale) => [`title.${locale}`, `description.${locale}`]);
export const csvColumns: readonly string[] = [...plainColumns, ...textColumns];

export const listMark = "|";
