import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database, Db } from "./client.ts";
import { guardTransactions } from "./postgres/guard-client.ts";
import * as schema from "./schema.ts";

/** Milliseconds a statement of background work may take. */
const statementMs = 10 * 60_000;

/**
 * Runs work whose statements may take minutes. On PostgreSQL it gets a connection of its own, since those for requests
 * cancel a statement after some seconds; a dead one ends with the server's or the system's own limits.
 */
export async function withPatience<T>(
  { db, raw }: Pick<Database, "db" | "raw">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if ("pglite" in raw) return work(db);
  const client = postgres(raw.directUrl, {
    max: 1,
    connect_timeout: 5,
    keep_alive: 5,
    fetch_types: false,
    onnotice: () => {},
  });
  try {
    // In each transaction, as a pooler would refuse it at the start of a session.
    const patient = drizzle(guardTransactions(client), { schema }) as unknown as Db;
    const begin = patient.transaction.bind(patient);
    patient.transaction = (run, config) =>
      begin(async (tx) => {
        await tx.execute(`set local statement_timeout = ${statementMs}`);
        return run(tx);
      }, config);
    return await work(patient);
  } finally {
    await client.end({ timeout: 5 });
  }
}
