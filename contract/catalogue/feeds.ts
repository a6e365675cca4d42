import { z } from "zod";
import { get } from "../call.ts";
import { episodeIndex, iso, movieId, personId, seconds } from "../fields.ts";
import { accessLevel, artwork, inSeason, movieKind, seasonCount } from "../models.ts";
import { mostPerPart } from "./values.ts";

/** A title, or an episode of it, in a feed; texts in the caller's language. */
const feedItem = z.strictObject({
  id: movieId,
  title: z.string(),
  description: z.string(),
  /** Since when it can be watched. */
  publishedAt: iso,
  /** Last change of its texts or its video; never before `publishedAt`. */
  updatedAt: iso,
  artwork,
});
export type FeedItem = z.infer<typeof feedItem>;
const feedEpisode = feedItem.extend({ index: episodeIndex, ...inSeason });
export type FeedEpisode = z.infer<typeof feedEpisode>;

const anyId = z.string().regex(/^[a-z0-9-]{1,80}$/);
/** A part of the list of pages: what follows an id, up to another one. */
const part = {
  /** Left out = from the beginning. */
  after: anyId.optional(),
  /** The last id; left out = to the end. */
  upTo: anyId.optional(),
  limit: z.int().min(1).max(1_000),
};
const listedMovie = z.strictObject({
  id: movieId,
  kind: movieKind,
  title: z.string(),
  description: z.string(),
  access: accessLevel,
  artwork,
  publishedAt: iso,
  updatedAt: iso,
  /** Of its first episode that can be watched; null while there is none, and where its length is unknown. */
  video: z.strictObject({ index: episodeIndex, durationS: seconds.nullable() }).nullable(),
  /** Other sites may show its player, see the setting `embedSites`. */
  embeddable: z.boolean(),
});
export type ListedMovie = z.infer<typeof listedMovie>;

/** What readers of feeds and search engines are told: nothing but what everyone may see. */
export const feedCalls = {
  "feed/movies": get({
    access: "public",
    summary: "The titles that can be watched since last, at most fifty.",
    input: z.strictObject({}),
    output: z.strictObject({ items: z.array(feedItem) }),
  }),
  "feed/episodes": get({
    access: "public",
    summary: "The episodes of a series that can be watched since last, at most fifty.",
    input: z.strictObject({ id: movieId }),
    output: z.strictObject({
      series: feedItem.extend({ seasons: seasonCount }),
      items: z.array(feedEpisode),
    }),
  }),
  "sitemap/parts": get({
    access: "public",
    summary: `The last id of each part of the list of published titles, and of people, of ${mostPerPart} each.`,
    input: z.strictObject({}),
    output: z.strictObject({ movies: z.array(movieId), people: z.array(personId) }),
  }),
  "sitemap/movies": get({
    access: "public",
    summary: "Published titles by id, as sitemaps list them. `next` is the `after` of what follows.",
    input: z.strictObject(part),
    output: z.strictObject({ items: z.array(listedMovie), next: z.string().nullable() }),
  }),
  "sitemap/people": get({
    access: "public",
    summary: "People whom published titles name, by id, with the latest change of one of them.",
    input: z.strictObject(part),
    output: z.strictObject({
      items: z.array(z.strictObject({ id: personId, updatedAt: iso })),
      next: z.string().nullable(),
    }),
  }),
};
