import type { MovieCard, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { countKey, decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { correctTerms, type Correction } from "./correct-terms.ts";
import { gramsOf, lexeme, queryOf, wholeQueryOf } from "./terms.ts";
import type { Filters, FoundId, Lexeme, Match, Query, Term, Titles } from "./titles.ts";

type Input = ParsedOf<"movie/search"> & { locale: Locale };
/** What defines a list besides the words: its conditions, its order, its length. */
export type Listing = { locale: Locale; filters: Filters; sort: "new" | "popular"; limit: number };
/** One of several lists that are concatenated. */
export type Tier = { match: Match | null; rare?: boolean };

const defaultLimit = 24;
/** Tier number of a cursor in a list of corrected words. */
const correctedTier = 9;
/** Of titles that share only some of the words, this many of the most popular are ranked. */
const weighed = 200;

/**
 * Searches movies by words and filters. Best first means: the title is these words · it begins with them · it contains
 * them · the description contains them; each group by popularity. Without such matches, words one or two letters away
 * are used (`corrected`). If those find nothing either, titles with some of the words are returned (`near`).
 * @throws Failure invalid for a cursor of another sort
 */
export async function searchMovies(titles: Titles, input: Input): Promise<OutputOf<"movie/search">> {
  const { q, sort = "relevance", limit = defaultLimit, locale } = input;
  const { genre, year, decade, kind, access } = input;
  const filters: Filters = { genre, year, decade, kind, access };
  const listing: Listing = { locale, filters, sort: sort === "new" ? "new" : "popular", limit };
  const place = input.cursor ? placeOf(input.cursor, listing.sort) : null;
  if (q === undefined)
    return { ...(await readTiers(titles, listing, [{ match: null }], place)), near: false, corrected: null };

  const terms = await titles.terms(q);
  if (terms.length === 0) return { items: [], next: null, near: false, corrected: null };
  if (place?.tier !== correctedTier) {
    const tiers =
      sort === "relevance"
        ? await tiersOf(titles, listing, terms)
        : [{ match: { words: queryOf(terms) }, rare: isRare(terms) }];
    const found = await readTiers(titles, listing, tiers, place);
    if (found.items.length > 0 || place) return { ...found, near: false, corrected: null };
  }
  const corrections = await correctTerms(titles, terms);
  const meant = meantQuery(corrections);
  if (meant) {
    const tiers: Tier[] = [];
    tiers[correctedTier] = { match: { title: meant.query } };
    const found = await readTiers(
      titles,
      listing,
      tiers,
      place ?? { tier: correctedTier, key: null, id: "" },
    );
    if (found.items.length > 0 || place) return { ...found, near: true, corrected: meant.text };
  }
  const items = await nearMovies(titles, listing, corrections);
  return { items, next: null, near: items.length > 0, corrected: null };
}

/** Lists of titles for a query, best first: no title is in two of them. */
export function titleTiersOf(terms: Term[], rare = isRare(terms)): Tier[] {
  const runs = runsOf(terms);
  const whole: Match = { title: wholeQueryOf(terms) };
  const begins: Match = { title: queryOf(terms, { first: true }), runs };
  const has: Match = { title: queryOf(terms), runs };
  return [
    { match: whole, rare: true },
    { match: { ...begins, not: [whole] }, rare },
    { match: { ...has, not: [begins, whole] }, rare },
  ];
}

/** The same, plus movies whose description contains the words. If all lists together are rare, each of them is. */
async function tiersOf(titles: Titles, { filters, sort, limit }: Listing, terms: Term[]): Promise<Tier[]> {
  const words = queryOf(terms);
  const inTitle: Match = { title: words, runs: runsOf(terms) };
  const wanted = { match: { words }, filters, sort, after: null, limit: limit + 1 };
  const rare = isRare(terms) || (await titles.areRare(wanted));
  return [...titleTiersOf(terms, rare), { match: { words, not: [inTitle] }, rare }];
}

/** Three words together, or three characters in a row, never match many titles. */
function isRare(terms: Term[]): boolean {
  return terms.length > 2 || terms.some(({ text, unspaced }) => unspaced && [...text].length > 2);
}

/** The pairs of a longer run could be apart in a title, so the whole run is required. */
function runsOf(terms: Term[]): string[] {
  return terms.filter(({ text, unspaced }) => unspaced && [...text].length > 2).map(({ text }) => text);
}

type Place = { tier: number; key: string | null; id: string };

function placeOf(cursor: string, sort: "new" | "popular"): Place {
  const key = (sort === "new" ? timeKey : countKey).source.slice(1);
  const place = decodeCursor(cursor, new RegExp(`^\\d:${key}`));
  return { tier: Number(place.key[0]), key: place.key.slice(2), id: place.id };
}

/**
 * One page from several concatenated lists, starting at a position in one of them. The first lists are queried first;
 * later ones only for as many movies as are still missing.
 */
export async function readTiers(
  titles: Titles,
  { locale, filters, sort, limit }: Listing,
  tiers: Tier[],
  place: Place | null,
): Promise<{ items: MovieCard[]; next: string | null }> {
  const found: (FoundId & { tier: number })[] = [];
  for (let tier = place?.tier ?? 0; tier < tiers.length && found.length <= limit; tier++) {
    const after = place?.key && place.tier === tier ? { key: place.key, id: place.id } : null;
    const rows = await titles.find({
      ...tiers[tier]!,
      filters,
      sort,
      after,
      limit: limit + 1 - found.length,
    });
    found.push(...rows.map((row) => ({ ...row, tier })));
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next =
    found.length > limit && last ? encodeCursor({ key: `${last.tier}:${last.key}`, id: last.id }) : null;
  return { items: await cardsOf(titles, page, locale), next };
}

/** Cards in the order of their ids. Omits a movie that was withdrawn this moment. */
async function cardsOf(titles: Titles, found: { id: string }[], locale: Locale): Promise<MovieCard[]> {
  const ids = found.map(({ id }) => id);
  const cards = await titles.cards(ids, locale);
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** A query with every term as the catalogue spells it; null if a term resembles no word. */
function meantQuery(corrections: Correction[]): { query: Query; text: string } | null {
  const parts = corrections.map(({ term, known, meant }) => {
    if (term.unspaced) return { query: queryOf([term]), text: term.text };
    const words = [...(known ? [lexeme(term.text, true)] : []), ...meant.map((word) => lexeme(word))];
    return words.length > 0 ? { query: [words], text: known ? term.text : meant[0]! } : null;
  });
  if (!parts.every((part) => part !== null)) return null;
  return { query: parts.flatMap(({ query }) => query), text: parts.map(({ text }) => text).join(" ") };
}

/** Titles with some of the words, or with similar ones; those with most of them first. */
async function nearMovies(titles: Titles, listing: Listing, corrections: Correction[]): Promise<MovieCard[]> {
  const { locale, filters, limit } = listing;
  const groups = corrections.flatMap(({ term, known, meant, alike }): Lexeme[][] => {
    if (term.unspaced)
      return [...term.text].length > 1 ? gramsOf(term.text).map((gram) => [lexeme(gram)]) : [];
    if (known) return [[lexeme(term.text, true)]];
    const words = meant.length > 0 ? meant : alike;
    return words.length > 0 ? [words.map((word) => lexeme(word))] : [];
  });
  if (groups.length === 0) return [];
  const match: Match = { title: [groups.flat()] };
  const some = await titles.find({ match, filters, sort: "popular", after: null, limit: weighed });
  if (some.length === 0) return [];
  const best = await titles.mostShared(
    some.map(({ id }) => id),
    groups,
    limit,
  );
  return cardsOf(
    titles,
    best.map((id) => ({ id })),
    locale,
  );
}
