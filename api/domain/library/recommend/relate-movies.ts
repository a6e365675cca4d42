import { eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { serviceFacts } from "../../../db/schema.ts";
import { viewers } from "../../../db/viewers.ts";
import { dayMs, dayOf } from "../../kernel/day.ts";
import { likes } from "./liked.ts";

/** Older signs of liking say little about taste today. */
const likedDays = 365;
/** Of each user the latest; more would make the pairs of one user outweigh those of many. */
const mostOfUser = 40;
/** Fewer users than this are chance, and could be recognised. */
const fewestUsers = 3;
/** Users who are added to each pair in thought, so that few of them prove little. */
const doubtUsers = 5;
/** Of each genre the most popular movies are compared by what they are. */
const mostOfGenre = 60;
const mostRelated = 30;
/** Share of the score that follows from users; the rest follows from genres, people and language. */
const byUsers = 0.8;
/** Movies of one statement: it lasts a second or two. */
const batch = 500;
/** Names the task's last day in `service_fact`. */
const fact = "relate movies";

/** Relates the movies anew, once a UTC day however often it is called. @returns whether it did */
export async function relateMoviesDaily(db: Db, now: Date): Promise<boolean> {
  const [last] = await db.select().from(serviceFacts).where(eq(serviceFacts.key, fact));
  if (last && dayOf(last.at) >= dayOf(now)) return false;
  await relateMovies(db, now);
  await db
    .insert(serviceFacts)
    .values({ key: fact, value: null, at: now })
    .onConflictDoUpdate({ target: serviceFacts.key, set: { at: now } });
  return true;
}

/**
 * Relates each movie to those that the same users like, and to those that are like it: of one genre or with the same
 * people, so that a new movie, and a service without viewers, has relations too. Movies are done in batches, each of
 * which replaces its own. Accounts that one network opened on one day count as one user: an attacker's guests can't
 * tie a movie to a popular one.
 */
export async function relateMovies(db: Db, now: Date): Promise<void> {
  await gather(db, new Date(now.getTime() - likedDays * dayMs));
  let after = "";
  for (;;) {
    const ids = rowsOf<{ id: string }>(
      await db.execute(sql`select id from movie where id > ${after} order by id limit ${batch}`),
    ).map(({ id }) => id);
    if (ids.length === 0) break;
    await db.transaction((tx) =>
      relate(tx, sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`),
    );
    after = ids.at(-1)!;
  }
  await db.transaction((tx) => tx.execute(sql`drop table liked_movie, liked_count, genre_movie`));
}

/** Temporary tables of this connection, which each batch reads: who likes what, how many do, what a genre has. */
async function gather(db: Db, since: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`drop table if exists liked_movie, liked_count, genre_movie`);
    await tx.execute(sql`
      create temporary table liked_movie as
      select person, movie_id from (
        select person, movie_id, row_number() over (partition by person order by max(at) desc, movie_id) as n
        from (select coalesce(u.origin, u.uid) as person, l.movie_id, l.at
          from ${likes} l join ${viewers} u on u.uid = l.uid and u.recommending
          where l.at >= ${since.toISOString()}::timestamptz) told
        group by person, movie_id) counted
      where n <= ${mostOfUser}`);
    await tx.execute(sql`create index on liked_movie (person)`);
    await tx.execute(sql`create index on liked_movie (movie_id)`);
    await tx.execute(sql`
      create temporary table liked_count as
      select movie_id, count(*)::float8 as n from liked_movie group by movie_id`);
    await tx.execute(sql`
      create temporary table genre_movie as
      select genre, id from (
        select genre, id, row_number() over (partition by genre order by popularity desc, id) as n
        from movie cross join unnest(genres) as genre where status = 'published') ranked
      where n <= ${mostOfGenre}`);
    for (const table of ["liked_movie", "liked_count", "genre_movie"])
      await tx.execute(sql.raw(`analyze ${table}`));
  });
}

/** @param ids SQL for the ids of the batch */
async function relate(tx: Db, ids: SQL): Promise<void> {
  await tx.execute(sql`delete from related_movie where movie_id in ${ids}`);
  await tx.execute(sql`
    with together as (
      select a.movie_id, b.movie_id as other_id, count(*)::float8 as users
      from liked_movie a join liked_movie b on b.person = a.person and b.movie_id <> a.movie_id
      where a.movie_id in ${ids}
      group by a.movie_id, b.movie_id having count(*) >= ${fewestUsers}),
    liked as (
      select t.movie_id, t.other_id, t.users / sqrt(own.n * other.n) * t.users / (t.users + ${doubtUsers}) as score
      from together t join liked_count own on own.movie_id = t.movie_id
        join liked_count other on other.movie_id = t.other_id),
    cast_of as (
      select p.movie_id, q.movie_id as other_id, count(distinct p.person_id) as people
      from movie_person p join movie_person q on q.person_id = p.person_id and q.movie_id <> p.movie_id
      where p.movie_id in ${ids} group by p.movie_id, q.movie_id),
    near as (
      select m.id as movie_id, g.id as other_id from movie m cross join unnest(m.genres) as genre
        join genre_movie g using (genre) where m.id in ${ids} and g.id <> m.id
      union select movie_id, other_id from cast_of
      union select movie_id, other_id from liked),
    alike as (
      select n.movie_id, n.other_id,
        0.5 * coalesce(same.n::float8 / nullif(cardinality(m.genres) + cardinality(o.genres) - same.n, 0), 0)
        + 0.3 * least(1, coalesce(c.people, 0) / 2.0)
        + 0.2 * (m.original_language = o.original_language)::int as score
      from near n join movie m on m.id = n.movie_id join movie o on o.id = n.other_id
        left join cast_of c on c.movie_id = n.movie_id and c.other_id = n.other_id
        cross join lateral (select count(*) as n from unnest(m.genres) g where g = any(o.genres)) same),
    ranked as (
      select a.movie_id, a.other_id, ${byUsers} * coalesce(l.score, 0) + ${1 - byUsers} * a.score as score
      from alike a left join liked l on l.movie_id = a.movie_id and l.other_id = a.other_id),
    best as (
      select *, row_number() over (partition by movie_id order by score desc, other_id) as n from ranked)
    insert into related_movie (movie_id, other_id, score)
    select movie_id, other_id, score from best where n <= ${mostRelated} and score > 0`);
}
