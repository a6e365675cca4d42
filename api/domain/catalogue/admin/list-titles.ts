import { sql, type SQL } from "drizzle-orm";
import type { AdminMovieRow } from "../../../../contract/calls/admin-movie-models.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { countKey, decodeCursor, encodeCursor, timeKey } from "../../cursor.ts";
import { byPreference } from "../localised.ts";
import { facetConditions, isFiltered, stateOf, titleConditions, type TitleFilter } from "./title-filter.ts";

const defaultLimit = 50;
/** So many titles are looked through in the order wanted before the indexes of what is asked for are. */
const walked = 4_000;

const timeText = (column: SQL) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What a list can be sorted by: an index's expression, and the same as a cursor has it. */
const sorts = {
  title: { key: sql`m.sort_title`, text: sql`m.sort_title`, cast: sql`text`, looks: /^[\s\S]{0,240}$/ },
  published: {
    key: sql`m.published_at`,
    text: timeText(sql`m.published_at`),
    cast: sql`timestamptz`,
    looks: timeKey,
  },
  updated: {
    key: sql`m.updated_at`,
    text: timeText(sql`m.updated_at`),
    cast: sql`timestamptz`,
    looks: timeKey,
  },
  popularity: { key: sql`m.popularity`, text: sql`m.popularity::text`, cast: sql`int`, looks: countKey },
  year: { key: sql`m.year`, text: sql`m.year::text`, cast: sql`int`, looks: countKey },
};

type Place = { id: string; key: string };
type Query = { filter: TitleFilter; start: SQL[]; order: SQL; columns: SQL; limit: number };

/**
 * Titles by keyset. What many titles meet is found by walking the order, what few meet by the indexes of words and
 * facets, and the planner can't tell the two apart: so a short walk is tried first, and what it does not find is rare
 * enough to be fetched and sorted.
 */
export async function listTitles(
  db: Db,
  input: ParsedOf<"z/movie/list"> & { locale: Locale },
): Promise<OutputOf<"z/movie/list">> {
  const { cursor, limit = defaultLimit, sort = "updated", locale, direction: asked, ...filter } = input;
  const direction = asked ?? (sort === "title" ? "asc" : "desc");
  const { key, text, cast, looks } = sorts[sort];
  const way = direction === "asc" ? { order: sql`asc`, after: sql`>` } : { order: sql`desc`, after: sql`<` };
  const place = cursor ? decodeCursor(cursor, looks) : null;
  const start = place ? [sql`(${key}, m.id) ${way.after} (${place.key}::${cast}, ${place.id})`] : [];
  const order = sql`order by ${key} ${way.order}, m.id ${way.order}`;
  const columns = sql`m.id, ${text} as key`;
  const common = await walk(db, { filter, start, order, columns, limit, byYear: sort === "year" });
  const few = common ? null : await fetchRare(db, { filter, start, order, columns, limit });
  const found = common ?? few!;
  const ids = found.slice(0, limit).map(({ id }) => id);
  const last = found.slice(0, limit).at(-1);
  return {
    items: await readRows(db, { ids, locale }),
    next: found.length > limit && last ? encodeCursor({ key: last.key, id: last.id }) : null,
    total: few ? (few[0]?.total ?? (place ? null : 0)) : await countSmall(db, filter),
  };
}

/** @returns null where the walk ended before there were enough */
async function walk(db: Db, query: Query & { byYear: boolean }): Promise<Place[] | null> {
  const { filter, start, order, columns, limit, byYear } = query;
  const filtered = isFiltered(filter);
  // Where a range bounds the order itself, the walk begins within it.
  const bounds = [...(byYear ? yearBounds(filter) : []), ...start];
  const first = filtered
    ? sql`(select * from movie m ${where(bounds)} ${order} limit ${walked}) m`
    : sql`movie m`;
  const conditions = filtered ? titleConditions(filter) : [...titleConditions(filter), ...start];
  const rows = rowsOf<Place>(
    await db.execute(sql`select ${columns} from ${first} ${where(conditions)} ${order} limit ${limit + 1}`),
  );
  return rows.length > limit || !filtered ? rows : null;
}

