import type { OutputOf } from "../../../../contract/index.ts";
import type { SourceNames } from "../../../ports/movie-source.ts";

type Genre = Pick<OutputOf<"z/genre/list">["items"][number], "id" | "names">;

/**
 * Finds the genres of the catalogue by English names of TMDB: by any of a genre's names, or by its id. A name of two,
 * such as `Action & Adventure`, stands for both.
 * @param words TMDB's names in other languages, where they are known: any of them may be that of the genre
 * @returns ids, and the names that no genre has
 */
export function matchGenres(
  names: readonly string[],
  genres: readonly Genre[],
  words: ReadonlyMap<string, SourceNames> = new Map(),
) {
  const byName = new Map<string, string>();
  for (const { id, names: own } of genres)
    for (const name of [id, ...Object.values(own)]) byName.set(folded(name), id);
  const known = new Set<string>();
  const unknown: string[] = [];
  for (const name of names) {
    const spellings = [name, ...Object.values(words.get(name) ?? {})];
    const whole = spellings.map((one) => byName.get(folded(one))).find(Boolean);
    const pieces = whole ? [whole] : name.split(/[&/]/).map((piece) => byName.get(folded(piece)));
    for (const id of pieces) if (id) known.add(id);
    if (!pieces.some(Boolean)) unknown.push(name);
  }
  return { known: [...known], unknown };
}

/** Other spellings of the same genre: TMDB writes `Science Fiction`, and for series `Sci-Fi & Fantasy`. */
const same: Record<string, string> = { scifi: "sciencefiction", kids: "children", romantic: "romance" };

function folded(name: string): string {
  const letters = name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return same[letters] ?? letters;
}
