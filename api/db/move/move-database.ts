import { drizzle } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import type { PGlite } from "@electric-sql/pglite";
import { newestMigration } from "../apply-migrations.ts";
import { openDatabase, ownMigrations, type Db } from "../client.ts";
import { DatabaseUnusable } from "../database-unusable.ts";
import { lockDirectory } from "../directory-lock.ts";
import { askEmbedded, createEmbedded } from "../embedded/create-embedded.ts";
import { createJobs, type Jobs } from "../jobs.ts";
import { readMigrations } from "../migration-files.ts";
import { copySequences, copyTable, sameText, sumOf, tablesInOrder, type Table } from "./copy-tables.ts";

export type MoveOptions = {
  /** Folder of the embedded database. No other process may use it. */
  dataDir: string;
  /** An empty PostgreSQL. */
  url: string;
  /** Called after each table. */
  onTable?: ((name: string, rows: number) => void) | undefined;
  onWait?: ((what: string) => void) | undefined;
};

/**
 * Copies an embedded database to an empty PostgreSQL in one transaction, which is committed after the rows and checksums
 * of all tables were compared. Interrupted, it leaves an empty schema and can be repeated. The source is only read.
 * @throws DirectoryInUse, and DatabaseUnusable for other problems the operator can fix
 */
export async function moveDatabase({ dataDir, url, onTable, onWait }: MoveOptions): Promise<void> {
  const release = await lockDirectory(dataDir);
  const ends: (() => Promise<unknown>)[] = [release];
  try {
    const source = await createEmbedded(dataDir);
    ends.push(() => source.close());
    await requireNewest(source, dataDir);
    const database = await openDatabase({ url, onWait });
    ends.push(database.close);
    const jobs = createJobs({ database, onError: () => {} });
    ends.push(jobs.stop);
    const target = postgres(url, {
      max: 1,
      connect_timeout: 5,
      max_lifetime: null,
      onnotice: () => {},
      connection: { application_name: "matinee db:move", statement_timeout: 0 },
    });
    ends.push(() => target.end({ timeout: 1 }));
    await jobs.ready();
    await copyAll({ source, target, jobs, onTable });
    await target`analyze`;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function requireNewest(source: PGlite, dataDir: string): Promise<void> {
  const newest = readMigrations(ownMigrations).at(-1)!.when;
  if ((await newestMigration(askEmbedded(source))) !== newest)
    throw new DatabaseUnusable(
      `DATA_DIR ${dataDir}: the database's schema is of another version of Matinee: run npm run migrate first.`,
    );
}

type Copying = { source: PGlite; target: Sql; jobs: Jobs; onTable: MoveOptions["onTable"] };

async function copyAll({ source, target, jobs, onTable }: Copying): Promise<void> {
  const [here, there] = [askEmbedded(source), (text: string) => target.unsafe(text)];
  await here(sameText);
  await there(sameText);
  const tables = await tablesInOrder(here);
  await there("begin");
  await there("set local lock_timeout = '5s'");
  // A server that was started on the target waits, and finds the data.
  await there(`lock table ${tables.map(({ name }) => name).join(", ")} in exclusive mode`);
  for (const { name } of tables)
    if ((await there(`select 1 from ${name} limit 1`)).length > 0)
      throw new DatabaseUnusable(`The target has data (table ${name}): name an empty database.`);
  for (const table of tables) {
    await copyTable(table, { source, target });
    onTable?.(table.name, await requireSame(table, { here, there }));
  }
  await copySequences({ source: here, target: there });
  await queueEncodings(target, jobs);
  await there("commit");
}

type Sides = Record<"here" | "there", Parameters<typeof sumOf>[0]>;

/** @returns the number of rows @throws DatabaseUnusable when the copy differs */
async function requireSame(table: Table, { here, there }: Sides): Promise<number> {
  const [own, copy] = [await sumOf(here, table), await sumOf(there, table)];
  if (own.rows !== copy.rows || own.sum !== copy.sum)
    throw new DatabaseUnusable(
      `The copy of ${table.name} differs (${own.rows} rows, ${copy.rows} in the target): nothing was moved.`,
    );
  return Number(own.rows);
}

/** The queue's own tables stay behind: encodings and captions that wait or run get new jobs under the names they know. */
async function queueEncodings(target: Sql, jobs: Jobs): Promise<void> {
  const waiting = await target<
    { queue: "encode" | "captions"; id: string; job: string; priority: number; at: Date | null }[]
  >`select 'encode' as queue, id, job_id as job, priority, not_before as at from encoding where job_id is not null
    union all select 'captions', id, job_id, 0, not_before from captioning where job_id is not null`;
  // The connection has the transaction open.
  const tx = drizzle(target) as unknown as Db;
  for (const { queue, id, job, priority, at } of waiting)
    await jobs.send(tx, queue, {
      id: job,
      priority,
      data: { [queue === "encode" ? "encoding" : "captioning"]: id },
      ...(at && { startAfter: new Date(at) }),
    });
}
