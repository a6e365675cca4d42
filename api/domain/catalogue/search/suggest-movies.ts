import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { cardOf, selectCards } from "../cards.ts";
import { readTiers, searchMovies, titleTiersOf } from "./search-movies.ts";
import type { Titles } from "./titles.ts";

const mostSuggestions = 8;
const mostTrending = 12;

/**
 * Movies for the text typed so far, as the search would find them. Corrected words are used only if nothing else
 * matches.
 */
export async function suggestMovies(
  titles: Titles,
  { q, locale }: { q: string; locale: Locale },
): Promise<OutputOf<"movie/suggest">> {
  const terms = await titles.terms(q);
  if (terms.length === 0) return { items: [] };
  const listing = { locale, filters: {}, sort: "popular", limit: mostSuggestions } as const;
  const { items } = await readTiers(titles, listing, titleTiersOf(terms), null);
  if (items.length > 0) return { items };
  const { items: others } = await searchMovies(titles, { q, limit: mostSuggestions, locale });
  return { items: others };
}

/** The most watched movies. */
export async function trendingMovies(
  db: Db,
  { locale }: { locale: Locale },
): Promise<OutputOf<"movie/trending">> {
  const cards = await selectCards(db, { locale, sort: "popular", limit: mostTrending });
  return { items: cards.map(cardOf) };
}
