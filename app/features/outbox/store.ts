import type { DBSchema } from "idb";
import { updateRecord, withDatabase, type SiteDatabase } from "../../lib/indexed-db.ts";
import type { Entry } from "./entry.ts";

/**
 * The store of waiting entries: readable and writable from pages and from the service worker, and kept across a
 * restart.
 */
export type OutboxStore = {
  all: () => Promise<Entry[]>;
  /** Writes the result of `change` for the entry under a key, in one transaction; undefined deletes it. */
  update: (key: string, change: (entry: Entry | undefined) => Entry | undefined) => Promise<void>;
  clear: () => Promise<void>;
};

const table = "outbox";
type Tables = DBSchema & { [table]: { key: string; value: Entry } };
const database: SiteDatabase<Tables> = {
  name: "matinee",
  create: (made) => void made.createObjectStore(table, { keyPath: "key" }),
};

/** The outbox in IndexedDB. */
export function openOutbox(): OutboxStore {
  return {
    all: () => withDatabase(database, (opened) => opened.getAll(table)),
    update: async (key, change) =>
      void (await withDatabase(database, (opened) => updateRecord(opened, table, key, change))),
    clear: () => withDatabase(database, (opened) => opened.clear(table)),
  };
}
