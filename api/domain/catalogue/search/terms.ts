import type { Lexeme, Query, Term } from "./titles.ts";

/** Further words add nothing to a search, and each costs a look-up. */
export const mostTerms = 8;
/** A shorter word does not match as a beginning, except the last one, which the user may still be typing. */
const shortestBeginning = 4;

/** Query for titles that contain every term. With `first`, only those that begin with the first term. */
export function queryOf(terms: Term[], { first = false } = {}): Query {
  return terms.flatMap((term, place) => {
    const mark = first && place === 0 ? "^" : "";
    if (term.unspaced) return gramsOf(term.text).map((gram, at) => [lexeme((at === 0 ? mark : "") + gram)]);
    const open = place === terms.length - 1 || term.text.length >= shortestBeginning;
    return [[lexeme(mark + cut(term.text, 60), open)]];
  });
}

/** Query for titles that consist of exactly the terms. */
export function wholeQueryOf(terms: Term[]): Query {
  return [[lexeme(`=${cut(terms.map(({ text }) => text).join(" "), 200)}`)]];
}

/** @param open also matches words that begin with it */
export function lexeme(text: string, open = false): Lexeme {
  return { text, open };
}

/** The character pairs that an unspaced run is searched by; for a single character, that one. */
export function gramsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, place) => characters[place]! + character);
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
