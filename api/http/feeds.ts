import type { feedCalls } from "../../contract/catalogue/feeds.ts";
import type { OutputOf } from "../../contract/index.ts";
import type { Db } from "../db/client.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { sitemapMovies, sitemapParts, sitemapPeople } from "../domain/catalogue/feeds/list-pages.ts";
import { episodeFeed, movieFeed } from "../domain/catalogue/feeds/read-feeds.ts";
import type { Handlers } from "./call-context.ts";
import { Prepared } from "./prepared.ts";

export type FeedDeps = { db: Db; cache: CatalogueCache; now: () => number };

/** Milliseconds for which the ends of the sitemap's parts are not counted anew: that reads the whole catalogue. */
const partsFreshMs = 10 * 60_000;

/** What readers of feeds and search engines are told. */
export function createFeedHandlers({ db, cache, now }: FeedDeps): Pick<Handlers, keyof typeof feedCalls> {
  const shared = <T>(key: string, compute: () => Promise<T>) =>
    cache.get(key, async () => new Prepared(await compute()));
  let parts: { at: number; read: Promise<Prepared<OutputOf<"sitemap/parts">>> } | null = null;
  const readParts = () => {
    if (parts && now() - parts.at < partsFreshMs) return parts.read;
    const begun = { at: now(), read: sitemapParts(db).then((found) => new Prepared(found)) };
    parts = begun;
    begun.read.catch(() => parts === begun && (parts = null));
    return begun.read;
  };
  return {
    "feed/movies": (_input, { locale }) => shared(`feed ${locale}`, () => movieFeed(db, { locale })),
    "feed/episodes": ({ id }, { locale }) =>
      shared(`feed ${locale} ${id}`, () => episodeFeed(db, { id, locale })),
    "sitemap/parts": readParts,
    "sitemap/movies": (input) => sitemapMovies(db, input),
    "sitemap/people": (input) => sitemapPeople(db, input),
  };
}
