import type { Locale } from "../../contract/locales.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { limitKey, type AgeLimit } from "../domain/kernel/age-limit.ts";
import { Prepared } from "./prepared.ts";

/** What an answer about the catalogue follows from besides its call. */
export type Reader = { locale: Locale; ageLimit: AgeLimit };

/**
 * Answers that are the same for everyone who asks alike, in one language and within one age limit: from the catalogue's
 * cache, with their JSON.
 */
export function sharedAnswers(cache: CatalogueCache) {
  return <T>(name: string, { locale, ageLimit }: Reader, compute: (reader: Reader) => Promise<T>) =>
    cache.get(
      `${locale}${limitKey(ageLimit)} ${name}`,
      async () => new Prepared(await compute({ locale, ageLimit })),
    );
}
