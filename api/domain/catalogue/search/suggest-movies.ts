import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { cardOf, selectCards } from "../cards.ts";
import { findMovies } from "./find-movies.ts";
import { searchMovies, titleTiersOf, type ReadGenreTerms } from "./search-movies.ts";
import { termsOf } from "./terms.ts";

const mostSuggestions = 8;
const mostTrending = 12;

/**
 * Movies for the text typed so far, as the search would find them. Corrected words are used only if nothing else
 * matches.
 */
export async function suggestMovies(
  db: Db,
  { q, locale, ageLimit }: { q: string; locale: Locale; ageLimit: AgeLimit },
  readGenreTerms: ReadGenreTerms,
): Promise<OutputOf<"movie/suggest">> {
  const terms = await termsOf(db, q);
  if (terms.length === 0) return { items: [] };
  const listing = { locale, ageLimit, filters: {}, sort: "popular", limit: mostSuggestions } as const;
  const found = await findMovies(db, { ...listing, tiers: titleTiersOf(terms), after: null });
  if (found.length > 0) return { items: found.map(({ card }) => card) };
  const { items } = await searchMovies(db, { q, limit: mostSuggestions, locale, ageLimit }, readGenreTerms);
  return { items };
}

/** Movies whose audience grows, then the most watched ones. */
export async function trendingMovies(
  db: Db,
  { locale, ageLimit }: { locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"movie/trending">> {
  const trending = await selectCards(db, { locale, ageLimit, sort: "trending", limit: mostTrending });
  const popular =
    trending.length < mostTrending
      ? await selectCards(db, { locale, ageLimit, sort: "popular", limit: mostTrending })
      : [];
  const cards = new Map([...trending, ...popular].map((card) => [card.id, cardOf(card)]));
  return { items: [...cards.values()].slice(0, mostTrending) };
}
