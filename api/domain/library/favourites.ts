import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { KeptFavourite } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { keptQuery, type Slot } from "../../db/kept-query.ts";
import { favourites } from "../../db/schema.ts";
import { cardsById } from "../catalogue/cards.ts";
import { Failure } from "../kernel/failure.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { pastTime } from "../kernel/past-time.ts";

/**
 * Adds a published movie to the list, with its current title. Idempotent: an existing entry keeps its place.
 * @throws Failure not_found
 */
export async function addFavourite(
  db: Db,
  {
    uid,
    id,
    locale,
    ageLimit,
    now,
  }: { uid: string; id: string; locale: Locale; ageLimit: AgeLimit; now: Date },
): Promise<void> {
  const movie = (await cardsById(db, { ids: [id], locale, ageLimit })).get(id);
  if (!movie) throw new Failure("not_found");
  await db
    .insert(favourites)
    .values({ uid, movieId: id, title: movie.title, createdAt: now })
    .onConflictDoNothing();
}

/** Removes movies from the list; a missing entry is no failure. @returns the removed entries */
export async function removeFavourites(
  db: Db,
  { uid, ids }: { uid: string; ids: string[] },
): Promise<KeptFavourite[]> {
  const rows = await db
    .delete(favourites)
    .where(and(eq(favourites.uid, uid), inArray(favourites.movieId, ids)))
    .returning();
  return rows.map(({ movieId, title, createdAt }) => ({
    id: movieId,
    title,
    addedAt: createdAt.toISOString(),
  }));
}

/**
 * In a list up to this size, restored entries need not be existing movies, because an entry outlives its movie. Above
 * it they must be, because a caller could invent ids.
 */
const mostGone = 5_000;

/** Undoes a removal: entries return to their old place. Entries added again meanwhile stay as they are. */
export async function restoreFavourites(
  db: Db,
  { uid, items, now }: { uid: string; items: KeptFavourite[]; now: Date },
): Promise<void> {
  const rows = items.map(({ id, title, addedAt }) => ({
    uid,
    movieId: id,
    title,
    createdAt: pastTime(addedAt, now),
  }));
  const [held] = await db.select({ n: count() }).from(favourites).where(eq(favourites.uid, uid));
  const isFull = held!.n + rows.length > mostGone;
  const there = isFull
    ? await cardsById(db, {
        ids: rows.map(({ movieId }) => movieId),
        locale: "en",
        ageLimit: null,
      })
    : null;
  const fitting = there ? rows.filter(({ movieId }) => there.has(movieId)) : rows;
  if (fitting.length > 0) await db.insert(favourites).values(fitting).onConflictDoNothing();
}

const entryRows = keptQuery((db, slot: Slot<{ uid: string; id: string }>) =>
  db
    .select({ id: favourites.movieId })
    .from(favourites)
    .where(and(eq(favourites.uid, slot("uid")), eq(favourites.movieId, slot("id"))))
    .limit(1),
);

export async function hasFavourite(db: Db, { uid, id }: { uid: string; id: string }): Promise<boolean> {
  return (await entryRows(db, { uid, id })).length > 0;
}

/**
 * Moves a guest's list to the member; for a movie in both lists, the member's entry stays. Idempotent, because it
 * moves.
 */
export async function mergeFavourites(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`
    with moved as (delete from favourite where uid = ${from} returning movie_id, title, created_at)
    insert into favourite (uid, movie_id, title, created_at)
    select ${to}, movie_id, title, created_at from moved
    on conflict (uid, movie_id) do nothing`);
}
