import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { spellingDistance } from "./spelling-distance.ts";
import type { Term } from "./terms.ts";

/** A search term, with the catalogue's words that the user may have meant. */
export type Correction = {
  term: Term;
  /** A title has a word that begins with the term. */
  known: boolean;
  /** Words one or two letters away, only the nearest ones; then words that contain the term. */
  meant: string[];
  /** Words that only look like it, used if nothing else is found. */
  alike: string[];
};

/** Words of the catalogue that resemble a term. */
type WordsLike = {
  /** Words that contain it; those that begin with it first, shorter ones first. At most four. */
  around: string[];
  /** Words of about its length and how similar their trigrams are, from 0 to 1; the most similar first. At most forty. */
  near: [word: string, alike: number][];
};

const shortest = 3;
const longest = 30;
/** Minimum similarity, from 0 to 1, of a word that replaces an unknown one. */
const alikeFrom = 0.35;
const mostMeant = 4;

/** Finds corrections for each term among the words of all titles. Runs of an unspaced script stay as they are. */
export async function correctTerms(db: Db, terms: Term[]): Promise<Correction[]> {
  const texts = terms.filter(isCorrectable).map(({ text }) => text);
  const words = texts.length > 0 ? await wordsLike(db, texts) : [];
  return terms.map((term) => {
    const like = words[texts.indexOf(term.text)];
    return like ? correct(term, like) : { term, known: term.unspaced, meant: [], alike: [] };
  });
}

function isCorrectable({ text, unspaced }: Term): boolean {
  const length = [...text].length;
  return !unspaced && length >= shortest && length <= longest;
}

function correct(term: Term, { around, near }: WordsLike): Correction {
  const { text } = term;
  const limit = [...text].length <= 4 ? 1 : 2;
  const distances = near
    .map(([word]) => ({ word, distance: spellingDistance(text, word, limit) }))
    .filter(({ distance }) => distance > 0);
  const least = Math.min(limit, ...distances.map(({ distance }) => distance));
  const typos = distances.filter(({ distance }) => distance === least).map((one) => one.word);
  const known = around.some((word) => word.startsWith(text));
  const parts = around.filter((word) => !word.startsWith(text));
  return {
    term,
    known,
    meant: [...new Set([...typos, ...parts])].slice(0, mostMeant),
    alike: near
      .filter(([, alike]) => alike >= alikeFrom)
      .slice(0, mostMeant)
      .map(([word]) => word),
  };
}

/** The words like each text, in one statement. */
async function wordsLike(db: Db, texts: string[]): Promise<WordsLike[]> {
  const each = texts.map((text, place) => {
    const length = [...text].length;
    return sql`select ${place}::int as place,
      array(select word from search_word where word like ${`%${text}%`}
        order by (word like ${`${text}%`}) desc, length(word), word limit 4) as around,
      (select coalesce(json_agg(json_build_array(word, alike) order by alike desc, word), '[]') from (
        select word, similarity(word, ${text}) as alike from search_word
        where length(word) between ${length - 2}::int and ${length + 4}::int and word % ${text}
        order by alike desc, word limit 40) as alike) as near`;
  });
  return rowsOf<WordsLike>(await db.execute(sql`${sql.join(each, sql` union all `)} order by place`));
}
