import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "../../api/db/client.ts";
import { rowsOf } from "../../api/db/rows-of.ts";
import { withPatience } from "../../api/db/with-patience.ts";
import { rollUp } from "../../api/domain/analysis/roll-up.ts";
import { addDays } from "../../api/domain/kernel/day.ts";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { programs } from "./setup/programs.ts";

const today = "2027-06-15";
const now = new Date(`${today}T12:00:00Z`);
const first = addDays(today, -40);
/** Longer than sixteen days take on a busy machine. */
const patience = { timeout: 60_000 };

describe.skipIf(!programs.postgres)("the daily sums of a service that was off for 40 days", () => {
  let server: TestPostgres;
  let database: Database;

  beforeAll(async () => {
    server = await startTestPostgres(programs.postgres!);
    database = await openDatabase({ url: server.url });
    // A hundred sittings a day.
    await addSittings({ from: first, days: 41, aDay: 100 });
  });
  afterAll(async () => {
    await database?.close();
    await server?.stop();
  });

  async function addSittings({ from, days, aDay }: { from: string; days: number; aDay: number }) {
    await withPatience(database, (db) =>
      db.transaction((tx) =>
        tx.execute(sql`
          insert into playback_quality (sitting, movie_id, index, report, start_ms, stalls, stalled_ms, watched_s, errors,
            switches, player, device, connection, locale, seen, started_at, reported_at)
          select gen_random_uuid()::text, 'movie-' || n % 500, 1, 1, 200 + n % 3000, 0, 0, 600, '{"network": 1}', 0, 'hls',
            'mobile', '4g', 'en', 1023, d + n % 43000 * interval '1 s', d + interval '12 h'
          from generate_series(${from}::date::timestamp at time zone 'utc',
            ${addDays(from, days - 1)}::date::timestamp at time zone 'utc', '1 day') d,
            generate_series(1, ${aDay}) n`),
      ),
    );
  }

  const plays = async () =>
    rowsOf<{ day: string; plays: number }>(
      await database.db.execute(sql`select day::text as day, plays from analysis_day order by day`),
    );

  test("a run that is killed in the middle of day 17 has kept sixteen days; the next does the rest", async () => {
    const seventeenth = addDays(first, 16);
    // Holds the row that the seventeenth day writes, so that the run stands still within that day.
    const holder = await openDatabase({ url: server.url });
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await database.db
      .execute(sql`insert into analysis_day (day, sittings, plays, watched_s, measured, measured_s, starts,
      stalled, stalls, stalled_ms, failed, errors, active, active_7, active_28, sign_ups, came, joined, vip, rolled_at)
      values (${seventeenth}::date, 0, 0, 0, 0, 0, '{}', 0, 0, 0, 0, '{}', 0, 0, 0, 0, 0, 0, 0, now())`);
    const holding = holder.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from analysis_day where day = ${seventeenth}::date for update`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const child = spawn("node_modules/.bin/node", [
      "tests/operations/setup/roll-up-child.ts",
      server.url,
      today,
    ]);
    const waiting = sql`from pg_stat_activity where wait_event_type = 'Lock'`;
    await expect
      .poll(async () => rowsOf(await database.db.execute(sql`select pid ${waiting}`)).length, patience)
      .toBe(1);
    child.kill("SIGKILL");
    await once(child, "close");
    release.resolve();
    await holding;
    await holder.close();
    const busy = sql`from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    // The server finds out that the process is gone when it next writes to it.
    await expect
      .poll(async () => rowsOf(await database.db.execute(sql`select pid ${busy}`)).length, patience)
      .toBe(0);
    expect((await plays()).map((one) => one.plays)).toEqual([...Array.from({ length: 16 }, () => 100), 0]);

    const done = await withPatience(database, (db) => rollUp(db, now));
    // The last whole day is summed again, for what was written during the run.
    expect(done[0]).toBe(addDays(first, 15));
    const all = await plays();
    expect(all).toHaveLength(41);
    expect(all.every((one) => one.plays === 100)).toBe(true);
    expect(await withPatience(database, (db) => rollUp(db, now))).toEqual([today]);
  }, 240_000);

  test("a day with two million events is summed in bounded time, and none of them comes into this process", async () => {
    const busy = addDays(today, -1);
    await addSittings({ from: busy, days: 1, aDay: 2_000_000 });
    await database.db.execute(sql`insert into analysis_late values (${busy}::date)`);
    const before = process.memoryUsage().rss;
    const began = performance.now();
    const done = await withPatience(database, (db) => rollUp(db, now));
    const seconds = (performance.now() - began) / 1000;
    expect(done).toContain(busy);
    expect((await plays()).find((one) => one.day === busy)!.plays).toBe(2_000_100);
    expect(seconds).toBeLessThan(180);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
    process.stdout.write(`two million events: ${seconds.toFixed(1)} s\n`);
  }, 300_000);
});
