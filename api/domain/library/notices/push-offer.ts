import { and, eq, sql } from "drizzle-orm";
import type { NoticeTopicName } from "../../../../contract/service/notice-topics.ts";
import type { Db } from "../../../db/client.ts";
import { episodes, favourites, follows, movies } from "../../../db/schema.ts";
import type { Session } from "../../accounts/identity/session.ts";
import { published } from "../../catalogue/cards.ts";
import { hasDecided } from "../../service/notices/choices.ts";

/** A series goes on while an episode has no video yet, or the latest came in so many days. */
const goesOnDays = 120;
const dayMs = 86_400_000;

type Asked = { session: Session; id: string; now: Date };

/** Whether to ask a user about pushes of a movie: it is on the list, a series that goes on, and they have not decided. */
async function offerForMovie(db: Db, { session, id, now }: Asked): Promise<boolean> {
  const { viewer } = session;
  if (!(await isOpen(db, session, "new-episode"))) return false;
  const since = new Date(now.getTime() - goesOnDays * dayMs).toISOString();
  const [row] = await db
    .select({
      goesOn: sql<boolean>`exists (select 1 from ${episodes} e where e.movie_id = ${movies.id}
        and (e.asset_id is null or e.told_at > ${since}::timestamptz)) or not ${movies.hasVideo}`,
    })
    .from(favourites)
    .innerJoin(movies, eq(movies.id, favourites.movieId))
    .where(
      and(eq(favourites.uid, viewer.uid), eq(favourites.movieId, id), eq(movies.kind, "series"), published),
    );
  return row?.goesOn ?? false;
}

/** The same for a collection: they follow it, and have not decided. */
async function offerForCollection(db: Db, { session, id }: Asked): Promise<boolean> {
  if (!(await isOpen(db, session, "new-in-collection"))) return false;
  const [row] = await db
    .select({ id: follows.collectionId })
    .from(follows)
    .where(and(eq(follows.uid, session.viewer.uid), eq(follows.collectionId, id)));
  return row !== undefined;
}

/** Whether to ask a user about pushes, by what they are for. */
export const offerPush = { movie: offerForMovie, collection: offerForCollection } as const;

/** Whether the user can decide about a topic and has not: pushes are the account's. */
async function isOpen(db: Db, { user, profile }: Session, topic: NoticeTopicName): Promise<boolean> {
  return !profile?.restricted && !(await hasDecided(db, { uid: user.uid, topic }));
}
