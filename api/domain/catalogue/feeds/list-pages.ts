import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { mostPerPart } from "../../../../contract/catalogue/values.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import { defaultLocale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { moviePeople, movies, movieTexts, people } from "../../../db/schema.ts";
import { cardColumns, published } from "../cards.ts";

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
  { after = "", upTo, limit, embedSites }: ParsedOf<"sitemap/movies"> & { embedSites: string | null },
): Promise<OutputOf<"sitemap/movies">> {
  const english = alias(movieTexts, "english");
  const best = cardColumns(defaultLocale);
  const rows = await db
    .select({
      id: movies.id,
      kind: movies.kind,
      // Nearly all have English texts: to look for the best ones costs a million titles more than all the rest.
      title: sql<string>`coalesce(${english.title}, ${best.title})`,
      description: sql<string>`coalesce(${english.description}, ${best.description})`,
      access: movies.access,
      embeddable: embedSites === null ? sql<boolean>`false` : movies.embeddable,
      colour: movies.colour,
      artworkVersion: movies.artworkVersion,
      publishedAt: movies.publishedAt,
      updatedAt: movies.updatedAt,
      video: sql<{ index: number; durationS: number | null } | null>`(
        select jsonb_build_object('index', e.index, 'durationS', a.duration_s)
        from episode e join asset a on a.id = e.asset_id
        where e.movie_id = movie.id and a.state = 'ready' order by e.index limit 1)`,
    })
    .from(movies)
    .leftJoin(english, and(eq(english.movieId, movies.id), eq(english.locale, defaultLocale)))
    .where(and(published, gt(movies.id, after), upTo === undefined ? undefined : lte(movies.id, upTo)))
    .orderBy(asc(movies.id))
    .limit(limit);
  return {
    items: rows.map(({ id, colour, artworkVersion: version, publishedAt, updatedAt, ...row }) => {
      const changed = new Date(Math.max(updatedAt.getTime(), publishedAt.getTime())).toISOString();
      const dates = { publishedAt: publishedAt.toISOString(), updatedAt: changed };
      return { id, ...row, artwork: { path: `/artwork/${id}`, version, colour }, ...dates };
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
