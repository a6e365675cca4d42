import type { Entry } from "./entry.ts";

/** Where entries wait: readable and writable from pages and from the service worker, and still there after a restart. */
export type OutboxStore = {
  all: () => Promise<Entry[]>;
  /** Writes what `change` makes of the entry under a key, in one transaction; undefined deletes it. */
  update: (key: string, change: (entry: Entry | undefined) => Entry | undefined) => Promise<void>;
  clear: () => Promise<void>;
};

const name = "matinee";
const table = "outbox";

/** The outbox in IndexedDB. Opened for each use: an open connection would stand in the way of deleting the site's data. */
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

async function run<T>(
  factory: IDBFactory,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T> {
  const database = await open(factory);
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(table, mode);
      const request = work(transaction.objectStore(table));
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
