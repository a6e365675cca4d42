import { sql } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";
import { analysisState } from "../api/db/schema.ts";
import { userNumberOf } from "../api/domain/accounts/identity/active-day.ts";
import { addDays, dayMs, dayOf } from "../api/domain/kernel/day.ts";
import { rollUp } from "../api/domain/analysis/roll-up.ts";
import { relateMoviesDaily } from "../api/domain/library/recommend/relate-movies.ts";
import { rankMovies } from "../api/domain/playback/popularity/rank-movies.ts";
import { parts } from "../api/domain/playback/sitting.ts";
import { demoMovies } from "./catalogue/movies.ts";
import { createRandom, type Random } from "./scenes/random.ts";

/** Days of history that the demo makes up. */
const historyDays = 60;
/** Seconds of a demo movie. */
const filmS = 48;
/** Number of invented viewers. */
const people = 420;

/** Each language with its weight. */
const languages = { en: 34, de: 14, ja: 12, ar: 10, ko: 6, pt: 6, "zh-hans": 5, id: 4, tr: 3, vi: 3, th: 3 };
const devices = { phone: 54, computer: 27, tablet: 9, native: 6, tv: 4 };
const sources = { newsletter: 8, poster: 5, podcast: 4, friends: 3, festival: 1 };
const hours = { 7: 2, 8: 2, 12: 4, 13: 3, 17: 4, 18: 6, 19: 9, 20: 12, 21: 11, 22: 7, 23: 3, 0: 2 };
const lines = { "4g": 80, "3g": 12, unknown: 8 };

/**
 * Two months of activity in a small cinema, so that the demo's analysis has data to show. It is the same for the same
 * day and uses the tables and the job of real events. Does nothing when there is history already.
 */
export async function seedActivity(db: Db, now: Date): Promise<void> {
  const [known] = await db.select().from(analysisState).limit(1);
  if (known) return;
  const random = createRandom(20_261_121, "activity");
  const today = dayOf(now);
  const sittings: object[] = [];
  const visits: object[] = [];
  const seen: object[] = [];
  for (let ago = historyDays; ago >= 0; ago--) {
    const day = addDays(today, -ago);
    const busy = busyness(day, historyDays - ago) * random.range(0.85, 1.15);
    const moments = (most: number) =>
      Array.from({ length: Math.round(most * busy) }, () => momentOf(day, random)).filter((at) => at < now);
    for (const at of moments(46)) sittings.push(sittingAt(at, { random, n: sittings.length }));
    for (const at of moments(9)) visits.push(visitAt(at, { random, n: visits.length }));
    const who = new Set(moments(38).map(() => Math.floor(random.range(0, 1) ** 1.6 * people)));
    for (const n of who) seen.push({ day, person: String(userNumberOf(`demo-person-${n}`)) });
  }
  await insert(db, "playback_quality", sittings);
  await insert(db, "stat_event", visits);
  await insert(db, "active_day", seen);
  await rollUp(db, now);
  await seedAudiences(db, today);
  await rankMovies(db, now);
  await relateMoviesDaily(db, now);
}

/** Audiences of the days that are closed, one viewer for each whole sitting. */
async function seedAudiences(db: Db, today: string): Promise<void> {
  await db.execute(sql`
    insert into movie_audience (day, movie_id, viewers)
    select (started_at at time zone 'utc')::date as day, movie_id, sum(least(1, watched_s / ${filmS}))
    from playback_quality where started_at < ${today}::date - 1
    group by 1, 2 on conflict do nothing`);
}

/** Inserts rows as JSON in one parameter: thousands at once. */
async function insert(db: Db, table: string, rows: object[]): Promise<void> {
  const name = sql.identifier(table);
  await db.execute(sql`insert into ${name}
    select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb) on conflict do nothing`);
}

/** Activity of a day: rising from week to week, and higher at weekends. @param n number of the day */
function busyness(day: string, n: number): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const weekend = weekday === 6 ? 1.55 : weekday === 0 || weekday === 5 ? 1.35 : 1;
  return weekend * (0.75 + (0.6 * n) / historyDays);
}

function momentOf(day: string, random: Random): Date {
  const hour = Number(weighted(hours, random));
  return new Date(Date.parse(`${day}T00:00:00Z`) + (hour / 24 + random.range(0, 1 / 24)) * dayMs);
}

function sittingAt(at: Date, { random, n }: { random: Random; n: number }): object {
  const title = titleOf(random);
  const share = shareWatched(random);
  const began = !random.chance(0.008);
  const stalls = began && random.chance(0.09) ? random.whole(1, 3) : 0;
  const device = weighted(devices, random);
  const watchedS = began ? Math.round(filmS * share * 10) / 10 : 0;
  return {
    sitting: `demo-sitting-${String(n).padStart(6, "0")}`,
    movie_id: title.id,
    index: Math.min(title.episodes.length, 1 + Math.floor(random.range(0, 1) ** 2.2 * title.episodes.length)),
    report: 1,
    start_ms: began ? Math.round(260 * Math.exp(random.range(0, 1.1) + random.range(0, 1.1))) : null,
    stalls,
    stalled_ms: stalls * random.whole(250, 1_900),
    watched_s: watchedS,
    errors: {
      network: began ? 0 : 1,
      decode: 0,
      expired: random.chance(0.004) ? 1 : 0,
      missing: 0,
      gone: 0,
      blocked: random.chance(0.012) ? 1 : 0,
    },
    bitrate: random.whole(350, 1_400) * 1_000,
    switches: random.whole(0, 3),
    player: device === "native" ? "native" : random.chance(0.04) ? "offline" : "hls",
    device: device === "computer" || device === "tv" ? "desktop" : "mobile",
    device_class: device,
    seen: began ? 2 ** Math.max(1, Math.round(parts * share)) - 1 : 0,
    connection: weighted(lines, random),
    locale: weighted(languages, random),
    started_at: at.toISOString(),
    reported_at: new Date(at.getTime() + watchedS * 1_000).toISOString(),
  };
}

/** Most viewers who pass the beginning stay to the end. */
function shareWatched(random: Random): number {
  if (random.chance(0.16)) return random.range(0.08, 0.2);
  return random.chance(0.58) ? random.range(0.985, 1) : random.range(0.2, 0.97);
}

const ranked = [...demoMovies].sort((a, b) => b.popularity - a.popularity);

function titleOf(random: Random) {
  return ranked[Math.floor(random.range(0, 1) ** 2.4 * ranked.length)]!;
}

function visitAt(at: Date, { random, n }: { random: Random; n: number }): object {
  return {
    id: `demo-visit-${n}`,
    uid: null,
    action: "source",
    target: 0,
    remark: weighted(sources, random),
    created_at: at.toISOString(),
  };
}

function weighted(weights: Record<string, number>, random: Random): string {
  const entries = Object.entries(weights);
  let left = random.range(0, 1) * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  return entries[0]![0];
}
