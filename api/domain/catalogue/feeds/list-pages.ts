import { and, asc, gt, lte, sql } from "drizzle-orm";
import { mostPerPart } from "../../../../contract/catalogue/values.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import { defaultLocale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { moviePeople, movies, people } from "../../../db/schema.ts";
import { cardColumns, cardOf, published } from "../cards.ts";

/**
 * Where the parts of the sitemap end: each has `mostPerPart` pages at most, when this is read.
 * @param size pages in a part
 */
export async function sitemapParts(
  db: Db,
  { size = mostPerPart }: { size?: number } = {},
): Promise<OutputOf<"sitemap/parts">> {
  const ends = async (ids: ReturnType<typeof sql>) =>
    rowsOf<{ id: string }>(
      await db.execute(sql`select id from (
        select id, row_number() over (order by id) as place, count(*) over () as total from (${ids}) as listed
      ) as counted where place % ${size} = 0 or place = total order by place`),
    ).map(({ id }) => id);
  return {
    movies: await ends(sql`select ${movies.id} as id from ${movies} where ${published}`),
    people: await ends(
      sql`select distinct ${moviePeople.personId} as id from ${moviePeople}
        join ${movies} on ${movies.id} = ${moviePeople.movieId} where ${published}`,
    ),
  };
}

/** Published titles by id, from one to another, with their English texts and their first video. */
export async function sitemapMovies(
  db: Db,
  { after = "", upTo, limit }: ParsedOf<"sitemap/movies">,
): Promise<OutputOf<"sitemap/movies">> {
  const rows = await db
    .select({
      ...cardColumns(defaultLocale),
      publishedAt: movies.publishedAt,
      updatedAt: movies.updatedAt,
      video: sql<{ index: number; durationS: number | null } | null>`(
        select jsonb_build_object('index', e.index, 'durationS', a.duration_s)
        from episode e join asset a on a.id = e.asset_id
        where e.movie_id = movie.id and a.state = 'ready' order by e.index limit 1)`,
    })
    .from(movies)
    .where(and(published, gt(movies.id, after), upTo === undefined ? undefined : lte(movies.id, upTo)))
    .orderBy(asc(movies.id))
    .limit(limit);
  return {
    items: rows.map(({ description, publishedAt, updatedAt, video, ...row }) => {
      const { id, kind, title, access, artwork } = cardOf(row);
      const changed = new Date(Math.max(updatedAt.getTime(), publishedAt.getTime())).toISOString();
      const dates = { publishedAt: publishedAt.toISOString(), updatedAt: changed };
      return { id, kind, title, description, access, artwork, ...dates, video };
    }),
    next: rows.length === limit ? rows.at(-1)!.id : null,
  };
}

/** People whom published titles name, by id, from one to another. */
export async function sitemapPeople(
  db: Db,
  { after = "", upTo, limit }: ParsedOf<"sitemap/people">,
): Promise<OutputOf<"sitemap/people">> {
  const changed = sql<Date | null>`(select max(greatest(${movies.updatedAt}, ${movies.publishedAt}))
    from movie_person p join ${movies} on ${movies.id} = p.movie_id
    where p.person_id = person.id and ${published})`.mapWith(movies.updatedAt);
  const rows = await db
    .select({ id: people.id, changed })
    .from(people)
    .where(and(gt(people.id, after), upTo === undefined ? undefined : lte(people.id, upTo)))
    .orderBy(asc(people.id))
    .limit(limit);
  return {
    items: rows.flatMap(({ id, changed: at }) => (at ? [{ id, updatedAt: at.toISOString() }] : [])),
    next: rows.length === limit ? rows.at(-1)!.id : null,
  };
}
