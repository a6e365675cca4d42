import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { MovieCard, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import { countKey, decodeCursor, encodeCursor, timeKey } from "../../cursor.ts";
import { cardColumns, cardOf, published, sorts, type CardRow } from "../cards.ts";
import { correctTerms, type Correction } from "./correct-terms.ts";
import { gramsOf, lexeme, queryOf, termsOf, wholeQueryOf, type Term } from "./terms.ts";

type Input = ParsedOf<"movie/search"> & { locale: Locale };
/** What a list is cut from: its conditions beside the words, its order, its length. */
export type Listing = { locale: Locale; where: SQL | undefined; sort: "new" | "popular"; limit: number };

const defaultLimit = 24;
/** The tier of a cursor that stands in a list of corrected words. */
const correctedTier = 9;
/** Of titles that share only some of the words, as many of the most popular are weighed. */
const weighed = 300;

/**
 * Movies by words and filters. Best first means: the title is these words · it begins with them · it has them · the
 * description has them; each group by popularity. Where there is nothing of the kind, words one or two letters away
 * are taken instead (`corrected`), and where that finds nothing either, titles that have some of the words (`near`).
 * @throws Failure invalid for a cursor of another sort
 */
export async function searchMovies(db: Db, input: Input): Promise<OutputOf<"movie/search">> {
  const { q, sort = "relevance", limit = defaultLimit, locale } = input;
  const listing: Listing = { locale, where: filtersOf(input), sort: sort === "new" ? "new" : "popular", limit };
  const place = input.cursor ? placeOf(input.cursor, listing.sort) : null;
  if (q === undefined) return { ...(await readTiers(db, listing, [undefined], place)), near: false, corrected: null };

  const terms = await termsOf(db, q);
  if (terms.length === 0) return { items: [], next: null, near: false, corrected: null };
  if (place?.tier !== correctedTier) {
    const found = await readTiers(db, listing, sort === "relevance" ? tiersOf(terms) : [wordsMatch(terms)], place);
    if (found.items.length > 0 || place) return { ...found, near: false, corrected: null };
  }
  const corrections = await correctTerms(db, terms);
  const meant = meantQuery(corrections);
  if (meant) {
    const tiers: (SQL | undefined)[] = [];
    tiers[correctedTier] = titleMatches(meant.query);
    const found = await readTiers(db, listing, tiers, place ?? { tier: correctedTier, key: null, id: "" });
    if (found.items.length > 0 || place) return { ...found, near: true, corrected: meant.text };
  }
  return { items: await nearMovies(db, listing, corrections), next: null, near: true, corrected: null };
}

/** Conditions on titles for a query, best first: no title meets two of them. */
export function titleTiersOf(terms: Term[]): SQL[] {
  const whole = titleMatches(wholeQueryOf(terms));
  const begins = and(titleMatches(queryOf(terms, { first: true })), runsMatch(terms))!;
  const has = and(titleMatches(queryOf(terms)), runsMatch(terms))!;
  return [whole, sql`(${begins} and not ${whole})`, sql`(${has} and not (${begins}) and not ${whole})`];
}

function tiersOf(terms: Term[]): SQL[] {
  const inTitle = and(titleMatches(queryOf(terms)), runsMatch(terms))!;
  return [...titleTiersOf(terms), sql`(${wordsMatch(terms)} and not (${inTitle}))`];
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
  { locale, where, sort, limit }: Listing,
  tiers: (SQL | undefined)[],
  place: Place | null,
): Promise<{ items: MovieCard[]; next: string | null }> {
  const found: (CardRow & { key: string; tier: number })[] = [];
  for (let tier = place?.tier ?? 0; tier < tiers.length && found.length <= limit; tier++) {
    const start = place?.key && place.tier === tier ? after(place.key, place.id, sort) : undefined;
    const rows = await db
      .select({ ...cardColumns(locale), key: keyText(sort) })
      .from(movies)
      .where(and(published, where, tiers[tier], start))
      .orderBy(...sorts[sort].order)
      .limit(limit + 1 - found.length);
    found.push(...rows.map((row) => ({ ...row, tier })));
  }
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const next = found.length > limit && last ? encodeCursor({ key: `${last.tier}:${last.key}`, id: last.id }) : null;
  return { items: items.map(cardOf), next };
}

function after(key: string, id: string, sort: "new" | "popular"): SQL {
  const value = sort === "new" ? sql`${key}::timestamptz` : sql`${key}::int`;
  return sql`(${sorts[sort].key}, ${movies.id}) < (${value}, ${id})`;
}

/** Microseconds are kept: a cursor cut to milliseconds would repeat or skip rows published together. */
function keyText(sort: "new" | "popular"): SQL<string> {
  return sort === "new"
    ? sql<string>`to_char(${movies.publishedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql<string>`${movies.popularity}::text`;
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
async function nearMovies(db: Db, { locale, where, limit }: Listing, corrections: Correction[]): Promise<MovieCard[]> {
  const lexemes = corrections.flatMap(({ term, known, meant, alike }) => {
    if (term.unspaced) return [...term.text].length > 1 ? gramsOf(term.text).map((gram) => lexeme(gram)) : [];
    const words = known ? [lexeme(term.text, true)] : (meant.length > 0 ? meant : alike).map((word) => lexeme(word));
    return words.length > 0 ? [words.join(" | ")] : [];
  });
  if (lexemes.length === 0) return [];
  const candidate = db
    .select({ id: movies.id })
    .from(movies)
    .where(and(published, where, titleMatches(lexemes.join(" | "))))
    .orderBy(desc(movies.popularity), desc(movies.id))
    .limit(weighed);
  const shared = sql.join(lexemes.map((one) => sql`(${titleMatches(one)})::int`), sql` + `);
  const rows = await db
    .select(cardColumns(locale))
    .from(movies)
    .where(sql`${movies.id} in (${candidate})`)
    .orderBy(sql`${shared} desc`, desc(movies.popularity), desc(movies.id))
    .limit(limit);
  return rows.map(cardOf);
}
