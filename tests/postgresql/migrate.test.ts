import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DatabaseUnusable } from "../../api/db/database-unusable.ts";
import { openDatabase, type OpenOptions } from "../../api/db/client.ts";
import { copyOfTemplate } from "../setup/migrated-postgres.ts";

const statementMs = 400;
let url: string;
let drop: () => Promise<void>;
let folder: string;
let told: string[];
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  ({ url, drop } = await copyOfTemplate(process.env.TEST_DATABASE_URL!));
  folder = await mkdtemp(join(tmpdir(), "matinee-migrations-"));
  await cp("api/db/migrations", folder, { recursive: true });
  told = [];
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await drop();
  await rm(folder, { recursive: true });
});

/** Adds a migration to those of the product, as the next version has one. */
async function addMigration(sql: string): Promise<void> {
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(path, "utf8")) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, ...{ tag: "9999_next" } });
  await writeFile(path, JSON.stringify(journal));
  await writeFile(join(folder, "9999_next.sql"), sql);
}

/** Opens the database as a start does, with timeouts short enough for a test. */
async function open(times: OpenOptions["times"] = {}) {
  const patience = { statementMs, lockMs: 100, tries: 50, pauseMs: 50, turnMs: 20, ...times };
  const database = await openDatabase({
    ...{ url, migrationsFolder: folder, times: patience },
    onWait: (what) => told.push(what),
  });
  ends.push(database.close);
  return database;
}

/** Opens a database in another process. */
const openIn = [
  "--eval",
  `import("./api/db/client.ts").then((db) => db.openDatabase(JSON.parse(process.argv[1])))`,
];

function connect() {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  ends.push(() => client.end());
  return client;
}

test("a migration may take longer than a statement may otherwise", async () => {
  await addMigration(`select pg_sleep(${(statementMs * 3) / 1000}); create table slow_one (n int);`);
  const { db } = await open();
  expect(await db.execute("select * from slow_one")).toEqual([]);
  await expect(db.execute(`select pg_sleep(${(statementMs * 3) / 1000})`)).rejects.toMatchObject({
    cause: { code: "57014" },
  });
});

test("of two that start together one migrates; the other says that it waits, and goes on", async () => {
  await addMigration(`select pg_sleep(${(statementMs * 3) / 1000}); create table once_only (n int);`);
  const [first, second] = await Promise.all([open(), open()]);
  for (const { db } of [first, second]) expect(await db.execute("select * from once_only")).toEqual([]);
  expect(told).toEqual(["another process is migrating the database: waiting until it has finished"]);
});

test("a table in use is waited for in short turns, which let its other users pass, and is migrated when it is free", async () => {
  await addMigration("alter table movie add column next_one int;");
  const user = connect();
  await user.unsafe("begin; lock table movie in access share mode");
  const opened = open();
  await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(told[0]).toBe("the migration needs a table that is in use: trying again (1 of 50)");
  const began = performance.now();
  await connect()`select count(*) from movie`;
  expect(performance.now() - began).toBeLessThan(2_000);
  await user.unsafe("commit");
  expect(await (await opened).db.execute("select next_one from movie")).toEqual([]);
});

test("a table that stays in use ends the start with one line, and nothing of the migration is left", async () => {
  await addMigration("create table half_done (n int); alter table movie add column next_one int;");
  const user = connect();
  await user.unsafe("begin; lock table movie in access share mode");
  const failure = await open({ tries: 3 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseUnusable);
  expect((failure as Error).message).toMatch(/^DATABASE_URL: a table the migration needs stayed in use/);
  expect((failure as Error).message).not.toContain("\n");
  expect(await user`select to_regclass('half_done') as at`).toEqual([{ at: null }]);
  await user.unsafe("commit");
  await open();
});

test("a process that is killed while it migrates keeps no other one waiting", async () => {
  const admin = connect();
  await admin`create table endless (yes bool)`;
  await admin`insert into endless values (true)`;
  await addMigration(
    "select pg_sleep(case when yes then 600 end) from endless; create table after_all (n int);",
  );
  const child = spawn(process.execPath, [...openIn, JSON.stringify({ url, migrationsFolder: folder })]);
  const asleep = () =>
    admin`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  await expect.poll(asleep, { timeout: 20_000 }).toHaveLength(1);
  const opened = open();
  await expect.poll(() => told).toHaveLength(1);
  await admin`update endless set yes = false`;
  child.kill("SIGKILL");
  expect(await (await opened).db.execute("select * from after_all")).toEqual([]);
});

test("an index whose building was killed is built again, while its table is written", async () => {
  await addMigration(
    "-- migration: outside-transaction\ncreate index concurrently if not exists movie_later on movie (year);",
  );
  const user = connect();
  // The index waits until this transaction is over.
  await user.unsafe("begin; update movie set year = year");
  const child = spawn(process.execPath, [...openIn, JSON.stringify({ url, migrationsFolder: folder })]);
  const index = () => connect()`select indisvalid as valid from pg_index
    where indexrelid = to_regclass('movie_later')`;
  await expect.poll(index, { timeout: 20_000 }).toEqual([{ valid: false }]);
  const began = performance.now();
  await connect()`update movie set year = year`;
  expect(performance.now() - began).toBeLessThan(2_000);
  child.kill("SIGKILL");
  const building = () =>
    connect()`select from pg_stat_activity where query like 'create index%' and state = 'active'`;
  await expect.poll(building, { timeout: 20_000 }).toEqual([]);
  expect(await index()).toEqual([{ valid: false }]);
  await user.unsafe("commit");
  await open();
  expect(await index()).toEqual([{ valid: true }]);
});

test("a database of a newer version is not opened", async () => {
  await addMigration("create table newer (n int);");
  await (await open()).close();
  ends.pop();
  await expect(openDatabase({ url })).rejects.toThrow(
    /^DATABASE_URL: the database is of a newer version of Matinee\./,
  );
});
