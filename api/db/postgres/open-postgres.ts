import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { DatabaseUnusable } from "../database-unusable.ts";
import { diskFault } from "../disk-fault.ts";
import { requireMigrated } from "../apply-migrations.ts";
import { migratePostgres, type MigrateTimes } from "../migrate-postgres.ts";
import { readMigrations } from "../migration-files.ts";
import * as schema from "../schema.ts";
import { guardClient } from "./guard-client.ts";
import { createPlaces } from "./places.ts";
import { requireForRole, setForRole, type SessionSettings } from "./role-settings.ts";
import { createSockets } from "./sockets.ts";
import { traceClient } from "../trace-client.ts";
import type { Tracer } from "../tracer.ts";
import { createWatch } from "./watch.ts";

const firstConnectionMs = 10_000;
/** A statement that takes longer is cancelled: its caller has received an answer long before. */
const usualStatementMs = 8_000;
/** Milliseconds after which a statement that the server should have cancelled is lost. */
const graceMs = 1_000;

export type PostgresOptions = {
  /** `postgres://…`, of the server or of a pooler in transaction mode. */
  url: string;
  /** The server itself, where `url` is a pooler's. */
  directUrl?: string | undefined;
  /** The most connections for requests. Default 10. */
  pool?: number | undefined;
  /** The most connections of the job queue. Default 3. */
  queuePool?: number | undefined;
  migrationsFolder: string;
  migrate?: boolean | undefined;
  onWait?: ((what: string) => void) | undefined;
  onMigrated?: ((tag: string) => void) | undefined;
  trace?: Tracer | undefined;
  /** Milliseconds. */
  times?: Partial<MigrateTimes> & { statementMs?: number };
  /** See `typoThreshold` in ../embedded/create-embedded.ts. */
  similarity: number;
};

/**
 * Opens a PostgreSQL and migrates it to the newest schema, unless told not to.
 * @throws DatabaseUnusable when the operator has to fix something
 */
export async function openPostgres(options: PostgresOptions) {
  const { url, directUrl, pool = 10, queuePool = 3, similarity, trace } = options;
  const { statementMs = usualStatementMs } = options.times ?? {};
  const session = {
    statement_timeout: `${statementMs / 1000}s`,
    "pg_trgm.similarity_threshold": String(similarity),
    // To compile a query takes half a second, and ours take milliseconds.
    jit: "off",
  };
  const sockets = createSockets();
  const client = postgres(url, {
    max: pool,
    connect_timeout: 3,
    // It would prepare `commit`, fail to find it in another session of a pooler, and commit a failed transaction: a
    // rollback without an error.
    prepare: false,
    // Also finds an idle connection that is dead, in 15 s.
    keep_alive: 5,
    // The watch says when to try again.
    backoff: false,
    onnotice: () => {},
    connection: directUrl ? {} : (session as object),
    socket: sockets.open,
  } as object);
  try {
    await prepare(client, session, options);
  } catch (error) {
    await client.end({ timeout: 1 });
    const fault = diskFault(error);
    throw fault ? new DatabaseUnusable(`DATABASE_URL: of the database's server, ${fault}`) : error;
  }
  // It knows them since the first answer. Asking again with each connection is an unhandled rejection where that fails.
  client.options.fetch_types = false;
  const watch = createWatch(url, { sockets, lostMs: statementMs + graceMs });
  const places = createPlaces(pool);
  const guarded = guardClient(client, { sockets, watch, places });
  return {
    db: drizzle(trace ? traceClient(guarded, trace) : guarded, { schema }),
    kind: "postgresql" as const,
    raw: { url, directUrl: directUrl ?? url, queuePool },
    pool: places.use,
    ping: async () => {
      watch.requireHere();
      await watch.ask();
    },
    stopped: new Promise<never>(() => {}),
    close: async () => {
      watch.stop();
      await client.end({ timeout: 5 });
    },
  };
}

/** Migrates over the server itself, since a pooler keeps no session for the lock that migrations take. */
async function prepare(
  client: postgres.Sql,
  session: SessionSettings,
  { url, directUrl, migrationsFolder, migrate = true, onWait, onMigrated, times }: PostgresOptions,
): Promise<void> {
  if (!directUrl) await firstAnswer(client, "DATABASE_URL");
  else {
    const direct = postgres(directUrl, { max: 1, connect_timeout: 3, onnotice: () => {} });
    await firstAnswer(direct, "DATABASE_DIRECT_URL").finally(() => direct.end({ timeout: 0 }));
  }
  if (migrate) await migratePostgres(directUrl ?? url, { migrationsFolder, times, onWait, onMigrated });
  else await refuseOlder(directUrl ?? url, migrationsFolder);
  if (!directUrl) return;
  await setForRole(directUrl, session);
  // Not earlier: the pooler keeps the sessions it opens.
  await firstAnswer(client, "DATABASE_URL");
  await requireForRole(client, session);
}

/** @throws DatabaseUnusable when the schema is older */
async function refuseOlder(url: string, migrationsFolder: string): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => {} });
  const migrations = readMigrations(migrationsFolder);
  await requireMigrated((text) => client.unsafe(text), { migrations, name: "DATABASE_URL" }).finally(() =>
    client.end({ timeout: 1 }),
  );
}

/**
 * postgres.js retries a connection without limit; a start needs to know now.
 * @throws DatabaseUnusable naming the variable
 */
async function firstAnswer(client: postgres.Sql, variable: string): Promise<void> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, firstConnectionMs, new Error("it does not answer")).unref();
  });
  await Promise.race([client`select 1`, late]).catch((error: Error & { code?: string }) => {
    const text = error.message || error.code;
    const hint = /startup parameter/.test(text ?? "")
      ? ". A pooler such as pgbouncer needs DATABASE_DIRECT_URL beside it"
      : "";
    throw new DatabaseUnusable(`${variable}: ${text}${hint}`);
  });
}
