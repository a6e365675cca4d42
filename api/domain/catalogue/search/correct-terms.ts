import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { searchWordList } from "../../../db/schema.ts";
import { spellingDistance } from "./spelling-distance.ts";
import type { Term } from "./terms.ts";

/** A term with the words of the catalogue it may have been meant for. */
export type Correction = {
  term: Term;
  /** A title has a word that begins with it. */
  known: boolean;
  /** Words one or two letters away, the nearest alone; then words it is a part of. */
  meant: string[];
  /** Words that merely look like it, for when nothing else is found. */
  alike: string[];
};

const shortest = 3;
const longest = 30;
/** A word more alike than this, of 1, may stand in for one nobody knows. */
const alikeFrom = 0.35;
const mostMeant = 4;

/** What each term may have been meant for, from the words of all titles. Runs of an unspaced script stay as they are. */
export async function correctTerms(db: Db, terms: Term[]): Promise<Correction[]> {
  return Promise.all(terms.map((term) => correct(db, term)));
}

async function correct(db: Db, term: Term): Promise<Correction> {
  const { text, unspaced } = term;
  const length = [...text].length;
  if (unspaced) return { term, known: true, meant: [], alike: [] };
  if (length < shortest || length > longest) return { term, known: false, meant: [], alike: [] };
  const { word } = searchWordList;
  const [around, near] = await Promise.all([
    // Terms hold letters and digits alone: nothing of a pattern is to be escaped.
    db
      .select({ word })
      .from(searchWordList)
      .where(sql`${word} like ${`%${text}%`}`)
      .orderBy(sql`(${word} like ${`${text}%`}) desc`, sql`length(${word})`, word)
      .limit(mostMeant),
    db
      .select({ word, alike: sql<number>`similarity(${word}, ${text})` })
      .from(searchWordList)
      .where(sql`length(${word}) between ${length - 2} and ${length + 4} and ${word} % ${text}`)
      .orderBy(sql`similarity(${word}, ${text}) desc`, word)
      .limit(40),
  ]);
  const limit = length <= 4 ? 1 : 2;
  const distances = near
    .map((one) => ({ word: one.word, distance: spellingDistance(text, one.word, limit) }))
    .filter(({ distance }) => distance > 0);
  const least = Math.min(limit, ...distances.map(({ distance }) => distance));
  const typos = distances.filter(({ distance }) => distance === least).map((one) => one.word);
  const known = around.some((one) => one.word.startsWith(text));
  const parts = around.map((one) => one.word).filter((one) => !one.startsWith(text));
  return {
    term,
    known,
    meant: [...new Set([...typos, ...parts])].slice(0, mostMeant),
    alike: near
      .filter((one) => one.alike >= alikeFrom)
      .slice(0, mostMeant)
      .map((one) => one.word),
  };
}
