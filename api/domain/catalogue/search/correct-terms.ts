import { spellingDistance } from "./spelling-distance.ts";
import type { Term, Titles } from "./titles.ts";

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

const shortest = 3;
const longest = 30;
/** Minimum similarity, from 0 to 1, of a word that replaces an unknown one. */
const alikeFrom = 0.35;
const mostMeant = 4;

/** Finds corrections for each term among the words of all titles. Runs of an unspaced script stay as they are. */
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
