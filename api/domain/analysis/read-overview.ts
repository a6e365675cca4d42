import { statfs, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { OutputOf } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";
import { countJobs } from "../ingest/jobs/list-jobs.ts";
import { playFromS } from "../playback/sitting.ts";

export type Overview = OutputOf<"z/overview">;
type Figures = Omit<Overview, "jobs">;

/** Rows are counted up to here; above it the planner's estimate is accurate enough. */
const countedTo = 100_000;
/** The figures are computed at most this often, however many admins look. Milliseconds. */
const freshMs = 30_000;
/** The folder is measured this often: it may hold hundreds of thousands of segments. Milliseconds. */
const diskFreshMs = 10 * 60_000;
const walkMs = 1_000;
const dayMs = 86_400_000;
const activeMs = 15 * 60_000;

/**
 * The figures of the admin area's home page, cached for half a minute. Jobs are counted at each call: an admin comes
 * back to these counts from trying one again.
 * @param dataDir folder whose size is reported
 */
export function createOverview({ db, dataDir }: { db: Db; dataDir: string }) {
  let made: { at: number; overview: Promise<Figures> } | null = null;
  let walked: { at: number; done: Promise<void> } | null = null;
  let used = 0;

  /** The size measured last, if a new measurement takes longer than a page should wait. */
  async function usedBytes(now: number): Promise<number> {
    if (!walked || Math.abs(now - walked.at) > diskFreshMs) {
      const done = sizeOf(dataDir).then((bytes) => void (used = bytes));
      walked = { at: now, done };
    }
    await Promise.race([walked.done, new Promise((resolve) => setTimeout(resolve, walkMs).unref())]);
    return used;
  }

  return async function overview(now: Date): Promise<Overview> {
    const at = now.getTime();
    if (!made || Math.abs(at - made.at) > freshMs) {
      const next = readOverview(db, { now, dataDir, usedBytes: usedBytes(at) });
      made = { at, overview: next };
      next.catch(() => (made = null));
    }
    const [figures, jobs] = await Promise.all([made.overview, countJobs(db)]);
    return { ...figures, jobs };
  };
}

async function readOverview(
  db: Db,
  { now, dataDir, usedBytes }: { now: Date; dataDir: string; usedBytes: Promise<number> },
): Promise<Figures> {
  const midnight = new Date(Math.floor(now.getTime() / dayMs) * dayMs).toISOString();
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  const midnightBefore = new Date(Date.parse(midnight) - dayMs).toISOString();
  const active = new Date(now.getTime() - activeMs).toISOString();
  const at = now.toISOString();
  const [row] = rowsOf<Record<string, number>>(
    await db.execute(sql`select
      (select count(*)::int from playback_quality where started_at >= ${midnight}::timestamptz
        and watched_s >= ${playFromS}) as plays,
      (select count(*)::int from playback_quality where started_at >= ${midnightBefore}::timestamptz
        and started_at <= ${dayAgo}::timestamptz and watched_s >= ${playFromS}) as plays_before,
      (select count(*)::int from user_account where joined_at >= ${midnight}::timestamptz) as sign_ups,
      (select count(*)::int from user_account where joined_at >= ${midnightBefore}::timestamptz
        and joined_at <= ${dayAgo}::timestamptz) as sign_ups_before,
      (select count(distinct uid)::int from user_session where last_seen_at >= ${active}::timestamptz) as active,
      (select count(*)::int from feedback where replied_at is null and closed_at is null) as open_feedback,
      (select count(*)::int from asset where state = 'waiting') as waiting,
      (select count(*)::int from asset where state = 'encoding') as encoding,
      (select count(*)::int from asset where state = 'ready') as ready,
      (select count(*)::int from asset where state = 'failed') as failed,
      (select count(*)::int from magnet where state in
        ('waiting-metadata', 'waiting', 'downloading', 'verifying', 'importing')) as magnets_moving,
      (select count(*)::int from magnet where state = 'choose') as magnets_choose,
      (select count(*)::int from magnet where state = 'failed') as magnets_failed,
      ${counted(sql`movie`, sql`status not in ('deleted', 'trailer')`)} as movies,
      ${counted(sql`movie`, sql`status = 'published'`)} as published,
      ${counted(sql`user_account`, sql`true`)} as accounts,
      ${counted(sql`user_account`, sql`joined_at is not null`)} as members,
      ${counted(sql`user_account`, sql`vip_until > ${at}::timestamptz`)} as vips,
      (select count(*)::int from user_account where admin > 0) as admins,
      (select count(*)::int from user_ban where until is null or until > ${at}::timestamptz) as banned,
      (select count(*)::int from (select distinct key, locale from text_page) t) as texts,
      (select count(*)::int from (select distinct genre from genre_name) g) as genres`),
  );
  const n = row!;
  const estimates = await estimatesOf(db);
  const movies = settle(n.movies!, estimates.get("movie"));
  const published = Math.min(movies, settle(n.published!, estimates.get("movie")));
  const accounts = settle(n.accounts!, estimates.get("user_account"));
  const disk = await statfs(dataDir).catch(() => null);
  return {
    at,
    playsToday: n.plays!,
    playsYesterday: n.plays_before!,
    signUpsToday: n.sign_ups!,
    signUpsYesterday: n.sign_ups_before!,
    activeNow: n.active!,
    openFeedback: n.open_feedback!,
    disk: {
      freeBytes: disk ? disk.bavail * disk.bsize : 0,
      totalBytes: disk ? disk.blocks * disk.bsize : 0,
      usedBytes: await usedBytes,
    },
    assets: { waiting: n.waiting!, encoding: n.encoding!, ready: n.ready!, failed: n.failed! },
    magnets: { moving: n.magnets_moving!, choose: n.magnets_choose!, failed: n.magnets_failed! },
    counts: {
      movies,
      published,
      drafts: movies - published,
      accounts,
      members: Math.min(accounts, settle(n.members!, estimates.get("user_account"))),
      vips: n.vips!,
      admins: n.admins!,
      banned: n.banned!,
      texts: n.texts!,
      genres: n.genres!,
    },
  };
}

/** Counts up to the limit and one more, which shows that there are more. */
function counted(table: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) {
  return sql`(select count(*)::int from (select 1 from ${table} where ${condition} limit ${countedTo + 1}) few)`;
}

function settle(counted: number, estimate = 0): number {
  return counted <= countedTo ? counted : Math.max(counted, Math.round(estimate));
}

async function estimatesOf(db: Db): Promise<Map<string, number>> {
  const rows = rowsOf<{ relname: string; reltuples: number }>(
    await db.execute(
      sql`select relname, reltuples from pg_class where relname in ('movie', 'user_account') and relkind = 'r'`,
    ),
  );
  return new Map(rows.map(({ relname, reltuples }) => [relname, Number(reltuples)]));
}

/** Bytes of all files below a folder; a file that disappears meanwhile counts as zero. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else if (entry.isFile())
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}
