import type { feedCalls } from "../../contract/catalogue/feeds.ts";
import type { OutputOf } from "../../contract/index.ts";
import type { Db } from "../db/client.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { sitemapMovies, sitemapParts, sitemapPeople } from "../domain/catalogue/feeds/list-pages.ts";
import { episodeFeed, movieFeed } from "../domain/catalogue/feeds/read-feeds.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { Handlers } from "./call-context.ts";
import { Prepared } from "./prepared.ts";
import { sharedAnswers } from "./shared-answers.ts";

export type FeedDeps = { db: Db; cache: CatalogueCache; store: SettingsStore; now: () => number };

/** Milliseconds for which the ends of the sitemap's parts are not counted anew: that reads the whole catalogue. */
const partsFreshMs = 10 * 60_000;

/** What readers of feeds and search engines are told. */
export function createFeedHandlers({
  db,
  cache,
  store,
  now,
}: FeedDeps): Pick<Handlers, keyof typeof feedCalls> {
  const shared = sharedAnswers(cache);
  let parts: { at: number; read: Promise<Prepared<OutputOf<"sitemap/parts">>> } | null = null;
  const readParts = () => {
    if (parts && now() - parts.at < partsFreshMs) return parts.read;
    const begun = { at: now(), read: sitemapParts(db).then((found) => new Prepared(found)) };
    parts = begun;
    begun.read.catch(() => parts === begun && (parts = null));
    return begun.read;
  };
  return {
    "feed/movies": (_input, reader) => shared("feed", reader, (who) => movieFeed(db, who)),
    "feed/episodes": ({ id }, reader) =>
      shared(`feed ${id}`, reader, (who) => episodeFeed(db, { id, ...who })),
    "sitemap/parts": readParts,
    "sitemap/movies": (input) => sitemapMovies(db, { ...input, embedSites: store.known().values.embedSites }),
    "sitemap/people": (input) => sitemapPeople(db, input),
  };
}
