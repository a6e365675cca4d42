import { transact, type SiteDatabase } from "../../lib/indexed-db.ts";
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
const database: SiteDatabase = {
  name: "matinee",
  create: (made) => void made.createObjectStore(table, { keyPath: "key" }),
};

/** The outbox in IndexedDB. */
export function openOutbox(factory: IDBFactory = indexedDB): OutboxStore {
  return {
    all: () => run(factory, "readonly", (store) => store.getAll() as IDBRequest<Entry[]>),
    update: (key, change) =>
      run(factory, "readwrite", (store) => {
        const found = store.get(key) as IDBRequest<Entry | undefined>;
        found.onsuccess = () => {
          const next = change(found.result);
          if (next) store.put(next);
          else store.delete(key);
        };
        return null;
      }).then(() => undefined),
    clear: () => run(factory, "readwrite", (store) => store.clear()).then(() => undefined),
  };
}

function run<T>(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T> {
  return transact(factory, { database, table, mode }, work);
}
