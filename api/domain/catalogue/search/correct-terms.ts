import { spellingDistance } from "./spelling-distance.ts";
import type { Term, Titles } from "./titles.ts";

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
export async function correctTerms(titles: Titles, terms: Term[]): Promise<Correction[]> {
  return Promise.all(terms.map((term) => correct(titles, term)));
}

async function correct(titles: Titles, term: Term): Promise<Correction> {
  const { text, unspaced } = term;
  const length = [...text].length;
  if (unspaced) return { term, known: true, meant: [], alike: [] };
  if (length < shortest || length > longest) return { term, known: false, meant: [], alike: [] };
  const { around, near } = await titles.wordsLike(text);
  const limit = length <= 4 ? 1 : 2;
  const distances = near
    .map((one) => ({ word: one.word, distance: spellingDistance(text, one.word, limit) }))
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
      .filter((one) => one.alike >= alikeFrom)
      .slice(0, mostMeant)
      .map((one) => one.word),
  };
}
