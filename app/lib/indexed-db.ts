import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from "idb";

/** A database of this site: its name, and the function that creates its tables. */
export type SiteDatabase<S extends DBSchema> = { name: string; create: (database: IDBPDatabase<S>) => void };

/**
 * Runs work on a database, in a connection of its own: an open one would block the deletion of the site's data.
 * @throws the browser's error if something could not be read or written: no room, no permission
 */
export async function withDatabase<S extends DBSchema, T>(
  { name, create }: SiteDatabase<S>,
  work: (database: IDBPDatabase<S>) => Promise<T>,
): Promise<T> {
  const database = await openDB<S>(name, 1, { upgrade: create });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/**
 * Writes the result of `change` for the record under a key, in one transaction; undefined deletes it.
 * @returns the record as it now is
 */
export async function updateRecord<S extends DBSchema, N extends StoreNames<S>>(
  database: IDBPDatabase<S>,
  table: N,
  key: StoreKey<S, N>,
  change: (record: StoreValue<S, N> | undefined) => StoreValue<S, N> | undefined,
): Promise<StoreValue<S, N> | undefined> {
  const { store, done } = database.transaction(table, "readwrite");
  const write = async () => {
    const next = change(await store.get(key));
    await (next === undefined ? store.delete(key) : store.put(next));
    return next;
  };
  const [next] = await Promise.all([write(), done]);
  return next;
}
