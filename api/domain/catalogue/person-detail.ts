import { and, desc, eq, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf, Person } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { moviePeople, movies, people } from "../../db/schema.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { countKey, decodeCursor, encodeCursor } from "../kernel/cursor.ts";
import { Failure } from "../kernel/failure.ts";
import { cardColumns, cardOf, visibleTo } from "./cards.ts";
import { inOrder } from "./people.ts";

/**
 * A person and the published movies that name them, by keyset, those of the latest year first.
 * @throws Failure not_found if no published movie names them, and invalid for a cursor of another list
 */
export async function personDetail(
  db: Db,
  {
    id,
    cursor,
    limit = 24,
    locale,
    ageLimit,
  }: ParsedOf<"person/detail"> & { locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"person/detail">> {
  const after = cursor ? decodeCursor(cursor, countKey) : null;
  const [row] = await db
    .select({
      id: people.id,
      name: people.name,
      roles: sql<Person["roles"]>`array_agg(distinct ${moviePeople.role})`,
    })
    .from(people)
    .innerJoin(moviePeople, eq(moviePeople.personId, people.id))
    .innerJoin(movies, eq(movies.id, moviePeople.movieId))
    .where(and(visibleTo(ageLimit), eq(people.id, id)))
    .groupBy(people.id);
  if (!row) throw new Failure("not_found");
  // As an array, so that the planner begins with the person's few movies instead of walking the order.
  const theirs = sql`${movies.id} = any(array(select p.movie_id from movie_person p where p.person_id = ${id}))`;
  const isLater = after && sql`(${movies.year}, ${movies.id}) < (${after.key}::int, ${after.id})`;
  const found = await db
    .select(cardColumns(locale))
    .from(movies)
    .where(and(visibleTo(ageLimit), theirs, isLater ?? undefined))
    .orderBy(desc(movies.year), desc(movies.id))
    .limit(limit + 1);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return {
    items: items.map(cardOf),
    next: last ? encodeCursor({ key: String(last.year), id: last.id }) : null,
    person: { ...row, roles: inOrder(row.roles) },
  };
}
