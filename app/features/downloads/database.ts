const name = "matinee-downloads";
/** What people see, what the server has said about the files, and the clock. */
export type Table = "download" | "plan" | "clock";

/**
 * One transaction over one table, in a connection of its own: an open one would stand in the way of deleting the site's
 * data. Resolves when it is written.
 */
export async function run<T>(
  factory: IDBFactory,
  table: Table,
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
    request.onupgradeneeded = () => {
      request.result.createObjectStore("download", { keyPath: "key" });
      request.result.createObjectStore("plan", { keyPath: "licence" });
      request.result.createObjectStore("clock");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
