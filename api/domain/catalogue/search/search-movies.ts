import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { MovieCard, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import { countKey, decodeCursor, encodeCursor, timeKey } from "../../cursor.ts";
import { cardsById } from "../cards.ts";
import { correctTerms, type Correction } from "./correct-terms.ts";
import { findIds, walkFor, type FoundId } from "./find-ids.ts";
import { gramsOf, lexeme, queryOf, termsOf, wholeQueryOf, type Term } from "./terms.ts";

type Input = ParsedOf<"movie/search"> & { locale: Locale };
/** What a list is cut from: its conditions beside the words, its order, its length. */
export type Listing = { locale: Locale; filters: SQL | undefined; sort: "new" | "popular"; limit: number };
/** One of several lists laid end to end. */
export type Tier = { match: SQL | undefined; rare?: boolean };

const defaultLimit = 24;
/** The tier of a cursor that stands in a list of corrected words. */
const correctedTier = 9;
/** Of titles that share only some of the words, as many of the most popular are weighed. */
const weighed = 200;

/**
 * Movies by words and filters. Best first means: the title is these words · it begins with them · it has them · the
 * description has them; each group by popularity. Where there is nothing of the kind, words one or two letters away
 * are taken instead (`corrected`), and where that finds nothing either, titles that have some of the words (`near`).
 * @throws Failure invalid for a cursor of another sort
 */
export async function searchMovies(db: Db, input: Input): Promise<OutputOf<"movie/search">> {
  const { q, sort = "relevance", limit = defaultLimit, locale } = input;
  const listing: Listing = {
    locale,
    filters: filtersOf(input),
    sort: sort === "new" ? "new" : "popular",
    limit,
  };
  const place = input.cursor ? placeOf(input.cursor, listing.sort) : null;
  if (q === undefined)
    return { ...(await readTiers(db, listing, [{ match: undefined }], place)), near: false, corrected: null };

  const terms = await termsOf(db, q);
  if (terms.length === 0) return { items: [], next: null, near: false, corrected: null };
  if (place?.tier !== correctedTier) {
    const tiers =
      sort === "relevance"
        ? await tiersOf(db, listing, terms)
        : [{ match: wordsMatch(terms), rare: isRare(terms) }];
    const found = await readTiers(db, listing, tiers, place);
    if (found.items.length > 0 || place) return { ...found, near: false, corrected: null };
  }
  const corrections = await correctTerms(db, terms);
  const meant = meantQuery(corrections);
  if (meant) {
    const tiers: Tier[] = [];
    tiers[correctedTier] = { match: titleMatches(meant.query) };
    const found = await readTiers(db, listing, tiers, place ?? { tier: correctedTier, key: null, id: "" });
    if (found.items.length > 0 || place) return { ...found, near: true, corrected: meant.text };
  }
  const items = await nearMovies(db, listing, corrections);
  return { items, next: null, near: items.length > 0, corrected: null };
}

/** Lists of titles for a query, best first: no title is in two of them. */
export function titleTiersOf(terms: Term[], rare = isRare(terms)): Tier[] {
  const whole = titleMatches(wholeQueryOf(terms));
  const begins = and(titleMatches(queryOf(terms, { first: true })), runsMatch(terms))!;
  const has = and(titleMatches(queryOf(terms)), runsMatch(terms))!;
  return [
    { match: whole, rare: true },
    { match: sql`(${begins} and not ${whole})`, rare },
    { match: sql`(${has} and not (${begins}) and not ${whole})`, rare },
  ];
}

/** The same, and the movies that only speak of it. What is rare in all of them together is rare in each. */
async function tiersOf(db: Db, { filters, sort, limit }: Listing, terms: Term[]): Promise<Tier[]> {
  const words = wordsMatch(terms);
  const inTitle = and(titleMatches(queryOf(terms)), runsMatch(terms))!;
  const wanted = { match: words, filters, sort, after: null, limit: limit + 1 };
  const rare = isRare(terms) || (await walkFor(db, wanted)).length <= limit;
  return [...titleTiersOf(terms, rare), { match: sql`(${words} and not (${inTitle}))`, rare }];
}

/** Three words together, or three characters in a row, are never in many titles. */
function isRare(terms: Term[]): boolean {
  return terms.length > 2 || terms.some(({ text, unspaced }) => unspaced && [...text].length > 2);
}

function titleMatches(query: string): SQL {
  return sql`${movies.searchTitleWords} @@ ${query}::tsquery`;
}

function wordsMatch(terms: Term[]): SQL {
  return sql`${movies.searchWords} @@ ${queryOf(terms)}::tsquery`;
}

/** The pairs of a longer run could stand apart in a title: the whole run has to be there. */
function runsMatch(terms: Term[]): SQL | undefined {
  const runs = terms.filter(({ text, unspaced }) => unspaced && [...text].length > 2);
  return and(...runs.map(({ text }) => sql`${movies.searchTitle} like ${`%${text}%`}`));
}

function filtersOf({ genre, year, decade, kind, access }: Input): SQL | undefined {
  return and(
    kind && eq(movies.kind, kind),
    access && eq(movies.access, access),
    genre ? sql`${movies.genres} @> array[${genre}]::text[]` : undefined,
    year === undefined ? undefined : eq(movies.year, year),
    decade === undefined ? undefined : sql`${movies.year} between ${decade} and ${decade + 9}`,
  );
}

type Place = { tier: number; key: string | null; id: string };

function placeOf(cursor: string, sort: "new" | "popular"): Place {
  const key = (sort === "new" ? timeKey : countKey).source.slice(1);
  const place = decodeCursor(cursor, new RegExp(`^\\d:${key}`));
  return { tier: Number(place.key[0]), key: place.key.slice(2), id: place.id };
}

/**
 * One page out of several lists laid end to end, from a place in one of them. The first lists are asked first: the
 * rest only for as many as are still missing.
 */
export async function readTiers(
  db: Db,
  { locale, filters, sort, limit }: Listing,
  tiers: Tier[],
  place: Place | null,
): Promise<{ items: MovieCard[]; next: string | null }> {
  const found: (FoundId & { tier: number })[] = [];
  for (let tier = place?.tier ?? 0; tier < tiers.length && found.length <= limit; tier++) {
    const after = place?.key && place.tier === tier ? { key: place.key, id: place.id } : null;
    const rows = await findIds(db, {
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
  return { items: await cardsOf(db, page, locale), next };
}

/** Cards in the order of their ids. One withdrawn this moment is left out. */
async function cardsOf(db: Db, found: { id: string }[], locale: Locale): Promise<MovieCard[]> {
  const cards = await cardsById(db, { ids: found.map(({ id }) => id), locale });
  return found.flatMap(({ id }) => cards.get(id) ?? []);
}

/** Titles with every term, each spelt as the catalogue spells it; null where a term is like no word at all. */
function meantQuery(corrections: Correction[]): { query: string; text: string } | null {
  const parts = corrections.map(({ term, known, meant }) => {
    if (term.unspaced) return { query: queryOf([term]), text: term.text };
    const words = [...(known ? [lexeme(term.text, true)] : []), ...meant.map((word) => lexeme(word))];
    return words.length > 0 ? { query: `(${words.join(" | ")})`, text: known ? term.text : meant[0]! } : null;
  });
  if (parts.includes(null)) return null;
  const text = parts.map((part) => part!.text).join(" ");
  return { query: parts.map((part) => `(${part!.query})`).join(" & "), text };
}

/** Titles that have some of the words, or words like them: those with most of them first. */
async function nearMovies(db: Db, listing: Listing, corrections: Correction[]): Promise<MovieCard[]> {
  const { locale, filters, limit } = listing;
  const lexemes = corrections.flatMap(({ term, known, meant, alike }) => {
    if (term.unspaced) return [...term.text].length > 1 ? gramsOf(term.text).map((gram) => lexeme(gram)) : [];
    const words = known
      ? [lexeme(term.text, true)]
      : (meant.length > 0 ? meant : alike).map((word) => lexeme(word));
    return words.length > 0 ? [words.join(" | ")] : [];
  });
  if (lexemes.length === 0) return [];
  const match = titleMatches(lexemes.join(" | "));
  const candidates = await findIds(db, { match, filters, sort: "popular", after: null, limit: weighed });
  if (candidates.length === 0) return [];
  const shared = sql.join(
    lexemes.map((one) => sql`(${titleMatches(one)})::int`),
    sql` + `,
  );
  const best = await db
    .select({ id: movies.id })
    .from(movies)
    .where(
      inArray(
        movies.id,
        candidates.map(({ id }) => id),
      ),
    )
    .orderBy(sql`${shared} desc`, desc(movies.popularity), desc(movies.id))
    .limit(limit);
  return cardsOf(db, best, locale);
}
