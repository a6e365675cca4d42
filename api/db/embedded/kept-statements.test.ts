import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepStatements } from "./kept-statements.ts";

let [plain, kept]: PGlite[] = [];
const clients = () => [plain!, kept!] as const;

beforeAll(async () => {
  [plain, kept] = await Promise.all([PGlite.create(), PGlite.create()]);
  keepStatements(kept, { most: 3 });
  for (const client of clients()) await client.exec("create table item (id int primary key, name text)");
}, 60_000);

afterAll(() => Promise.all(clients().map((client) => client.close())));

/** What both answer to the same, the second time, when the statement is prepared. */
async function asked(text: string, parameters?: unknown[], options?: { rowMode: "array" | "object" }) {
  const answers = [];
  for (const client of clients()) {
    await client.query(text, parameters, options);
    answers.push(await client.query(text, parameters, options));
  }
  return answers;
}

async function preparedIn(client: PGlite) {
  // By `exec`, which prepares nothing.
  const [answer] = await client.exec("select statement from pg_prepared_statements order by statement");
  return answer!.rows.map((row) => (row as { statement: string }).statement);
}

const value =
  "select $1::int8 as n, $2::jsonb as j, $3::text[] as list, $4::timestamptz as at, $5::text as none";
const given = ["9007199254740993", { a: ["“é”", 1] }, ["x,y", 'z"'], new Date("2026-11-22T10:00:00Z"), null];

test.each(["array", "object"] as const)("values of all kinds are read as before, as %s", async (rowMode) => {
  const [before, now] = await asked(value, given, { rowMode });
  expect(now).toEqual(before);
  expect(now!.rows).toHaveLength(1);
});

test("what a write has changed is counted as before", async () => {
  const write = "insert into item values ($1, $2) on conflict (id) do update set name = excluded.name";
  const [before, now] = await asked(write, [1, "one"]);
  expect(now).toEqual(before);
  expect(now!.affectedRows).toBe(1);
});

test("a refused statement is thrown with its code, and the next one works", async () => {
  for (const client of clients()) {
    const twice = client.query("insert into item values (2, null), (2, null)");
    await expect(twice).rejects.toMatchObject({
      code: "23505",
      query: expect.stringContaining("insert") as string,
    });
    await expect(client.query("select nonsense from item")).rejects.toMatchObject({ code: "42703" });
    expect((await client.query("select id from item where id = 2")).rows).toEqual([]);
  }
});

test("a transaction goes on after a savepoint, and another one leaves nothing behind", async () => {
  await kept!.transaction(async (own) => {
    await own.query("savepoint sp1");
    await expect(own.query("insert into item values (1, 'again')")).rejects.toMatchObject({ code: "23505" });
    await own.query("rollback to savepoint sp1");
    await own.query("insert into item values ($1, $2)", [3, "three"]);
  });
  const failed = kept!.transaction(async (own) => {
    await own.query("insert into item values ($1, $2)", [4, "four"]);
    throw new Error("given up");
  });
  await expect(failed).rejects.toThrow("given up");
  const { rows } = await kept!.query("select id from item where id > 2");
  expect(rows).toEqual([{ id: 3 }]);
});

test("a query waits for the end of a transaction", async () => {
  const order: string[] = [];
  const long = kept!.transaction(async (own) => {
    await own.query("select 1");
    await own.query("select 2");
    order.push("transaction");
  });
  const short = kept!.query("select 3").then(() => order.push("query"));
  await Promise.all([long, short]);
  expect(order).toEqual(["transaction", "query"]);
});

test("the statements used last stay prepared, and no more", async () => {
  for (const n of [10, 11, 12, 10, 13]) await kept!.query(`select ${n}`);
  expect(await preparedIn(kept!)).toEqual(["select 10", "select 12", "select 13"]);
});

test("a statement whose columns have changed is prepared anew", async () => {
  await kept!.query("select * from item where id = 1");
  await kept!.exec("alter table item add column year int default 2026");
  const { rows } = await kept!.query("select * from item where id = 1");
  expect(rows).toEqual([{ id: 1, name: "one", year: 2026 }]);
});
