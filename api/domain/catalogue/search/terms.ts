import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";

/** One word of a query, or a run of a script without spaces; folded as the catalogue is. */
export type Term = { text: string; unspaced: boolean };
/** A search word. `open`: also matches words that begin with it. */
export type Lexeme = { text: string; open: boolean };
/** Every group has to match, each by one of its lexemes. */
export type Query = Lexeme[][];

/** Further words add nothing to a search, and each costs a look-up. */
const mostTerms = 8;
/** A shorter word does not match as a beginning, except the last one, which the user may still be typing. */
const shortestBeginning = 4;
const plain = /^[ -~]*$/;

/**
 * Splits a query into terms as the titles are split. Empty if it has no letter or digit. Only plain ASCII is split
 * here, which saves a statement; for everything else the database decides what counts as a letter.
 */
export async function termsOf(db: Db, q: string): Promise<Term[]> {
  if (plain.test(q)) return plainTerms(q).map((text) => ({ text, unspaced: false }));
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

/** One text for queries with the same terms, for a cache's keys. */
export function normaliseQuery(q: string): string {
  return plain.test(q) ? plainTerms(q).join(" ") : q.trim();
}

/** Splits as `fold()` and `search_terms()` do. */
function plainTerms(q: string): string[] {
  const words = q
    .toLowerCase()
    .replaceAll("'", "")
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word !== "").slice(0, mostTerms);
}

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

/** Three characters in a row or more, whose pairs could also be apart in a text. */
export function isLongRun({ text, unspaced }: Term): boolean {
  return unspaced && [...text].length > 2;
}

/** @param open also matches words that begin with it */
export function lexeme(text: string, open = false): Lexeme {
  return { text, open };
}

/** A query as text that PostgreSQL casts to a `tsquery`. */
export function tsqueryOf(query: Query): string {
  return query.map((group) => `(${group.map(quoted).join(" | ")})`).join(" & ");
}

function quoted({ text, open }: Lexeme): string {
  return `'${text.replaceAll(/['\\]/g, "$&$&")}'${open ? ":*" : ""}`;
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
