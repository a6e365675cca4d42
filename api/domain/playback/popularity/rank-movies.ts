import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { writeCounts } from "../../catalogue/write-counts.ts";
import { dayMs, dayOf } from "../../kernel/day.ts";
import { countAudience } from "./count-audience.ts";

/** Days after which a viewer counts half, and after which not at all. */
const halfLifeDays = 7;
const popularDays = 56;
/** Days before yesterday that a movie's growth is measured against; fewer on a younger service. */
const usualDays = 14;
/** Fewer viewers than this since yesterday, and growth by fewer standard deviations, are chance. */
const fewestTrending = 3;
const leastDeviations = 1;

type Rank = { id: string; popularity: number; trending: number };

/**
 * Counts the audiences anew and writes from them each movie's `popularity` and `trending`. Only movies whose ranks have
 * changed are written.
 * @returns number of movies written
 */
export async function rankMovies(db: Db, now: Date): Promise<number> {
  await countAudience(db, now);
  const ranks = rowsOf<Rank>(await db.execute(changedRanks(now)));
  await writeCounts(db, { columns: ["popularity", "trending"], rows: ranks });
  return ranks.length;
}

/**
 * `popularity`: viewers, each halved for every week that has passed. `trending`: how many standard deviations the
 * viewers since yesterday are above those of an equally long time in the two weeks before. These are scaled by the
 * growth of the whole service, so that a weekend, or a service that is becoming known, makes not every movie a trend.
 */
function changedRanks(now: Date): SQL {
  const today = dayOf(now);
  const day = sql`${today}::date`;
  /** Days since the beginning of yesterday. */
  const latestDays = 1 + (now.getTime() - Date.parse(`${today}T00:00:00Z`)) / dayMs;
  const isLatest = sql`day >= ${day} - 1`;
  return sql`
    with heard as (
      select movie_id,
        coalesce(sum(viewers * power(0.5, (${day} - day)::float8 / ${halfLifeDays}))
          filter (where day > ${day} - ${popularDays}::int), 0) as score,
        coalesce(sum(viewers) filter (where ${isLatest}), 0) as latest,
        coalesce(sum(viewers) filter (where not ${isLatest} and day >= ${day} - ${usualDays + 1}::int), 0)
          * ${latestDays}::float8 / (select least(${usualDays}, greatest(1, ${day} - 1 - min(day))) from movie_audience)
          as usual
      from movie_audience where day <= ${day} group by movie_id),
    service as (select greatest(1, sum(latest) / nullif(sum(usual), 0)) as growth from heard),
    ranked as (
      select movie_id, round(100 * score)::int as popularity,
        case when latest < ${fewestTrending} or deviations < ${leastDeviations} then 0
          else round(100 * deviations)::int end as trending
      from heard cross join service
        cross join lateral (select (latest - usual * growth) / sqrt(usual * growth + 1) as deviations) grown)
    select m.id, r.popularity, r.trending from movie m join ranked r on r.movie_id = m.id
    where (m.popularity, m.trending) is distinct from (r.popularity, r.trending)
    order by m.id`;
}
