import type { OutputOf } from "../../../contract/index.ts";

export type Option = { value: string; label: string };

/** Genres to choose from, by their names in the reader's language. */
export function genreOptions(items: OutputOf<"z/genre/list">["items"], locale: string): Option[] {
  return items
    .map(({ id, names }) => ({
      value: id,
      label: names[locale as "en"] ?? names.en ?? Object.values(names)[0] ?? id,
    }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
