import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js";
import { migrate as migratePostgres } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { lockDirectory } from "./directory-lock.ts";
import * as schema from "./schema.ts";

/** The Drizzle handle every use-case works with; the same over PGlite and PostgreSQL. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export type Database = {
  db: Db;
  kind: "pglite" | "postgresql";
  /** What the job queue reaches the same database by. */
  raw: { pglite: PGlite } | { url: string };
  /** Resolves when the database answers; rejects when it does not. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
  /** Resolves when the database has stopped for good, as the embedded one does at a full disk: the process has to begin anew. */
  stopped: Promise<DatabaseStopped>;
};

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** How alike, of 1, two words must be for a closer look at their letters: two swapped ones in a short word are 0.2. */
const typoThreshold = 0.2;

/** The database named by DATABASE_URL can't be used. `message` is one line for the terminal, without the password. */
export class DatabaseUnreachable extends Error {}

/** The embedded database has stopped. `message` is one line for the terminal. */
export class DatabaseStopped extends Error {
  readonly code: string;
  constructor(cause: Error & { code?: string }) {
    super(`The embedded database has stopped: ${cause.message}`);
    this.code = cause.code ?? "";
  }
}

const firstConnectionMs = 10_000;
const pingMs = 3_000;
/** A statement that takes longer is cancelled: its caller has been answered long since. */
const statementMs = 15_000;

/** The key under which processes that start together take turns at migrating one PostgreSQL. */
const migrationLock = 712_433_901;

/**
 * Opens the database and brings it to the newest schema.
 * @param url `postgres://…` for PostgreSQL ≥ 15; undefined for the embedded database
 * @param dataDir folder of the embedded database; undefined keeps it in memory (tests)
 * @param from what an embedded database in memory begins as: a dump of another one
 * @throws DirectoryInUse when another process has the folder; DatabaseUnreachable; Error when it can't be used
 */
export async function openDatabase({
  url,
  dataDir,
  from,
}: {
  url?: string;
  dataDir?: string;
  from?: Blob;
}): Promise<Database> {
  const database = url ? await openPostgres(url) : await openEmbedded(dataDir, from);
  try {
    await requireUnicodeTrigrams(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function openEmbedded(dataDir: string | undefined, from: Blob | undefined): Promise<Database> {
  const release = dataDir ? await lockDirectory(dataDir) : async () => {};
  try {
    const client = await PGlite.create({
      ...(dataDir ? { dataDir: join(dataDir, "pg") } : {}),
      ...(from && { loadDataDir: from }),
      extensions: { pg_trgm, unaccent },
      // The default 128 MB is memory this process would pay for; the file cache below it is shared and free.
      postgresqlconf: ["shared_buffers=16MB", `pg_trgm.similarity_threshold=${typoThreshold}`],
    });
    const stopped = watchPanic(client);
    const db = drizzlePglite(client, { schema });
    await migratePglite(db, { migrationsFolder });
    // There is no autovacuum here: without it the planner, and the search, would not know how large the catalogue is.
    await client.exec("analyze movie");
    return {
      db: db as unknown as Db,
      kind: "pglite",
      raw: { pglite: client },
      ping: () => inTime(client.query("select 1")),
      stopped,
      close: async () => {
        await client.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openPostgres(url: string): Promise<Database> {
  const client = postgres(url, {
    max: 10,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { "pg_trgm.similarity_threshold": typoThreshold, statement_timeout: statementMs } as object,
  });
  const db = drizzlePostgres(client, { schema });
  const reserved = await Promise.race([
    client.reserve(),
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new DatabaseUnreachable("it does not answer")), firstConnectionMs).unref();
    }),
  ]).catch(async (error: Error) => {
    await client.end({ timeout: 0 });
    throw new DatabaseUnreachable(`DATABASE_URL: ${error.message || (error as NodeJS.ErrnoException).code}`);
  });
  try {
    await reserved`select pg_advisory_lock(${migrationLock})`;
    await migratePostgres(db, { migrationsFolder });
    await reserved`select pg_advisory_unlock(${migrationLock})`;
  } catch (error) {
    await client.end({ timeout: 1 });
    throw error;
  } finally {
    reserved.release();
  }
  return {
    db: db as unknown as Db,
    kind: "postgresql",
    raw: { url },
    ping: () => inTime(client`select 1`),
    stopped: new Promise(() => {}),
    close: () => client.end({ timeout: 5 }),
  };
}

/**
 * After a PANIC, such as a journal without room, the embedded database answers its next question by turning round for ever,
 * and the process with it. So it is asked nothing more.
 */
function watchPanic(client: PGlite): Promise<DatabaseStopped> {
  let stopped: DatabaseStopped | null = null;
  const { promise, resolve } = Promise.withResolvers<DatabaseStopped>();
  const ask = client.execProtocolStream.bind(client);
  client.execProtocolStream = async (...question) => {
    if (stopped) throw stopped;
    return ask(...question).catch((error: Error & { severity?: string }) => {
      if (error.severity === "PANIC") resolve((stopped = new DatabaseStopped(error)));
      throw error;
    });
  };
  return promise;
}

/** postgres.js waits for a connection as long as it takes; a probe wants to know now. */
async function inTime(query: PromiseLike<unknown>): Promise<void> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, pingMs, new Error("The database does not answer")).unref();
  });
  await Promise.race([query, late]);
}

/** Under LC_CTYPE "C" trigrams of Chinese, Japanese or Arabic are empty, and search would quietly find nothing. */
async function requireUnicodeTrigrams(db: Db): Promise<void> {
  const answer = await db.execute(sql`select cardinality(show_trgm('映画')) as n`);
  const rows = (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as { n: number }[];
  if (!rows[0]?.n)
    throw new Error("The database's LC_CTYPE is C: create it with a UTF-8 locale (such as C.UTF-8).");
}
