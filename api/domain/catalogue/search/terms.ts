import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";

/** One word of a query, or a run of a script written without spaces; folded as the catalogue is. */
export type Term = { text: string; unspaced: boolean };

/** Words past these say nothing more, and each costs a look-up. */
const mostTerms = 8;

/** A query's terms, cut by the same function that cuts the titles. Empty when there is no letter or digit in it. */
export async function termsOf(db: Db, q: string): Promise<Term[]> {
  const [row] = await db
    .select({
      texts: sql<string[]>`search_terms(fold(${q}))`,
      unspaced: sql<
        boolean[]
      >`array(select unspaced(term) from unnest(search_terms(fold(${q}))) with ordinality as cut(term, place) order by place)`,
    })
    .from(sql`(select 1) as once`);
  const { texts = [], unspaced = [] } = row ?? {};
  return texts.slice(0, mostTerms).map((text, place) => ({ text, unspaced: unspaced[place] === true }));
}

/** A word shorter than this is not taken for the beginning of one, except the last, which may still be being typed. */
const shortestBeginning = 4;

/** The `tsquery` of titles that have every term. With `first`, those that begin with the first one. */
export function queryOf(terms: Term[], { first = false } = {}): string {
  return terms
    .map((term, place) => {
      const mark = first && place === 0 ? "^" : "";
      if (term.unspaced)
        return gramsOf(term.text)
          .map((gram, at) => lexeme((at === 0 ? mark : "") + gram))
          .join(" & ");
      const open = place === terms.length - 1 || term.text.length >= shortestBeginning;
      return lexeme(mark + cut(term.text, 60), open);
    })
    .join(" & ");
}

/** The `tsquery` of titles that are the terms and nothing else. */
export function wholeQueryOf(terms: Term[]): string {
  return lexeme(`=${cut(terms.map(({ text }) => text).join(" "), 200)}`);
}

/** One lexeme of a `tsquery`, quoted. @param open also what begins with it */
export function lexeme(text: string, open = false): string {
  return `'${text.replaceAll(/['\\]/g, "$&$&")}'${open ? ":*" : ""}`;
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
