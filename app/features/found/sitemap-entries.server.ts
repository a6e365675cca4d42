import type { OutputOf } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { dataOf } from "./call-failed.ts";
import { movieEntry, pageEntry } from "./sitemap.ts";

const kinds = ["pages", "movies", "people"] as const;
export type SitemapKind = (typeof kinds)[number];

/** @returns whether the sitemap has parts of that name */
export function isSitemap(name: string): name is SitemapKind {
  return kinds.some((kind) => kind === name);
}

/** Titles that are read at a time: as many as memory holds at once. */
const batch = 500;

const collectionsAtOnce = 100;

/** Pages that are not in the catalogue. */
const fixed = ["/", "/page/about", "/page/collection", "/page/membership", "/page/search"];
const lists = ["new", "popular", "series", "vip"].map((list) => `/page/search?list=${list}`);
const texts = ["terms", "privacy", "imprint"].map((key) => `/page/text?key=${key}`);

/** What follows an id, up to another one. */
type Range = { after?: string | undefined; upTo?: string | undefined };
type Write = () => AsyncGenerator<string>;

/**
 * The entries of one part, counted from 1, to be written piece by piece.
 * @returns null for no such part
 * @throws CallFailed, also while they are written
 */
export async function entriesOf(
  api: ApiClient,
  { of, part, origin }: { of: SitemapKind; part: number; origin: string },
): Promise<Write | null> {
  if (of === "pages") return part === 1 ? () => fixedEntries(api, origin) : null;
  const ends = dataOf(await api.get("sitemap/parts", {}))[of];
  if (part > ends.length) return null;
  // The last part takes what has come since the parts were counted.
  const range = { after: ends[part - 2], upTo: part === ends.length ? undefined : ends[part - 1] };
  return () => (of === "movies" ? movieEntries(api, origin, range) : personEntries(api, origin, range));
}

async function* fixedEntries(api: ApiClient, origin: string) {
  const { genres } = dataOf(await api.get("search/filters", {}));
  const ofGenres = genres.map(({ id }) => `/page/search?list=genre&genre=${id}`);
  yield [...fixed, ...lists, ...ofGenres, ...texts].map((path) => pageEntry(origin + path, null)).join("");
  for (let cursor: string | null | undefined; cursor !== null;) {
    const found: OutputOf<"collection/list"> = dataOf(
      await api.get("collection/list", { cursor, limit: collectionsAtOnce }),
    );
    yield found.items.map(({ id }) => pageEntry(`${origin}/page/collection/${id}`, null)).join("");
    cursor = found.next;
  }
}

async function* movieEntries(api: ApiClient, origin: string, { after, upTo }: Range) {
  for (let place: string | null | undefined = after; place !== null;) {
    const found: OutputOf<"sitemap/movies"> = dataOf(
      await api.get("sitemap/movies", { after: place, upTo, limit: batch }),
    );
    yield found.items.map((movie) => movieEntry(origin, movie)).join("");
    place = found.next;
  }
}

async function* personEntries(api: ApiClient, origin: string, { after, upTo }: Range) {
  for (let place: string | null | undefined = after; place !== null;) {
    const found: OutputOf<"sitemap/people"> = dataOf(
      await api.get("sitemap/people", { after: place, upTo, limit: batch }),
    );
    yield found.items
      .map(({ id, updatedAt }) => pageEntry(`${origin}/page/person/${id}`, updatedAt))
      .join("");
    place = found.next;
  }
}
