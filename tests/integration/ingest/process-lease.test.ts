import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProcessLease, type ProcessLease } from "../../../api/db/process-lease.ts";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

const times = { heartbeatMs: 100, deadMs: 1_000 };
let api: TestBackend;
const leases: ProcessLease[] = [];
beforeAll(async () => {
  api = await startTestBackend();
});
afterAll(async () => {
  await Promise.all(leases.map((lease) => lease.end()));
  await api.close();
});

const begin = async (alone = false) => {
  const lease = createProcessLease({ db: api.db, alone, times });
  leases.push(lease);
  await lease.begin(async () => {});
  return lease;
};
/** Whether `judge` takes the process with this id for dead. */
const isDead = async (judge: ProcessLease, id: string | null) => {
  const [row] = rowsOf<{ dead: boolean }>(
    await api.db.execute(sql`select ${judge.isDead(sql`${id}::text`)} as dead`),
  );
  return row!.dead;
};
const until = async (is: () => Promise<boolean>) => {
  const begun = performance.now();
  while (!(await is())) {
    if (performance.now() - begun > 10_000) throw new Error("It does not come about");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - begun;
};
/** As though its heartbeats had arrived since long ago, or none for as long. */
const set = (id: string, fields: { steadyAgoS: number; silentS: number }) =>
  api.db
    .execute(sql`insert into process values (${id}, now() - ${fields.steadyAgoS}::integer * interval '1 s',
    now() - ${fields.silentS}::integer * interval '1 s') on conflict (id) do update
    set steady_since = excluded.steady_since, heartbeat_at = excluded.heartbeat_at`);

describe("a process", () => {
  test("takes others for dead who are silent, and who are not known; never itself, nor the living", async () => {
    const judge = await begin();
    const living = await begin();
    const silent = randomUUID();
    await set(silent, { steadyAgoS: 60, silentS: 2 });
    await until(() => isDead(judge, silent));
    expect(await isDead(judge, randomUUID())).toBe(true);
    // What an earlier version wrote names no process.
    expect(await isDead(judge, null)).toBe(true);
    expect(await isDead(judge, judge.id)).toBe(false);
    for (let n = 0; n < 20; n++) {
      expect(await isDead(judge, living.id)).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await living.end();
    expect(await isDead(judge, living.id)).toBe(true);
  });

  test("that ends during a heartbeat is not known any more", async () => {
    const ids: string[] = [];
    for (let round = 0; round < 60; round++) {
      const lease = createProcessLease({ db: api.db, alone: false, times: { ...times, heartbeatMs: 1 } });
      ids.push(lease.id);
      await lease.begin(async () => {});
      await new Promise((resolve) => setTimeout(resolve, 1 + (round % 3)));
      await lease.end();
    }
    const known = sql`select id from process where id::text in ${ids}`;
    expect(rowsOf(await api.db.execute(known))).toEqual([]);
  });

  test("that has just begun judges no other before its own time", async () => {
    const silent = randomUUID();
    await set(silent, { steadyAgoS: 60, silentS: 60 });
    const judge = await begin();
    expect(await isDead(judge, silent)).toBe(false);
    expect(await until(() => isDead(judge, silent))).toBeGreaterThan(times.deadMs / 2);
  });

  test("whose own heartbeats did not arrive either judges no other: the database was away", async () => {
    const judge = await begin();
    const other = randomUUID();
    await set(other, { steadyAgoS: 60, silentS: 60 });
    await until(() => isDead(judge, other));
    await set(judge.id, { steadyAgoS: 60, silentS: 60 });
    expect(await isDead(judge, other)).toBe(false);
    // Its next heartbeat arrives; the others may need as long.
    await new Promise((resolve) => setTimeout(resolve, 3 * times.heartbeatMs));
    expect(await isDead(judge, other)).toBe(false);
    await until(() => isDead(judge, other));
  });

  test("that has the database alone needs no heartbeat to know that the one before it is dead", async () => {
    const judge = await begin(true);
    expect(await isDead(judge, randomUUID())).toBe(true);
    expect(await isDead(judge, judge.id)).toBe(false);
  });
});
