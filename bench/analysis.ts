import { sql } from "drizzle-orm";
import { openDatabase, type Database } from "../api/db/client.ts";
import { users } from "../api/db/schema.ts";
import { addDays, dayOf } from "../api/domain/kernel/day.ts";
import { rollUp } from "../api/domain/analysis/roll-up.ts";
import { openSession } from "../api/domain/accounts/identity/session.ts";
import { findPostgres, openApi, withOwnPostgres } from "./large-service.ts";
import { emptyResult, percentile, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

/** Ten million plays a year, of five thousand titles: the r-th most watched has an r-th of the first one's plays. */
const playsADay = 27_400;
const titles = 5_000;
const days = 730;
/** Titles with known watched parts: the analysis reads one at a time. */
const withParts = 500;
const target = { atMost: 200 };

/**
 * The analysis of a year with ten million events, through the API's public calls, and the job that computes its sums.
 */
export const analysis: Part = { title: "Analysis of a year with 10 million plays", run: benchAnalysis };

async function benchAnalysis({ quick, say }: PartOptions): Promise<PartResult> {
  const result = emptyResult();
  const bin = await findPostgres();
  if (bin) {
    await withOwnPostgres(bin, async (database) => {
      await fillSums(database, say);
      await measureCalls(database, { result, say, rounds: quick ? 8 : 40 });
    });
    await withOwnPostgres(bin, (database) => measureJob(database, { result, say, name: "postgresql" }));
  } else result.findings.push("No PostgreSQL is installed here: the calls were not measured.");
  const embedded = await openDatabase({});
  try {
    await measureJob(embedded, { result, say, name: "embedded" });
  } finally {
    await embedded.close();
  }
  return result;
}

/** Two years of sums, so that a year can be compared with the one before. */
async function fillSums({ db }: Database, say: (text: string) => void): Promise<void> {
  const today = dayOf(new Date());
  await db.execute(sql`select setseed(0.5)`);
  for (let from = 0; from < days; from += 73) {
    await db.execute(sql`
      insert into analysis_movie (grain, day, movie_id, plays, watched_s)
      select 'day', ${today}::date - n, 'title-' || r, p, p * 1500
      from generate_series(${from}::int, ${from + 72}::int) n cross join generate_series(1, ${titles}::int) r,
        lateral (select floor(${playsADay / 9.1}::float8 / r + random())::int as p) x
      where p > 0`);
    say(`sums of ${from + 73} days`);
  }
  await db.execute(sql`
    insert into analysis_movie (grain, day, movie_id, plays, watched_s)
    select 'month', date_trunc('month', day)::date, movie_id, sum(plays), sum(watched_s)
    from analysis_movie where grain = 'day' group by 2, 3`);
  const list = sql`generate_series(0, ${days - 1}::int) n`;
  await db.execute(sql`
    insert into analysis_day (day, sittings, plays, watched_s, measured, measured_s, starts, stalled, stalls, stalled_ms,
      failed, errors, active, active_7, active_28, sign_ups, came, joined, vip, rolled_at)
    select ${today}::date - n, 28000, 27400, 41000000, 27000, 40000000,
      (select array_agg((random() * 800)::int) from generate_series(1, 64) g where n >= 0), 2000, 3000, 9000000,
      60, '{"network": 40, "decode": 2}'::jsonb, 11000, 42000, 97000, 300, 900, 280, 40, now()
    from ${list}`);
  await db.execute(sql`
    insert into analysis_split (kind, day, value, count, watched_s)
    select kind, ${today}::date - n, kind || v, 1 + (random() * 300)::int, 100000
    from ${list}, (values ('language', 14), ('device', 6), ('source', 200)) k(kind, most),
      lateral generate_series(1, most) v`);
  await db.execute(sql`
    insert into analysis_retention (movie_id, index, day, plays, seen)
    select 'title-' || r, 1, ${today}::date - n, 400, array_fill(300, array[40])
    from generate_series(1, ${withParts}::int) r cross join generate_series(0, 365) n`);
  await db.execute(sql`vacuum analyze analysis_movie`);
  await db.execute(sql`vacuum analyze analysis_split`);
  await db.execute(sql`vacuum analyze analysis_retention`);
}

type Measured = { result: PartResult; say: (text: string) => void };

async function measureCalls(
  database: Database,
  { result, say, rounds }: Measured & { rounds: number },
): Promise<void> {
  const today = dayOf(new Date());
  const range = { from: addDays(today, -364), to: today };
  const compare = { ...range, compare: "previous" };
  const asked: Record<string, [string, Record<string, string>]> = {
    "the days": ["days", compare],
    sources: ["split", { ...compare, by: "source" }],
    languages: ["split", { ...compare, by: "language" }],
    "titles watched most": ["titles", { ...compare, sort: "plays", limit: "10" }],
    "titles, odd days": ["titles", { ...compare, from: addDays(today, -350), sort: "watched", limit: "100" }],
    retention: ["retention", { ...range, id: "title-7", index: "1" }],
    "titles as CSV": ["export", { ...range, panel: "titles" }],
    "days as CSV": ["export", { ...range, panel: "days" }],
  };
  const api = await openApi(database);
  await database.db.insert(users).values({ uid: "bench-owner", anonymous: false, admin: 3 });
  const token = await openSession(database.db, { uid: "bench-owner", userAgent: "", now: new Date() });
  const times = new Map<string, number[]>(Object.keys(asked).map((kind) => [kind, []]));
  let right = true;
  for (let round = -2; round < rounds; round++) {
    for (const [kind, [name, query]] of Object.entries(asked)) {
      const began = performance.now();
      const request = new Request(`http://bench.test/api/z/analysis/${name}?${new URLSearchParams(query)}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const answer = (await (await api.fetch(request)).json()) as { c: number; d: Record<string, unknown> };
      if (round >= 0) times.get(kind)!.push(performance.now() - began);
      right &&= answer.c === 0;
      if (kind === "the days") right &&= (answer.d["totals"] as { plays: number }).plays === 365 * playsADay;
    }
    say(`asking for a year, round ${round + 3} of ${rounds + 2}`);
  }
  await api.close();
  for (const [kind, taken] of times)
    result.rows.push({
      name: `a year of 10 million plays against the year before, p95: ${kind}`,
      value: rounded(percentile(taken, 0.95), 1),
      unit: "ms",
      target,
    });
  result.checks["a year's plays are all there"] = right;
}

/** Sums up a day with this many plays, as the job does every quarter of an hour for the present day. */
async function measureJob(
  { db }: Database,
  { result, say, name }: Measured & { name: string },
): Promise<void> {
  say(`a day of ${playsADay} plays, ${name}`);
  const now = new Date();
  const midnight = `${dayOf(now)}T00:00:00Z`;
  await db.execute(sql`
    insert into playback_quality (sitting, movie_id, index, report, start_ms, stalls, stalled_ms, watched_s, errors,
      bitrate, switches, player, device, device_class, seen, connection, locale, started_at, reported_at)
    select 'bench-' || n, 'title-' || (${titles}::int / (1 + n % ${titles}::int))::int, 1, 1, 300 + n % 4000,
      case when n % 12 = 0 then 1 else 0 end, 0, 30 + n % 3000, '{"network": 0, "decode": 0}'::jsonb,
      800000, 1, 'hls', 'mobile', 'phone', (1::bigint << (1 + n % 40)) - 1, '4g', (array['en','de','ja','ar'])[1 + n % 4],
      ${midnight}::timestamptz + (n % 900) * interval '1 second', ${midnight}::timestamptz
    from generate_series(1, ${playsADay}::int) n`);
  await db.execute(sql`
    insert into active_day (day, person)
    select ${dayOf(now)}::date - d, 1 + (random() * 97000)::bigint
    from generate_series(0, 27) d, generate_series(1, 11000) on conflict do nothing`);
  await rollUp(db, now);
  const taken: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await rollUp(db, now);
    taken.push(performance.now() - began);
  }
  result.rows.push({
    name: `${name}: the job, for a day of ${playsADay.toLocaleString("en")} plays`,
    value: rounded(percentile(taken, 0.95)),
    unit: "ms",
  });
}
