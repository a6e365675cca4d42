import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";
import { keptQuery, type Slot } from "../../db/kept-query.ts";
import { movies, votes } from "../../db/schema.ts";
import { viewers } from "../../db/viewers.ts";
import { visibleTo } from "../catalogue/cards.ts";
import { writeCounts } from "../catalogue/write-counts.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { Failure } from "../kernel/failure.ts";

/**
 * Stores a user's vote for a published movie: up, down, or none. The last one counts.
 * @throws Failure not_found
 */
export async function saveVote(
  db: Db,
  {
    uid,
    id,
    liked,
    ageLimit,
    now,
  }: { uid: string; id: string; liked: boolean | null; ageLimit: AgeLimit; now: Date },
): Promise<void> {
  if (liked === null) {
    await db.delete(votes).where(and(eq(votes.uid, uid), eq(votes.movieId, id)));
    return;
  }
  // One statement: a movie that is being removed is either still there, or not found.
  const [row] = await db
    .insert(votes)
    .select(
      db
        .select({
          uid: sql<string>`${uid}::text`.as("uid"),
          movieId: movies.id,
          liked: sql<boolean>`${liked}::boolean`.as("liked"),
          at: sql<Date>`${now.toISOString()}::timestamptz`.as("at"),
        })
        .from(movies)
        .where(and(visibleTo(ageLimit), eq(movies.id, id))),
    )
    .onConflictDoUpdate({ target: [votes.uid, votes.movieId], set: { liked, at: now } })
    .returning({ id: votes.movieId });
  if (!row) throw new Failure("not_found");
}

const voteRows = keptQuery((db, slot: Slot<{ uid: string; id: string }>) =>
  db
    .select({ liked: votes.liked })
    .from(votes)
    .where(and(eq(votes.uid, slot("uid")), eq(votes.movieId, slot("id")))),
);

/** @returns the user's vote for a movie; null if there is none */
export async function voteOf(db: Db, { uid, id }: { uid: string; id: string }): Promise<boolean | null> {
  const [row] = await voteRows(db, { uid, id });
  return row?.liked ?? null;
}

/** Moves a guest's votes to the member, whose own votes stay. Idempotent, because it moves. */
export async function mergeVotes(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`
    with moved as (delete from vote where uid = ${from} returning movie_id, liked, at)
    insert into vote (uid, movie_id, liked, at)
    select ${to}, movie_id, liked, at from moved
    on conflict (uid, movie_id) do nothing`);
}

type Sums = { id: string; likes: number; dislikes: number };

/**
 * Sums the votes for each movie. As with audiences, of the accounts that one network opened on one day one counts as
 * one, two as two, four as three, a thousand as eleven: an attacker's guests don't decide what is liked.
 * @returns number of movies whose sums have changed
 */
export async function sumVotes(db: Db): Promise<number> {
  const rows = rowsOf<Sums>(
    await db.execute(sql`
      with origins as (
        select v.movie_id, count(*)::float8 as n, count(*) filter (where v.liked) as up
        from vote v join ${viewers} u using (uid)
        group by v.movie_id, coalesce(u.origin, v.uid)),
      sums as (
        select movie_id, round(sum(weight * up / n))::int as likes, round(sum(weight * (n - up) / n))::int as dislikes
        from origins cross join lateral (select 1 + ln(n) / ln(2::float8) as weight) weighed
        group by movie_id)
      select m.id, coalesce(s.likes, 0) as likes, coalesce(s.dislikes, 0) as dislikes
      from movie m left join sums s on s.movie_id = m.id
      where (m.likes, m.dislikes) is distinct from (coalesce(s.likes, 0), coalesce(s.dislikes, 0))
      order by m.id`),
  );
  await writeCounts(db, { columns: ["likes", "dislikes"], rows });
  return rows.length;
}
