import { DatabaseUnusable } from "./database-unusable.ts";
import type { Migration } from "./migration-files.ts";

/** Runs SQL on one connection. @returns the rows of the last statement */
export type Ask = (statements: string) => PromiseLike<unknown>;

export type ApplyOptions = {
  migrations: Migration[];
  /** The variable that names the database, for messages. */
  name: string;
  /** Called after each migration. */
  onMigrated?: ((tag: string) => void) | undefined;
};

type Applied = { when: number; compatibleFrom: number | null };

const table = "drizzle.__drizzle_migrations";

/**
 * Applies the migrations that a database lacks, over one connection that has no transaction open. A series of them is
 * one transaction, except those that run outside one.
 * @throws DatabaseUnusable when the schema is newer and not compatible
 */
export async function applyMigrations(ask: Ask, options: ApplyOptions): Promise<void> {
  const { onMigrated = () => {} } = options;
  const pending = await findPending(ask, options);
  if (pending.length === 0) return;
  await prepareTable(ask);
  while (pending.length > 0) {
    const next = pending.findIndex((one) => one.outsideTransaction);
    if (next === 0) await applyOutside(ask, pending[0]!);
    const done = pending.splice(0, next === 0 ? 1 : next === -1 ? pending.length : next);
    if (next !== 0) await applyTogether(ask, done);
    for (const { tag } of done) onMigrated(tag);
  }
}

/**
 * Refuses a database whose schema differs from this version's.
 * @throws DatabaseUnusable when it is older, or newer and not compatible
 */
export async function requireMigrated(ask: Ask, options: ApplyOptions): Promise<void> {
  const pending = await findPending(ask, options);
  if (pending.length > 0)
    throw new DatabaseUnusable(
      `${options.name}: the database's schema is of an older version of Matinee, and MIGRATE is off: run npm run migrate, then start again.`,
    );
}

/** The newest migration of a database, in milliseconds since 1970; null in an empty one. */
export async function newestMigration(ask: Ask): Promise<number | null> {
  return (await readApplied(ask)).at(-1)?.when ?? null;
}

/** A version of Matinee works on a newer schema only if each migration it does not know says so. */
async function findPending(ask: Ask, { migrations, name }: ApplyOptions): Promise<Migration[]> {
  const applied = await readApplied(ask);
  const known = migrations.at(-1)?.when ?? 0;
  const contracted = applied.some(
    ({ when, compatibleFrom }) => when > known && (compatibleFrom === null || compatibleFrom > known),
  );
  if (contracted)
    throw new DatabaseUnusable(
      `${name}: the database is of a newer version of Matinee. Start that version, or restore a backup of before.`,
    );
  const last = applied.at(-1)?.when ?? 0;
  return migrations.filter(({ when }) => when > last);
}

async function readApplied(ask: Ask): Promise<Applied[]> {
  const [found] = (await ask(`select to_regclass('${table}') as at`)) as { at: unknown }[];
  if (!found?.at) return [];
  // Databases of the first version have no column compatible_from.
  const rows = (await ask(
    `select created_at, to_jsonb(one) ->> 'compatible_from' as "from" from ${table} as one order by created_at`,
  )) as { created_at: string | number; from: string | null }[];
  return rows.map((row) => ({
    when: Number(row.created_at),
    compatibleFrom: row.from === null ? null : Number(row.from),
  }));
}

/** The table that Drizzle's own migrator makes, and a column. */
async function prepareTable(ask: Ask): Promise<void> {
  await ask("create schema if not exists drizzle");
  await ask(
    `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
  );
  await ask(`alter table ${table} add column if not exists compatible_from bigint`);
}

async function applyTogether(ask: Ask, migrations: Migration[]): Promise<void> {
  await ask("begin");
  try {
    for (const migration of migrations) {
      for (const statement of migration.statements) await ask(statement);
      await record(ask, migration);
    }
    await ask("commit");
  } catch (error) {
    await ask("rollback");
    throw error;
  }
}

/**
 * `CREATE INDEX CONCURRENTLY` waits for transactions but blocks no reader or writer, so it may wait without a limit. A
 * process that is killed in it leaves an invalid index.
 */
async function applyOutside(ask: Ask, migration: Migration): Promise<void> {
  await ask("set lock_timeout = 0");
  try {
    for (const statement of migration.statements) {
      const index = /^create .*? if not exists ("?\w+"?)/i.exec(statement)?.[1];
      if (index && (await isInvalid(ask, index))) await ask(`drop index concurrently ${index}`);
      await ask(statement);
    }
    await record(ask, migration);
  } finally {
    await ask("reset lock_timeout");
  }
}

async function isInvalid(ask: Ask, index: string): Promise<boolean> {
  const rows = await ask(
    `select 1 from pg_index where indexrelid = to_regclass('${index}') and not indisvalid`,
  );
  return (rows as unknown[]).length > 0;
}

async function record(ask: Ask, { hash, when, compatibleFrom }: Migration): Promise<void> {
  await ask(
    `insert into ${table} (hash, created_at, compatible_from) values ('${hash}', ${when}, ${compatibleFrom ?? "null"})`,
  );
}
