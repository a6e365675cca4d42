import { and, eq, sql, type SQL } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { genreNames, movies } from "../../../db/schema.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import { clashesOf } from "../../kernel/merge-fields.ts";
import type { User } from "../../kernel/user.ts";

/** Movies are counted up to here. */
const mostCounted = 1_000;

type Names = Record<string, string>;
type By = { admin: User; now: Date };

/** Genres with their names in every language, by id; with the number of their titles where that is asked for. */
export async function listGenres(
  db: Db,
  { count = false }: ParsedOf<"z/genre/list">,
): Promise<OutputOf<"z/genre/list">> {
  const genres =
    await db.execute(sql`select genre as id, json_object_agg(locale, name order by locale) as names,
    ${count ? numberOf(sql`genre_name.genre`) : sql`null::int`} as movies
    from genre_name group by genre order by genre`);
  return { items: rowsOf(genres) };
}

/**
 * Adds a genre, or renames one.
 * @throws Failure invalid for a new genre that exists, and without any name · conflict if another admin has renamed
 *   it meanwhile · not_found if another admin has deleted it
 */
export async function saveGenre(db: Db, input: ParsedOf<"z/genre/save"> & By): Promise<void> {
  const { id, names, before, admin, reason, now } = input;
  if (Object.keys(names).length === 0) throw invalidField("names.en", "required");
  await db.transaction(async (tx) => {
    const current = await lockGenre(tx, id);
    if (before === null && current) throw invalidField("id", "repeated");
    if (before !== null && !current) throw new Failure("not_found");
    const merged = before && current ? await mergeNames(tx, { id, names, before, current }) : names;
    if (Object.keys(merged).length === 0) throw invalidField("names.en", "required");
    await tx.delete(genreNames).where(eq(genreNames.genre, id));
    await tx
      .insert(genreNames)
      .values(Object.entries(merged).map(([locale, name]) => ({ genre: id, locale, name })));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/genre/save",
      target: { kind: "genre", id },
      before: current,
      after: merged,
      reason,
      now,
    });
  });
}

/** The present names with those that the form changed. @throws Failure conflict where someone else changed the same */
async function mergeNames(
  tx: Db,
  { id, names, before, current }: { id: string; names: Names; before: Names; current: Names },
): Promise<Names> {
  // A name that the form left empty was removed in it.
  const sent = { ...Object.fromEntries(Object.keys(before).map((locale) => [locale, null])), ...names };
  const clashes = clashesOf({ sent, before: { ...nothing(sent), ...before }, current });
  if (clashes.length > 0) {
    const fields = clashes.map(({ field, theirs }) => ({ field: `names.${field}`, theirs: theirs ?? "" }));
    throw conflict({ revision: 0, fields, ...(await lastChange(tx, { kind: "genre", id }, fields)) });
  }
  const changed = Object.entries(sent).filter(([locale, name]) => (before[locale] ?? null) !== name);
  const merged = Object.entries({ ...current, ...Object.fromEntries(changed) });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

const nothing = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]));

/**
 * Deletes a genre, and removes it from every movie.
 * @returns number of movies that have it, counted up to a thousand
 * @throws Failure not_found
 */
export async function deleteGenre(
  db: Db,
  { id, dryRun, admin, reason, now }: ParsedOf<"z/genre/delete"> & By,
): Promise<{ movies: number }> {
  return db.transaction(async (tx) => {
    const names = await lockGenre(tx, id);
    if (!names) throw new Failure("not_found");
    const count = await countMovies(tx, id);
    if (dryRun) return { movies: count };
    await tx
      .update(movies)
      .set({
        genres: sql`array_remove(${movies.genres}, ${id}::text)`,
        revision: sql`${movies.revision} + 1`,
        updatedAt: now,
      })
      .where(hasGenre(id));
    await tx.delete(genreNames).where(eq(genreNames.genre, id));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/genre/delete",
      target: { kind: "genre", id },
      before: { ...names, movies: count },
      after: null,
      reason,
      now,
    });
    return { movies: count };
  });
}

const hasGenre = (id: string) => and(sql`${movies.genres} @> array[${id}]::text[]`);

/** Number of a genre's titles, as an expression. */
const numberOf = (genre: SQL) => sql`(select count(*)::int from (select 1 from movie
  where movie.genres @> array[${genre}]::text[] and movie.status <> 'deleted' limit ${mostCounted}) as counted)`;

async function countMovies(db: Db, id: string): Promise<number> {
  const [row] = rowsOf<{ n: number }>(await db.execute(sql`select ${numberOf(sql`${id}`)} as n`));
  return row!.n;
}

/** Locks a genre, so that changes by two admins run one after the other. Null = the genre does not exist. */
export async function lockGenre(tx: Db, id: string): Promise<Names | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`genre ${id}`}))`);
  const rows = await tx.select().from(genreNames).where(eq(genreNames.genre, id)).orderBy(genreNames.locale);
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ locale, name }) => [locale, name]));
}
