import { gzipSync } from "node:zlib";
import type { FeedItem, FeedEpisode } from "../../../contract/catalogue/feeds.ts";
import type { OutputOf } from "../../../contract/index.ts";
import { atomOf, changedAt, type AtomFeed } from "./atom.ts";
import { readyText, type PackedText } from "./answer.server.ts";

type Place = Pick<AtomFeed, "locale" | "own" | "icon" | "origin" | "author">;

/** Feeds by the answer they are made of: as long as the catalogue's cache gives the same one, the feed is the same. */
const made = new WeakMap<object, { key: string; feed: PackedText }>();

/** The feed of new titles. */
export function movieFeedOf(found: OutputOf<"feed/movies">, { title, ...place }: Place & { title: string }) {
  return once(found, place, () =>
    atomOf({
      ...place,
      key: "feed",
      title,
      path: "/feed.xml",
      page: "/",
      entries: found.items.map((item) => entryOf(item, `movie:${item.id}`)),
    }),
  );
}

/**
 * The feed of a series' new episodes.
 * @param nameOf what an episode is called, by its place and its title
 */
export function episodeFeedOf(
  found: OutputOf<"feed/episodes">,
  { nameOf, ...place }: Place & { nameOf: (episode: FeedEpisode, seasons?: number) => string },
) {
  const { series } = found;
  return once(found, place, () =>
    atomOf({
      ...place,
      key: `feed:${series.id}`,
      title: `${series.title} · ${place.author}`,
      path: `/feed/series/${series.id}.xml`,
      page: `/video/${series.id}`,
      entries: found.items.map((item) => ({
        ...entryOf(item, `episode:${item.id}:${item.index}`),
        title: nameOf(item, series.seasons),
        path: `/video/${item.id}/${item.index}`,
      })),
    }),
  );
}

function entryOf(item: FeedItem | FeedEpisode, key: string) {
  return {
    key,
    title: item.title,
    text: item.description,
    path: `/video/${item.id}`,
    picture: `${item.artwork.path}/backdrop-640.webp?v=${item.artwork.version}`,
    publishedAt: item.publishedAt,
    updatedAt: item.updatedAt,
  };
}

function once(
  found: { items: readonly FeedItem[] },
  { locale, own, icon, author, origin }: Place,
  make: () => string,
): PackedText {
  const key = [locale, own, icon, origin, author].join(" ");
  const known = made.get(found);
  if (known?.key === key) return known.feed;
  const { body, etag, modified } = readyText(make(), found.items.length > 0 ? changedAt(found.items) : null);
  // Packed once, not for each reader.
  const feed = { gzip: gzipSync(body), etag, modified };
  // Only the latest: a service without PUBLIC_URL has an origin for each address of its machine, which callers choose.
  made.set(found, { key, feed });
  return feed;
}
