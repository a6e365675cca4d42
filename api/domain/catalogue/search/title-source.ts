import type { Db } from "../../../db/client.ts";
import { createDatabaseTitles } from "./database-titles.ts";
import { createIndexedTitles } from "./indexed-titles.ts";
import { createIndexReader } from "./title-index.ts";
import type { Titles } from "./titles.ts";

export type TitleSource = {
  /** The titles to search in, no older than `freshMs`. */
  current: () => Promise<Titles>;
  /** Looks at the database at the next search, whatever the time. */
  expire: () => void;
};

export type TitleSourceOptions = {
  /** Milliseconds for which the index is taken as it is. */
  freshMs?: number;
  /** Larger catalogues are searched by the database. */
  mostTitles?: number;
  now?: () => number;
};

/**
 * Where searches look: in memory while the catalogue is small, which takes a fraction of what the embedded database
 * takes for a statement alone, and in the database from there on. Both find the same; see docs/decisions/016.
 */
export function createTitleSource(
  db: Db,
  { freshMs = 2_000, mostTitles = 1_000, now = Date.now }: TitleSourceOptions = {},
): TitleSource {
  const database = createDatabaseTitles(db);
  const read = createIndexReader(db, { mostTitles });
  let latest: { titles: Promise<Titles>; at: number } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function look(): Promise<Titles> {
    const index = await read();
    return index ? createIndexedTitles(index, database) : database;
  }

  return {
    current() {
      if (mostTitles === 0) return Promise.resolve(database);
      if (latest && now() - latest.at < freshMs) return latest.titles;
      // One look after another: each goes on from what the last one knew.
      const titles = last.then(look);
      last = titles.catch(() => {});
      const entry = { titles, at: now() };
      latest = entry;
      titles.catch(() => {
        if (latest === entry) latest = null;
      });
      return titles;
    },
    expire: () => {
      latest = null;
    },
  };
}
