import { asc, eq, sql } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { mostCollectionMovies } from "../../../../contract/catalogue/values.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { collections } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { byPreference } from "../../kernel/localised.ts";
import { belongsTo, orderIn } from "../collections.ts";
import { stateOf } from "./movie-filter.ts";

/** Movies are counted up to here. */
const mostCounted = 1_000;

export type CollectionRow = typeof collections.$inferSelect;

/** Collections with their names in every language, by id. */
export async function listAdminCollections(db: Db): Promise<OutputOf<"z/collection/list">> {
  const rows = await db
    .select({ id: collections.id, texts: collections.texts })
    .from(collections)
    .orderBy(asc(collections.id));
  const items = [];
  for (const row of rows) items.push({ ...row, movies: await countCollectionMovies(db, row.id) });
  return { items };
}

/**
 * One collection with its titles in order.
 * @throws Failure not_found
 */
export async function readCollection(
  db: Db,
  { id, locale }: { id: string; locale: Locale },
): Promise<OutputOf<"z/collection/detail">> {
  const [row] = await db.select().from(collections).where(eq(collections.id, id));
  if (!row) throw new Failure("not_found");
  const { revision, texts } = row;
  const ids = await movieIds(db, row);
  const shown = ids.slice(0, mostCollectionMovies);
  return { id, revision, texts, movies: await titled(db, { ids: shown, locale }), total: ids.length };
}

/** Ids of a collection's movies in its order, deleted ones left out. */
export async function movieIds(
  db: Db,
  { id, sequence }: Pick<CollectionRow, "id" | "sequence">,
): Promise<string[]> {
  const rows = await db.execute(sql`select movie.id from movie
    where ${belongsTo(id)} and movie.status <> 'deleted'
    order by ${orderIn(sql`${sql.param(sequence)}::text[]`)}, movie.id`);
  return rowsOf<{ id: string }>(rows).map((row) => row.id);
}

/** @returns number of titles in a collection, counted up to a thousand */
export async function countCollectionMovies(db: Db, id: string): Promise<number> {
  const rows = await db.execute(sql`select count(*)::int as n from (select 1 from movie
    where ${belongsTo(id)} and status <> 'deleted' limit ${mostCounted}) as counted`);
  return rowsOf<{ n: number }>(rows)[0]!.n;
}

type Titled = OutputOf<"z/collection/detail">["movies"];

/** Titles by their ids, in the same order. */
async function titled(db: Db, { ids, locale }: { ids: string[]; locale: Locale }): Promise<Titled> {
  const rows = await db.execute(sql`
    select m.id, m.year, ${stateOf} as state, coalesce((
      select t.title from movie_text t where t.movie_id = m.id
      order by ${byPreference(sql`t.locale`, locale)} limit 1), m.id) as title
    from movie m where m.id = any(${sql.param(ids)}::text[])
    order by array_position(${sql.param(ids)}::text[], m.id)`);
  return rowsOf<Titled[number]>(rows);
}
