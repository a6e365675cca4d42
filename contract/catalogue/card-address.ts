import { defaultBrandName } from "../service/brand-facts.ts";
import type { Locale } from "../locales.ts";
import type { Artwork } from "../models.ts";

/** What a title's card shows: the picture of links to it, 1200 by 630 pixels. */
export type CardFacts = { id: string; title: string; artwork: Artwork };

/** Raised when cards are drawn in another way. */
const layout = 1;

/** Changes with what a card shows: two titles with one version have one look. `brand` is the name of the service. */
export function cardVersion(
  { title, artwork }: Pick<CardFacts, "title" | "artwork">,
  brand = defaultBrandName,
): string {
  // A hash without the crypto of one platform (cyrb53); only caches rely on it.
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of `${layout}\n${artwork.version}\n${title}${brand === defaultBrandName ? "" : `\n${brand}`}`) {
    const code = letter.codePointAt(0)!;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** Path of a title's card in a language, with the name of the service. */
export function cardAddress(facts: CardFacts, locale: Locale, brand = defaultBrandName): string {
  return `${facts.artwork.path}/card-${locale}.jpg?v=${cardVersion(facts, brand)}`;
}
