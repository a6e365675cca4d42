import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../../scripts/run.ts";
import { DatabaseStopped } from "./embedded-faults.ts";
import { startThread } from "./thread-client.ts";

let folder: string;
let here: PGlite;
let thread: Awaited<ReturnType<typeof startThread>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-thread-"));
  [here, thread] = await Promise.all([PGlite.create(), startThread(folder)]);
  for (const client of [here, thread.client])
    await client.exec("create table item (id int primary key, name text)");
}, 60_000);

afterAll(async () => {
  await Promise.all([here.close(), thread.close()]);
  await rm(folder, { recursive: true, force: true });
});

const everything = `select $1::int8 as n, $2::jsonb as j, $3::text[] as list, $4::timestamptz as at, null::text as none,
  $5::bytea as bytes, 1.5::float8 as f, true as b, '{"a": [1]}'::json as text_json, '[]'::jsonb as empty
  from generate_series(1, 2)`;
const given = [
  "9007199254740993",
  { a: ["“é”", 1] },
  ["x,y", 'z"'],
  new Date("2026-11-22T10:00:00Z"),
  new Uint8Array([0, 255]),
];

test.each(["array", "object"] as const)(
  "values of all kinds arrive as without a thread, as %s",
  async (rowMode) => {
    // The same reader as Drizzle's: the text as it is.
    const options = { rowMode, parsers: { 1184: (text: string) => text } };
    const [before, now] = await Promise.all(
      [here, thread.client].map((client) => client.query(everything, given, options)),
    );
    expect(now).toEqual({ rows: before!.rows, fields: before!.fields, affectedRows: before!.affectedRows });
    expect(now!.rows).toHaveLength(2);
  },
);

test("a query without columns or rows, and a series of statements, answer as without a thread", async () => {
  for (const text of ["insert into item values (90, 'x')", "select id from item where id = -1"]) {
    const [before, now] = await Promise.all([here.query(text), thread.client.query(text)]);
    expect(now).toMatchObject({ rows: before.rows, affectedRows: before.affectedRows });
  }
  const series = "select 1 as a; select '{\"b\": 2}'::jsonb as c";
  expect(await thread.client.exec(series)).toEqual(await here.exec(series));
});

test("a refused statement is thrown with its facts, and the next one works", async () => {
  const twice = thread.client.query("insert into item values (2, null), (2, null)", []);
  await expect(twice).rejects.toMatchObject({
    code: "23505",
    constraint: "item_pkey",
    query: expect.stringContaining("insert") as string,
  });
  await expect(twice).rejects.toThrow(/duplicate key/);
  await expect(thread.client.exec("select nonsense")).rejects.toMatchObject({ code: "42703" });
  expect((await thread.client.query("select id from item where id = 2")).rows).toEqual([]);
});

test("what can't be passed to another thread is refused, and the next query works", async () => {
  await expect(thread.client.query("select $1", [() => {}])).rejects.toThrow(/could not be cloned/);
  expect((await thread.client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a transaction is kept whole, and others wait for its end", async () => {
  const { client } = thread;
  const order: string[] = [];
  const first = client.transaction(async (tx) => {
    await tx.query("insert into item values (10, 'in')");
    await nextTurn();
    order.push("within");
    return (await tx.query("select name from item where id = 10")).rows;
  });
  const other = client.query("select 1").then(() => order.push("after"));
  expect(await first).toEqual([{ name: "in" }]);
  await other;
  expect(order).toEqual(["within", "after"]);
});

test("a transaction whose work fails leaves nothing", async () => {
  const { client } = thread;
  const mistake = new Error("mistake");
  const work = client.transaction(async (tx) => {
    await tx.query("insert into item values (11, 'out')");
    throw mistake;
  });
  await expect(work).rejects.toBe(mistake);
  const refused = client.transaction((tx) => tx.query("insert into item values (12, 'a'), (12, 'b')"));
  await expect(refused).rejects.toMatchObject({ code: "23505" });
  await client.exec("create table child (id int references item deferrable initially deferred)");
  // Refused only when it ends.
  const late = client.transaction((tx) => tx.query("insert into child values (-5)"));
  await expect(late).rejects.toMatchObject({ code: "23503" });
  expect((await client.query("select id from item where id in (11, 12)")).rows).toEqual([]);
  expect((await client.query("select id from child")).rows).toEqual([]);
});

test("while the database works, this thread goes on", async () => {
  let turns = 0;
  let isDone = false;
  const long = thread.client
    .query("select count(*)::int as n from generate_series(1, 2000000)")
    .finally(() => (isDone = true));
  while (!isDone) {
    await nextTurn();
    turns++;
  }
  expect((await long).rows).toEqual([{ n: 2_000_000 }]);
  expect(turns).toBeGreaterThan(100);
});

test("what is saved is there after the thread was closed and started again", async () => {
  await thread.client.query("insert into item values (20, 'kept')");
  await thread.close();
  await expect(thread.client.query("select 1")).rejects.toThrow("is closed");
  thread = await startThread(folder);
  expect((await thread.client.query("select name from item where id = 20")).rows).toEqual([{ name: "kept" }]);
});

/** Runs a program that has a database in a thread of its own (`worker`), in a process of its own. */
async function program(text: string) {
  const own = await mkdtemp(join(tmpdir(), "matinee-thread-"));
  const start = `
    import { createRequire, syncBuiltinESMExports } from "node:module";
    const threads = createRequire(import.meta.url)("node:worker_threads");
    let worker;
    threads.Worker = class extends threads.Worker {
      constructor(...given) {
        super(...given);
        worker = this;
      }
    };
    syncBuiltinESMExports();
    const { startThread } = await import(${JSON.stringify(new URL("./thread-client.ts", import.meta.url).href)});
    const thread = await startThread(${JSON.stringify(own)});`;
  const file = join(own, "program.mjs");
  try {
    await writeFile(file, start + text);
    return await run(process.execPath, [file], { quiet: true });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

test("a process that asks nothing more ends by itself, though the database is open", async () => {
  const { code, output } = await program(
    `console.log((await thread.client.query("select 'asked' as a")).rows[0].a);`,
  );
  expect([code, output.trim()]).toEqual([0, "asked"]);
});

test("a thread that dies ends what was asked with the fault, and says that the database has stopped", async () => {
  const { code, output } = await program(`
    const asked = thread.client.query("select count(*) from generate_series(1, 1e9)").catch((error) => error);
    await worker.terminate();
    const [error, stopped] = await Promise.all([asked, thread.stopped]);
    console.log(error === stopped, stopped.constructor.name);
    console.log(await thread.client.query("select 1").catch((later) => later === stopped));
    await thread.close();`);
  expect([code, output.trim().split("\n")]).toEqual([0, [`true ${DatabaseStopped.name}`, "true"]]);
});
