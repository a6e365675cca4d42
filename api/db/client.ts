import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { applyMigrations, requireMigrated } from "./apply-migrations.ts";
import { DatabaseUnusable } from "./database-unusable.ts";
import { diskFault } from "./disk-fault.ts";
import { askEmbedded, createEmbedded, typoThreshold, watchPanic } from "./embedded/create-embedded.ts";
import type { DatabaseStopped } from "./embedded/embedded-faults.ts";
import { keepStatements } from "./embedded/kept-statements.ts";
import { beginToOpen, type Opening } from "./embedded/open-folder.ts";
import type { EmbeddedClient, OpenedEmbedded } from "./embedded/thread-client.ts";
import type { MigrateTimes } from "./migrate-postgres.ts";
import { readMigrations } from "./migration-files.ts";
import { openPostgres, type PostgresOptions } from "./postgres/open-postgres.ts";
import type { Tracer } from "./tracer.ts";
import * as schema from "./schema.ts";

/** The Drizzle handle that every use-case works with. It is the same over PGlite and PostgreSQL. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export type Database = {
  db: Db;
  kind: "pglite" | "postgresql";
  /**
   * How the job queue connects to the same database, with how many connections at most; `directUrl` is for what needs a
   * session of its own, which a pooler does not keep.
   */
  raw: { pglite: EmbeddedClient } | { url: string; directUrl: string; queuePool: number };
  /** Connections for requests: the most there may be, those in use, and statements that wait for one. */
  pool?: () => { most: number; used: number; waiting: number };
  /** Resolves when the database answers; rejects when it does not. */
  ping: () => Promise<void>;
  close: () => Promise<void>;
  /**
   * Resolves when the database has stopped for good, as the embedded one does on a full disk. The process must restart.
   */
  stopped: Promise<DatabaseStopped>;
};

/** Folder of this version's migrations. */
export const ownMigrations = fileURLToPath(new URL("./migrations", import.meta.url));

const pingMs = 3_000;

export type OpenOptions = {
  /** `postgres://…` for PostgreSQL ≥ 15; undefined for the embedded database. */
  url?: string | undefined;
  /** The server itself, where `url` is a pooler's. */
  directUrl?: string | undefined;
  /** The most connections for requests, and of the job queue. */
  pool?: number | undefined;
  queuePool?: number | undefined;
  /** Folder of the embedded database; undefined keeps it in memory (tests). */
  dataDir?: string | undefined;
  /** The embedded database of `dataDir`, where its start has begun already. */
  opening?: Opening | undefined;
  /** A dump of another database that an in-memory embedded database starts from. */
  from?: Blob | undefined;
  /** undefined = no traces are sent. */
  trace?: Tracer | undefined;
  /** Receives one line for each thing the start waits for. */
  onWait?: ((what: string) => void) | undefined;
  migrationsFolder?: string;
  /** false: an older schema is refused. Default true. */
  migrate?: boolean | undefined;
  /** Called after each migration. */
  onMigrated?: ((tag: string) => void) | undefined;
  /** Milliseconds, for PostgreSQL. */
  times?: Partial<MigrateTimes> & { statementMs?: number };
};

/**
 * Opens the database and migrates it to the newest schema, unless told not to.
 * @throws DirectoryInUse when another process holds the folder; DatabaseUnusable when the operator has to fix
 *   something
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, migrationsFolder = ownMigrations } = options;
  const database = url
    ? await openServer({ ...options, url, migrationsFolder, similarity: typoThreshold })
    : await openEmbedded(options);
  try {
    await requireUnicodeTrigrams(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function openServer(options: PostgresOptions): Promise<Database> {
  const database = await openPostgres(options);
  return { ...database, db: database.db as unknown as Db };
}

async function openEmbedded({
  dataDir,
  from,
  opening,
  migrationsFolder = ownMigrations,
  migrate = true,
  onMigrated,
}: OpenOptions): Promise<Database> {
  const { client, stopped, close } = dataDir
    ? await (opening ?? (await beginToOpen(dataDir))).opened
    : await startHere(from);
  try {
    const migrations = readMigrations(migrationsFolder);
    const bringUp = migrate ? applyMigrations : requireMigrated;
    await bringUp(askEmbedded(client), { migrations, name: `DATA_DIR ${dataDir}`, onMigrated });
    // PGlite has no autovacuum. Without ANALYZE the planner and the search would not know the size of the catalogue.
    await client.exec("analyze movie");
  } catch (error) {
    await close();
    const fault = diskFault(error);
    throw fault ? new DatabaseUnusable(`DATA_DIR ${dataDir}: ${fault}`) : error;
  }
  return {
    db: drizzlePglite(client as PGlite, { schema }) as unknown as Db,
    kind: "pglite",
    raw: { pglite: client },
    ping: () => inTime(client.query("select 1")),
    stopped,
    close,
  };
}

/** In memory, in this thread: for tests, which would wait longer for a thread than for its answers. */
async function startHere(from: Blob | undefined): Promise<OpenedEmbedded> {
  const client = await createEmbedded(undefined, from);
  const stopped = watchPanic(client);
  keepStatements(client);
  return { client, stopped, close: () => client.close() };
}

/** A query waits for those before it, without limit; a probe needs to know now. */
async function inTime(query: PromiseLike<unknown>): Promise<void> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, pingMs, new Error("The database does not answer")).unref();
  });
  await Promise.race([query, late]);
}

/**
 * Under LC_CTYPE "C", trigrams of Chinese, Japanese or Arabic are empty, and the search would find nothing without an
 * error.
 */
async function requireUnicodeTrigrams(db: Db): Promise<void> {
  const answer = await db.execute(sql`select cardinality(show_trgm('映画')) as n`);
  const rows = (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as { n: number }[];
  if (!rows[0]?.n)
    throw new DatabaseUnusable(
      "DATABASE_URL: the database's LC_CTYPE is C: create it with a UTF-8 locale (such as C.UTF-8).",
    );
}
