import { sql, type SQL } from "drizzle-orm";
import { tierOf, type AccessLevel } from "../../../../contract/catalogue/values.ts";
import { viewers } from "../../../db/viewers.ts";
import type { NewNotice } from "../../service/notices/raise-notices.ts";
import type { NoticeEvent } from "../../service/notices/topics.ts";
import type { FreshEpisode } from "./published-episodes.ts";

/** Tells of episodes of a series, those of a season that follow each other and have one level together. */
export function tellEpisodes(fresh: FreshEpisode[], now: Date): NewNotice[] {
  const runs: (FreshEpisode & { last: number; lastNumber: number })[] = [];
  for (const episode of fresh.filter(({ kind }) => kind === "series")) {
    const run = runs.at(-1);
    const follows =
      run?.movieId === episode.movieId &&
      run.season === episode.season &&
      run.level === episode.level &&
      run.lastNumber + 1 === episode.number;
    if (follows) Object.assign(run, { last: episode.index, lastNumber: episode.number });
    else runs.push({ ...episode, last: episode.index, lastNumber: episode.number });
  }
  return runs.map(({ movieId, index, last, level, titles, season, seasons, number, lastNumber }) => ({
    topic: "new-episode",
    // A number may be that of another episode later.
    subject: `${movieId}:${index}-${last}:${now.getTime()}`,
    data: {
      movieId,
      first: index,
      last,
      place: { season, first: number, last: lastNumber, isOneOfSeveral: seasons > 1 },
      level,
      titles,
    },
  }));
}

/** Viewers who have the series on their list since before, and may watch the episodes whole. */
export function followersOf({ data, at }: NoticeEvent, now: Date): SQL {
  return sql`select f.uid from favourite f join ${viewers} v on v.uid = f.uid join user_account u on u.uid = v.account
    where f.movie_id = ${data.movieId} and f.created_at <= ${at.toISOString()}::timestamptz
      and ${reaches(data.level ?? "free", now)}`;
}

/** Condition for users `u` who reach a level, see `reachedBy`. */
export function reaches(level: AccessLevel, now: Date): SQL {
  if (level === "free") return sql`true`;
  const ends = [sql`u.vip_until`, sql`u.vip2_until`, sql`u.vip3_until`];
  const end = ends[Math.max(0, tierOf(level) - 1)]!;
  const isVip = sql`(u.admin > 0 or ${end} > ${now.toISOString()}::timestamptz)`;
  return level === "signed-in" ? sql`(not u.anonymous or ${isVip})` : isVip;
}
