import type { OutputOf, ParsedOf, Person, SearchSort } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { countKey, decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import type { Sort } from "../listing.ts";
import { correctTerms, type Correction } from "./correct-terms.ts";
import { findMovies, findSharing, type Listing, type Match, type Position } from "./find-movies.ts";
import { findPeople } from "./find-people.ts";
import { namedFactsOf, type GenreTerms } from "./named-facts.ts";
import {
  gramsOf,
  isLongRun,
  lexeme,
  queryOf,
  termsOf,
  wholeQueryOf,
  type Lexeme,
  type Query,
  type Term,
} from "./terms.ts";

type Input = ParsedOf<"movie/search"> & { locale: Locale; ageLimit: AgeLimit };
/** Answers the names of all genres; asked for with words alone. */
export type ReadGenreTerms = () => Promise<GenreTerms>;
type Page = Pick<OutputOf<"movie/search">, "items" | "next">;

const defaultLimit = 24;
/** Tier numbers of cursors in lists that have one tier: titles of people with these words in their names … */
const peopleTier = 7;
/** … titles with the corrected words, and titles of people with those. */
const correctedTier = 9;
const correctedPeopleTier = 8;
/** Of titles that share only some of the words, this many of the most popular are ranked. */
const weighed = 200;

/**
 * Searches movies by words and filters. Best first means: the title is these words · it begins with them · it contains
 * them · the description or the people contain them, or the words name its genre or its year; each group by popularity.
 * Without such matches, titles of people whose names are these words in another writing, then words one or two letters
 * away (`corrected`). If those find nothing either, titles with some of the words are returned (`near`). The first page
 * also has the people whom the words name.
 * @throws Failure invalid for a cursor of another sort
 */
export async function searchMovies(
  db: Db,
  input: Input,
  readGenreTerms: ReadGenreTerms,
): Promise<OutputOf<"movie/search">> {
  const { q, sort = "relevance", limit = defaultLimit, locale, ageLimit, cursor, ...filters } = input;
  const listing: Listing = { locale, ageLimit, filters, sort: sort === "new" ? "new" : "popular", limit };
  const after = cursor ? positionOf(cursor, listing.sort) : null;
  if (q === undefined) return { ...(await readPage(db, listing, [{}], after)), near: false, corrected: null };

  const terms = await termsOf(db, q);
  const people = after && after.tier !== peopleTier ? [] : await findPeople(db, terms, ageLimit);
  const found = await findByTerms(db, { terms, people, sort, listing, after }, readGenreTerms);
  if (after) return found;
  const isCorrected = people.length === 0 && found.corrected !== null;
  return {
    ...found,
    people: isCorrected ? await findPeople(db, await termsOf(db, found.corrected!), ageLimit) : people,
  };
}

type Search = {
  terms: Term[];
  people: Person[];
  sort: SearchSort;
  listing: Listing;
  after: Position | null;
};

async function findByTerms(
  db: Db,
  search: Search,
  readGenreTerms: ReadGenreTerms,
): Promise<OutputOf<"movie/search">> {
  const { terms, sort, listing, after } = search;
  if (terms.length === 0) return { items: [], next: null, near: false, corrected: null };
  if (!after || after.tier < peopleTier) {
    const named = namedFactsOf(terms, await readGenreTerms());
    const words: Match = {
      words: queryOf(terms),
      rare: isRare(terms) && !named,
      ...(named ? { named: { ...named, rest: queryOf(named.rest) } } : {}),
    };
    const tiers = sort === "relevance" ? [...titleTiersOf(terms), words] : [words];
    const found = await readPage(db, listing, tiers, after);
    if (found.items.length > 0 || after) return { ...found, near: false, corrected: null };
  }
  const theirs = await readTitlesOf(db, search, peopleTier);
  if (theirs) return { ...theirs, near: false, corrected: null };
  const corrections = await correctTerms(db, terms);
  const meant = meantQuery(corrections);
  if (meant) {
    const found = await readMeant(db, search, meant);
    if (found) return { ...found, near: true, corrected: meant.text };
  }
  const groups = corrections.flatMap(lexemesLike);
  if (groups.length === 0) return { items: [], next: null, near: false, corrected: null };
  const tiers = [{ title: [groups.flat()] }];
  const items = await findSharing(db, { ...listing, sort: "popular", tiers, after: null, weighed, groups });
  return { items, next: null, near: items.length > 0, corrected: null };
}

/** Titles with the corrected words, or else those of people with them; null if there is none. */
async function readMeant(
  db: Db,
  search: Search,
  meant: { query: Query; text: string },
): Promise<Page | null> {
  const { listing, after } = search;
  if (after?.tier !== correctedPeopleTier) {
    const found = await readPage(db, listing, [{ title: meant.query }], after, correctedTier);
    if (found.items.length > 0 || after) return found;
  }
  const people = await findPeople(db, await termsOf(db, meant.text), listing.ageLimit);
  return readTitlesOf(db, { ...search, people }, correctedPeopleTier);
}

/** Titles of the people found, where they write their names in another way; null if there is none. */
async function readTitlesOf(db: Db, { people, listing, after }: Search, tier: number): Promise<Page | null> {
  if (people.length === 0 || (after && after.tier !== tier)) return null;
  const tiers = [{ people: people.map(({ id }) => id), rare: true }];
  const found = await readPage(db, listing, tiers, after, tier);
  return found.items.length > 0 || after ? found : null;
}

/** Lists of titles for a query, best first: the title is the words · begins with them · contains them. */
export function titleTiersOf(terms: Term[]): Match[] {
  const rare = isRare(terms);
  // The pairs of a longer run could be apart in a title, so the whole run is required.
  const runs = terms.filter(isLongRun).map(({ text }) => text);
  return [
    { title: wholeQueryOf(terms), rare: true },
    { title: queryOf(terms, { first: true }), runs, rare },
    { title: queryOf(terms), runs, rare },
  ];
}

/** Three words together, or three characters in a row, never match many titles. */
function isRare(terms: Term[]): boolean {
  return terms.length > 2 || terms.some(isLongRun);
}

function positionOf(cursor: string, sort: Sort): Position {
  const key = (sort === "new" ? timeKey : countKey).source.slice(1);
  const place = decodeCursor(cursor, new RegExp(`^\\d:${key}`));
  return { tier: Number(place.key[0]), key: place.key.slice(2), id: place.id };
}

/** @param firstTier number of the first tier in cursors */
async function readPage(
  db: Db,
  listing: Listing,
  tiers: Match[],
  after: Position | null,
  firstTier = 0,
): Promise<Page> {
  const { limit } = listing;
  const found = await findMovies(db, {
    ...listing,
    tiers,
    after: after && { ...after, tier: after.tier - firstTier },
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1)?.position : undefined;
  return {
    items: page.map(({ card }) => card),
    next: last ? encodeCursor({ key: `${last.tier + firstTier}:${last.key}`, id: last.id }) : null,
  };
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

/** Groups of lexemes for titles that have only some of the words, or similar ones. */
function lexemesLike({ term, known, meant, alike }: Correction): Lexeme[][] {
  if (term.unspaced) return [...term.text].length > 1 ? gramsOf(term.text).map((gram) => [lexeme(gram)]) : [];
  if (known) return [[lexeme(term.text, true)]];
  const words = meant.length > 0 ? meant : alike;
  return words.length > 0 ? [words.map((word) => lexeme(word))] : [];
}
