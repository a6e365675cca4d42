import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { episodes, favourites, movies } from "../../../db/schema.ts";
import { published } from "../../catalogue/cards.ts";
import { hasDecided } from "../../service/notices/choices.ts";

/** A series goes on while an episode has no video yet, or the latest came in so many days. */
const goesOnDays = 120;
const dayMs = 86_400_000;

/** Whether to ask a user about pushes of a movie: it is on the list, a series that goes on, and they have not decided. */
export async function offerPush(
  db: Db,
  { uid, id, now }: { uid: string; id: string; now: Date },
): Promise<boolean> {
  if (await hasDecided(db, { uid, topic: "new-episode" })) return false;
  const since = new Date(now.getTime() - goesOnDays * dayMs).toISOString();
  const [row] = await db
    .select({
      goesOn: sql<boolean>`exists (select 1 from ${episodes} e where e.movie_id = ${movies.id}
        and (e.asset_id is null or e.told_at > ${since}::timestamptz)) or not ${movies.hasVideo}`,
    })
    .from(favourites)
    .innerJoin(movies, eq(movies.id, favourites.movieId))
    .where(and(eq(favourites.uid, uid), eq(favourites.movieId, id), eq(movies.kind, "series"), published));
  return row?.goesOn ?? false;
}
