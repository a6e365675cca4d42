import type { Lexeme, Query, Term } from "./titles.ts";

/** Words past these say nothing more, and each costs a look-up. */
export const mostTerms = 8;
/** A word shorter than this is not taken for the beginning of one, except the last, which may still be being typed. */
const shortestBeginning = 4;

/** What a title with every term can be found by. With `first`, those that begin with the first one. */
export function queryOf(terms: Term[], { first = false } = {}): Query {
  return terms.flatMap((term, place) => {
    const mark = first && place === 0 ? "^" : "";
    if (term.unspaced) return gramsOf(term.text).map((gram, at) => [lexeme((at === 0 ? mark : "") + gram)]);
    const open = place === terms.length - 1 || term.text.length >= shortestBeginning;
    return [[lexeme(mark + cut(term.text, 60), open)]];
  });
}

/** What titles that are the terms and nothing else can be found by. */
export function wholeQueryOf(terms: Term[]): Query {
  return [[lexeme(`=${cut(terms.map(({ text }) => text).join(" "), 200)}`)]];
}

/** @param open also what begins with it */
export function lexeme(text: string, open = false): Lexeme {
  return { text, open };
}

/** The pairs of characters an unspaced run is found by; of one character, that one. */
export function gramsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, place) => characters[place]! + character);
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join("");
}
