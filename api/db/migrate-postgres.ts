import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres, { type Sql } from "postgres";
import { DatabaseUnusable } from "./database-unusable.ts";
import { refuseNewer } from "./refuse-newer.ts";

/** The key under which processes that start together take turns at migrating one PostgreSQL. */
const migrationLock = 712_433_901;

export type MigrateTimes = {
  /** Milliseconds a statement waits for a table; who comes after it waits as well, so it is short. */
  lockMs: number;
  /** How often it is tried, and milliseconds between two tries. */
  tries: number;
  pauseMs: number;
  /** Milliseconds between two looks whether another process has finished migrating. */
  turnMs: number;
  /** Milliseconds between two lines of the log while waiting. */
  tellMs: number;
};

const usual: MigrateTimes = { lockMs: 5_000, tries: 30, pauseMs: 5_000, turnMs: 500, tellMs: 30_000 };

export type MigrateOptions = {
  migrationsFolder: string;
  times?: Partial<MigrateTimes> | undefined;
  /** Told what is waited for. */
  onWait?: ((what: string) => void) | undefined;
};

/**
 * Brings a PostgreSQL to the newest schema, by a connection of its own: a migration takes as long as it takes, so no
 * statement of it is cancelled. One process at a time; the others wait. What holds a table up is given way to, and the
 * migration is tried again from its beginning: all of it is one transaction.
 * @throws DatabaseUnusable when a table stays locked, or the schema is newer
 */
export async function migratePostgres(
  url: string,
  { migrationsFolder, times: given, onWait = () => {} }: MigrateOptions,
): Promise<void> {
  const times = { ...usual, ...given };
  const client = postgres(url, {
    ...{ max: 1, connect_timeout: 5, max_lifetime: null, onnotice: () => {} },
    connection: {
      ...{ application_name: "matinee migrations", lock_timeout: times.lockMs },
      ...{ statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
    },
  });
  try {
    await endWithUs(client);
    await takeTurn(client, { ...times, onWait });
    await refuseNewer((query) => client.unsafe(query), { migrationsFolder, name: "DATABASE_URL" });
    await migrateInSpiteOfLocks(client, { migrationsFolder, times, onWait });
    await client`select pg_advisory_unlock(${migrationLock})`;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Where the system can tell, the server ends the work of a process that is gone, and another one has its turn. */
async function endWithUs(client: Sql): Promise<void> {
  await client`set client_connection_check_interval = 2000`.catch(() => {});
}

/** Asked again and again rather than waited for: no timeout of the server's can end that, and the log can be told. */
async function takeTurn(
  client: Sql,
  { turnMs, tellMs, onWait }: Pick<MigrateTimes, "turnMs" | "tellMs"> & { onWait: (what: string) => void },
): Promise<void> {
  let toldAt = -Infinity;
  for (;;) {
    const [turn] = await client<{ mine: boolean }[]>`select pg_try_advisory_lock(${migrationLock}) as mine`;
    if (turn?.mine) return;
    if (Date.now() - toldAt >= tellMs) {
      onWait("another process is migrating the database: waiting until it has finished");
      toldAt = Date.now();
    }
    await pause(turnMs);
  }
}

async function migrateInSpiteOfLocks(
  client: Sql,
  { migrationsFolder, times, onWait }: Required<Omit<MigrateOptions, "times">> & { times: MigrateTimes },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate(drizzle(client), { migrationsFolder });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt >= times.tries) throw stillLocked(attempt);
      onWait(`the migration needs a table that is in use: trying again (${attempt} of ${times.tries})`);
      await pause(times.pauseMs);
    }
  }
}

function stillLocked(attempts: number): DatabaseUnusable {
  return new DatabaseUnusable(
    `DATABASE_URL: a table the migration needs stayed in use through ${attempts} tries. End what holds it (pg_stat_activity, pg_locks) and start again.`,
  );
}

/** PostgreSQL's lock_not_available. */
function isLockTimeout(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ((at as NodeJS.ErrnoException).code === "55P03") return true;
  return false;
}
