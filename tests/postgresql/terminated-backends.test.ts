import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import connect from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../api/db/client.ts";
import { rowsOf } from "../../api/db/rows-of.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.db.execute(sql`create table mark (id int not null, part int not null)`);
});
afterAll(() => backend.close());

/** Two rows in a transaction with a savepoint, until told to stop. @returns the ids that were acknowledged */
async function mark(db: Db, ids: { next: number }, { signal }: AbortController): Promise<number[]> {
  const done: number[] = [];
  while (!signal.aborted) {
    const id = ids.next++;
    await db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into mark values (${id}, 1)`);
        // The connection is also lost while no statement is under way, and between two.
        if (id % 3 === 0) await pause(3);
        await Promise.all([
          tx.execute(sql`select count(*) from mark`),
          tx.execute(sql`select pg_sleep(0.002)`),
        ]);
        await tx.transaction((inner) => inner.execute(sql`insert into mark values (${id}, 2)`));
      })
      .then(
        () => done.push(id),
        () => pause(2),
      );
  }
  return done;
}

// What nothing catches in a process ends it, and this test.
test("a process outlives the end of its transactions' connections, and loses and halves none", async () => {
  const { db } = backend;
  const [{ name } = { name: "" }] = rowsOf<{ name: string }>(
    await db.execute(sql`select current_database() as name`),
  );
  const killer = connect(process.env.TEST_DATABASE_URL!, { max: 1, onnotice: () => {} });
  const ids = { next: 0 };
  const end = new AbortController();
  const marking = [1, 2, 3, 4].map(() => mark(db, ids, end));
  let ended = 0;
  const [until, latest] = [Date.now() + 4_000, Date.now() + 40_000];
  // A busy machine ends fewer in the same time.
  const goesOn = () => Date.now() < (ended > 20 ? until : latest);
  for (; goesOn(); await pause(Math.random() * 60))
    ended += (await killer`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`)
      .length;
  await killer.end();
  end.abort();
  const done = (await Promise.all(marking)).flat();
  const count = sql`select id, count(*)::int as parts from mark group by id`;
  await expect.poll(() => db.execute(count).then(Boolean, () => false), { timeout: 10_000 }).toBe(true);
  const rows = rowsOf<{ id: number; parts: number }>(await db.execute(count));
  expect(rows.filter(({ parts }) => parts !== 2)).toEqual([]);
  const kept = new Set(rows.map(({ id }) => id));
  expect(done.filter((id) => !kept.has(id))).toEqual([]);
  expect([ended > 20, done.length > 0]).toEqual([true, true]);
});
