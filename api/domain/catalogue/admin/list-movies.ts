import { sql, type SQL } from "drizzle-orm";
import type { AdminMovieRow } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { countKey, decodeCursor, encodeCursor, timeKey, timeText } from "../../kernel/cursor.ts";
import { byPreference } from "../../kernel/localised.ts";
import { findPage, readWords } from "./find-movies.ts";
import { exactConditions, markConditions, stateOf, where, type MovieFilter } from "./movie-filter.ts";

const defaultLimit = 50;
/** Movies are counted only in a catalogue up to this size. */
const counted = 4_000;

const ofTime = { cast: sql`timestamptz`, looks: timeKey };
const ofCount = { cast: sql`int`, looks: countKey };

/** Sort orders of a list: an index's column, and the same value in a cursor's form. */
const sorts = {
  title: {
    column: "sort_title",
    text: sql`m.sort_title`,
    cast: sql`text`,
    looks: /^[\s\S]{0,240}$/,
  },
  published: { column: "published_at", text: timeText(sql`m.published_at`), ...ofTime },
  updated: { column: "updated_at", text: timeText(sql`m.updated_at`), ...ofTime },
  popularity: { column: "popularity", text: sql`m.popularity::text`, ...ofCount },
  year: { column: "year", text: sql`m.year::text`, ...ofCount },
} as const;

/** Movies by keyset. */
export async function listAdminMovies(
  db: Db,
  input: ParsedOf<"z/movie/list"> & { locale: Locale },
): Promise<OutputOf<"z/movie/list">> {
  const { cursor, limit = defaultLimit, sort = "updated", locale, direction: asked, ...filter } = input;
  const direction = asked ?? (sort === "title" ? "asc" : "desc");
  const { looks, ...key } = sorts[sort];
  const after = cursor ? decodeCursor(cursor, looks) : null;
  const { places, total } = await findPage(db, filter, { ...key, direction, after, limit });
  const page = places.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await readRows(db, { ids: page.map(({ id }) => id), locale }),
    next: places.length > limit && last ? encodeCursor({ key: last.key, id: last.id }) : null,
    total: total ?? (await countSmall(db, filter)),
  };
}

/** @returns number of matches in a small catalogue; in a larger one null if there are many */
async function countSmall(db: Db, filter: MovieFilter): Promise<number | null> {
  const [all] = rowsOf<{ n: number }>(
    await db.execute(
      sql`select count(*)::int as n from (select 1 from movie limit ${counted + 1}) some_titles`,
    ),
  );
  if (all!.n > counted) return null;
  const [row] = rowsOf<{ n: number }>(
    await db.execute(sql`select count(*)::int as n from movie m ${where(await movieConditions(db, filter))}`),
  );
  return row!.n;
}

/** The ids a filter finds, in their own order; at most `most` of them, after `after`. */
export async function findMovieIds(
  db: Db,
  { filter, most, after = "" }: { filter: MovieFilter; most: number; after?: string },
): Promise<string[]> {
  const conditions = [...(await movieConditions(db, filter)), sql`m.id > ${after}`];
  const rows = rowsOf<{ id: string }>(
    await db.execute(sql`select m.id from movie m ${where(conditions)} order by m.id limit ${most}`),
  );
  return rows.map(({ id }) => id);
}

/** All conditions of a filter on `movie m`. */
async function movieConditions(db: Db, filter: MovieFilter): Promise<SQL[]> {
  const words = filter.q === undefined ? null : await readWords(db, filter.q);
  return [...markConditions(filter), ...exactConditions(filter, words)];
}

type Row = Omit<AdminMovieRow, "artwork" | "publishAt" | "hideAt" | "premiereOn" | "updatedAt"> & {
  published_at: Date | string;
  hide_at: Date | string | null;
  updated_at: Date | string;
  premiere_on: string | null;
  dated: boolean;
  colour: string;
  version: string;
};

/** Movies as the list shows them, in the order of the ids. */
async function readRows(
  db: Db,
  { ids, locale }: { ids: string[]; locale: Locale },
): Promise<AdminMovieRow[]> {
  if (ids.length === 0) return [];
  const wanted = sql`any(${sql.param(ids)}::text[])`;
  // Each table is read once for all rows, which is faster than subqueries for each row.
  const rows = rowsOf<Row>(
    await db.execute(sql`select m.id, m.kind, m.access, m.year, m.genres, m.tags, m.popularity, m.likes, m.dislikes, m.colour,
      m.artwork_version as version, m.published_at, m.hide_at, m.premiere_on::text, m.updated_at, ${stateOf} as state,
      (m.ever_published or m.status <> 'draft' or m.published_at > now()) as dated,
      coalesce(texts.title, m.id) as title, coalesce(texts.languages, '{}') as languages,
      coalesce(parts.episodes, 0) as episodes, coalesce(parts.ready, 0) as ready,
      json_build_object('waiting', coalesce(videos.waiting, 0), 'encoding', coalesce(videos.encoding, 0),
        'failed', coalesce(videos.failed, 0)) as videos
      from movie m
      left join (select t.movie_id, array_agg(t.locale order by t.locale) as languages,
        (array_agg(t.title order by ${byPreference(sql`t.locale`, locale)}))[1] as title
        from movie_text t where t.movie_id = ${wanted} group by t.movie_id) texts on texts.movie_id = m.id
      left join (select e.movie_id, count(*)::int as episodes, (count(*) filter (where a.state = 'ready'))::int as ready
        from episode e left join asset a on a.id = e.asset_id
        where e.movie_id = ${wanted} group by e.movie_id) parts on parts.movie_id = m.id
      left join (select v.movie_id, count(*) filter (where v.state in ('waiting', 'paused')) as waiting,
        count(*) filter (where v.state = 'encoding') as encoding, count(*) filter (where v.state = 'failed') as failed
        from encoding v where v.movie_id = ${wanted} and v.codecs is null
        group by v.movie_id) videos on videos.movie_id = m.id
      where m.id = ${wanted}`),
  );
  const byId = new Map(rows.map((row) => [row.id, rowOf(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function rowOf(row: Row): AdminMovieRow {
  const { published_at, hide_at, premiere_on, updated_at, dated, colour, version, ...rest } = row;
  return {
    ...rest,
    publishAt: dated ? new Date(published_at).toISOString() : null,
    hideAt: hide_at === null ? null : new Date(hide_at).toISOString(),
    premiereOn: premiere_on,
    updatedAt: new Date(updated_at).toISOString(),
    artwork: { path: `/artwork/${rest.id}`, version, colour },
  };
}