function yearBounds({ yearFrom, yearTo }: TitleFilter): SQL[] {
  return [
    ...(yearFrom === undefined ? [] : [sql`m.year >= ${yearFrom}`]),
    ...(yearTo === undefined ? [] : [sql`m.year <= ${yearTo}`]),
  ];
}

/** All that few titles meet, by the indexes, and of it the page; with how many they are. */
async function fetchRare(db: Db, query: Query): Promise<(Place & { total: number })[]> {
  const { filter, start, order, columns, limit } = query;
  return rowsOf<Place & { total: number }>(
    await db.execute(sql`with found as materialized (
        select m.id, m.sort_title, m.published_at, m.updated_at, m.popularity, m.year from movie m
        ${where(facetConditions(filter))})
      select ${columns}, (select count(*)::int from found) as total from found m
      ${where(start)} ${order} limit ${limit + 1}`),
  );
}

/** @returns how many match, in a catalogue no larger than a walk; null in a larger one, where they are many */
async function countSmall(db: Db, filter: TitleFilter): Promise<number | null> {
  const [all] = rowsOf<{ n: number }>(
    await db.execute(
      sql`select count(*)::int as n from (select 1 from movie limit ${walked + 1}) some_titles`,
    ),
  );
  if (all!.n > walked) return null;
  const [row] = rowsOf<{ n: number }>(
    await db.execute(sql`select count(*)::int as n from movie m ${where(titleConditions(filter))}`),
  );
  return row!.n;
}

/** The ids a filter finds, in their own order; at most `most` of them, after `after`. */
export async function findTitleIds(
  db: Db,
  { filter, most, after = "" }: { filter: TitleFilter; most: number; after?: string },
): Promise<string[]> {
  const rows = rowsOf<{ id: string }>(
    await db.execute(
      sql`select m.id from movie m ${where([...titleConditions(filter), sql`m.id > ${after}`])}
        order by m.id limit ${most}`,
    ),
  );
  return rows.map(({ id }) => id);
}

type Row = Omit<AdminMovieRow, "artwork" | "publishAt" | "hideAt" | "updatedAt"> & {
  published_at: Date | string;
  hide_at: Date | string | null;
  updated_at: Date | string;
  dated: boolean;
  colour: string;
  version: string;
};

/** Titles as the list shows them, in the order of the ids. */
async function readRows(
  db: Db,
  { ids, locale }: { ids: string[]; locale: Locale },
): Promise<AdminMovieRow[]> {
  if (ids.length === 0) return [];
  const wanted = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = rowsOf<Row>(
    await db.execute(sql`select m.id, m.kind, m.access, m.year, m.genres, m.tags, m.popularity, m.colour,
      m.artwork_version as version, m.published_at, m.hide_at, m.updated_at, ${stateOf} as state,
      (m.ever_published or m.status = 'published' or m.published_at > now()) as dated,
      coalesce((select t.title from movie_text t where t.movie_id = m.id
        order by ${byPreference(sql`t.locale`, locale)} limit 1), m.id) as title,
      array(select t.locale from movie_text t where t.movie_id = m.id order by t.locale) as languages,
      (select count(*)::int from episode e where e.movie_id = m.id) as episodes,
      (select count(*)::int from episode e join asset a on a.id = e.asset_id
        where e.movie_id = m.id and a.state = 'ready') as ready
      from movie m where m.id in (${wanted})`),
  );
  const byId = new Map(rows.map((row) => [row.id, rowOf(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function rowOf(row: Row): AdminMovieRow {
  const { published_at, hide_at, updated_at, dated, colour, version, ...rest } = row;
  return {
    ...rest,
    publishAt: dated ? new Date(published_at).toISOString() : null,
    hideAt: hide_at === null ? null : new Date(hide_at).toISOString(),
    updatedAt: new Date(updated_at).toISOString(),
    artwork: { path: `/artwork/${rest.id}`, version, colour },
  };
}

function where(conditions: SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}
