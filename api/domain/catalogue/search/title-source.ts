import type { Db } from "../../../db/client.ts";
import { createDatabaseTitles } from "./database-titles.ts";
import { createIndexedTitles } from "./indexed-titles.ts";
import { createIndexReader } from "./title-index.ts";
import type { Titles } from "./titles.ts";

export type TitleSource = {
  /** The titles to search, no older than `freshMs`. */
  current: () => Promise<Titles>;
  /** Makes the next search check the database, whatever the time. */
  expire: () => void;
};

export type TitleSourceOptions = {
  /** Milliseconds the index is used without a check. */
  freshMs?: number;
  /** Larger catalogues are searched in the database. */
  mostTitles?: number;
  now?: () => number;
};

/**
 * Chooses where to search. A small catalogue is searched in memory, in a fraction of the time of one statement of the
 * embedded database; a larger one in the database. Both find the same; see docs/decisions/016.
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
    async current() {
      if (mostTitles === 0) return database;
      if (latest && now() - latest.at < freshMs) return latest.titles;
      // Checks run one after another: each continues from the result of the last one.
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
