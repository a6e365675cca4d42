import { setTimeout as pause } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { applyMigrations } from "./apply-migrations.ts";
import { DatabaseUnusable } from "./database-unusable.ts";
import { readMigrations } from "./migration-files.ts";

/** Lock key by which processes that start together take turns to migrate one PostgreSQL. */
const migrationLock = 712_433_901;

export type MigrateTimes = {
  /** Milliseconds a statement waits for a table lock. Later statements queue behind it, so it is short. */
  lockMs: number;
  /** Number of attempts, and milliseconds between two attempts. */
  tries: number;
  pauseMs: number;
  /** Milliseconds between two checks whether another process has finished its migration. */
  turnMs: number;
  /** Milliseconds between two log lines while waiting. */
  tellMs: number;
};

const usual: MigrateTimes = { lockMs: 5_000, tries: 30, pauseMs: 5_000, turnMs: 500, tellMs: 30_000 };

export type MigrateOptions = {
  migrationsFolder: string;
  times?: Partial<MigrateTimes> | undefined;
  /** Receives a description of what the migration waits for. */
  onWait?: ((what: string) => void) | undefined;
  /** Called after each migration. */
  onMigrated?: ((tag: string) => void) | undefined;
};

/**
 * Migrates a PostgreSQL to the newest schema over a connection of its own. A migration takes as long as it needs, so
 * none of its statements is cancelled. One process migrates at a time; the others wait. If a table is locked, the
 * migration gives way and restarts later: what is not committed is rolled back.
 * @throws DatabaseUnusable when a table stays locked, or the schema is newer
 */
export async function migratePostgres(
  url: string,
  { migrationsFolder, times: given, onWait = () => {}, onMigrated }: MigrateOptions,
): Promise<void> {
  const times = { ...usual, ...given };
  const client = postgres(url, {
    max: 1,
    connect_timeout: 5,
    max_lifetime: null,
    onnotice: () => {},
    connection: {
      application_name: "matinee migrations",
      lock_timeout: times.lockMs,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    },
  });
  try {
    await endWithUs(client);
    await takeTurn(client, { ...times, onWait });
    const migrations = readMigrations(migrationsFolder);
    const migrate = () =>
      applyMigrations((text) => client.unsafe(text), { migrations, name: "DATABASE_URL", onMigrated });
    await inSpiteOfLocks(migrate, { ...times, onWait });
    await client`select pg_advisory_unlock(${migrationLock})`;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/**
 * If the operating system supports it, the server ends the work of a process that is gone, so that another one gets its
 * turn.
 */
async function endWithUs(client: Sql): Promise<void> {
  await client`set client_connection_check_interval = 2000`.catch(() => {});
}

/** Polls instead of waiting for the lock: no server timeout can end that, and the log can report it. */
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

async function inSpiteOfLocks(
  migrate: () => Promise<void>,
  { tries, pauseMs, onWait }: Pick<MigrateTimes, "tries" | "pauseMs"> & { onWait: (what: string) => void },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt >= tries) throw stillLocked(attempt);
      onWait(`the migration needs a table that is in use: trying again (${attempt} of ${tries})`);
      await pause(pauseMs);
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
