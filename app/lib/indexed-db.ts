/** A database of this site: its name, and the function that creates its tables. */
export type SiteDatabase = { name: string; create: (database: IDBDatabase) => void };

/**
 * One transaction over one table, in a connection of its own: an open one would block the deletion of the site's data.
 * Not the package idb: it adds 1.1 kB (gzip) to a script of all pages and to the service worker, measured 2026-11-22.
 * @returns the result of the request that `work` makes, once everything is written
 * @throws the browser's error if it is not: no room, no permission
 */
export async function transact<T>(
  factory: IDBFactory,
  {
    database: { name, create },
    table,
    mode,
  }: { database: SiteDatabase; table: string; mode: IDBTransactionMode },
  work: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => create(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
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
