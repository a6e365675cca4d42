import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { genreNames } from "../../../db/schema.ts";
import type { Term } from "./terms.ts";

/** Genres by the terms of their names, joined by spaces, in all languages. */
export type GenreTerms = Map<string, string>;

/** What the words of a search name, and the terms that name nothing. */
export type NamedFacts = { genres: string[]; year: number | null; rest: Term[] };

/** Japanese, Chinese and Korean write a word for "year" behind it. */
const yearTerm = /^(18[7-9]\d|19\d\d|20\d\d)년?$/;
const yearWord = "年";
/** Zeros of the digits that Arabic and Persian keyboards write. */
const zeros = [0x660, 0x6f0];

/** Reads the names of all genres, split as a search is. */
export async function genreTermsOf(db: Db): Promise<GenreTerms> {
  const rows = await db
    .select({
      genre: genreNames.genre,
      terms: sql<string>`array_to_string(search_terms(fold(${genreNames.name})), ' ')`,
    })
    .from(genreNames);
  return new Map(rows.map(({ genre, terms }) => [terms, genre]));
}

/**
 * Finds genres' names, of one word or several, and a year among the terms of a search.
 * @returns null if it names neither
 */
export function namedFactsOf(terms: Term[], names: GenreTerms): NamedFacts | null {
  const genres: string[] = [];
  const rest: Term[] = [];
  let year: number | null = null;
  for (let at = 0; at < terms.length;) {
    const name = nameAt(terms, at, names);
    const digits: string | undefined = yearTerm.exec(digitsOf(terms[at]!.text))?.[1];
    if (name) genres.push(name.genre);
    else if (digits && year === null) year = Number(digits);
    else if (terms[at]!.text !== yearWord || year === null) rest.push(terms[at]!);
    at += name?.length ?? 1;
  }
  return genres.length > 0 || year !== null ? { genres, year, rest } : null;
}

/** The longest name that begins at a term. */
function nameAt(terms: Term[], at: number, names: GenreTerms): { genre: string; length: number } | null {
  for (let length = terms.length - at; length > 0; length--) {
    const words = terms.slice(at, at + length).map(({ text }) => text);
    const genre = names.get(words.join(" "));
    if (genre !== undefined) return { genre, length };
  }
  return null;
}

/** A text with the digits 0 to 9 instead of those of other scripts. */
function digitsOf(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.codePointAt(0)!;
    return String(code - zeros.findLast((zero) => zero <= code)!);
  });
}
