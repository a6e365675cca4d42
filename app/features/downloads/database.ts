import { transact, type SiteDatabase } from "../../lib/indexed-db.ts";

/** The downloads that users see, the server's lists of their files, and the clock. */
export type Table = "download" | "plan" | "clock";

const database: SiteDatabase = {
  name: "matinee-downloads",
  create(made) {
    made.createObjectStore("download", { keyPath: "key" });
    made.createObjectStore("plan", { keyPath: "licence" });
    made.createObjectStore("clock");
  },
};

/** One transaction over one table. Resolves when it is written. */
export function run<T>(
  factory: IDBFactory,
  table: Table,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | null,
): Promise<T> {
  return transact(factory, { database, table, mode }, work);
}
