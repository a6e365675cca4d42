import { and, asc, count, eq, sql } from "drizzle-orm";
import { mostFollows } from "../../../contract/library/my-list.ts";
import type { OutputOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { collections, follows } from "../../db/schema.ts";
import { visibleTo } from "../catalogue/cards.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { Failure, invalidField } from "../kernel/failure.ts";
import { pick } from "../kernel/localised.ts";

/** Condition for collections that a viewer sees. */
const isShown = (ageLimit: AgeLimit) => sql`exists (select 1 from movie
  where movie.collections @> array[${collections.id}] and ${visibleTo(ageLimit)})`;

type Follow = { uid: string; id: string };

/**
 * Follows a collection. Idempotent: what is told from when on stays.
 * @throws Failure not_found · invalid for one more than `mostFollows`
 */
export async function addFollow(
  db: Db,
  { uid, id, ageLimit, now }: Follow & { ageLimit: AgeLimit; now: Date },
): Promise<void> {
  const [known] = await db
    .select({ id: collections.id })
    .from(collections)
    .where(and(eq(collections.id, id), isShown(ageLimit)));
  if (!known) throw new Failure("not_found");
  const [held] = await db.select({ n: count() }).from(follows).where(eq(follows.uid, uid));
  if (held!.n >= mostFollows && !(await hasFollow(db, { uid, id }))) throw invalidField("id", "too_big");
  await db.insert(follows).values({ uid, collectionId: id, createdAt: now }).onConflictDoNothing();
}

/** Follows a collection no longer; one that is not followed is no failure. */
export async function removeFollow(db: Db, { uid, id }: Follow): Promise<void> {
  await db.delete(follows).where(and(eq(follows.uid, uid), eq(follows.collectionId, id)));
}

export async function hasFollow(db: Db, { uid, id }: Follow): Promise<boolean> {
  const rows = await db
    .select({ id: follows.collectionId })
    .from(follows)
    .where(and(eq(follows.uid, uid), eq(follows.collectionId, id)));
  return rows.length > 0;
}

/** The collections that a user follows, by id, as far as the viewer sees them. */
export async function listFollows(
  db: Db,
  { uid, locale, ageLimit }: { uid: string; locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"follow/list">> {
  const rows = await db
    .select({ id: collections.id, texts: collections.texts })
    .from(follows)
    .innerJoin(collections, eq(collections.id, follows.collectionId))
    .where(and(eq(follows.uid, uid), isShown(ageLimit)))
    .orderBy(asc(follows.collectionId))
    .limit(mostFollows);
  return { items: rows.map(({ id, texts }) => ({ id, name: pick(texts, locale)?.name ?? id })) };
}

/** Moves what a guest follows to the member. Idempotent, because it moves. */
export async function mergeFollows(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`
    with moved as (delete from follow where uid = ${from} returning collection_id, created_at)
    insert into follow (uid, collection_id, created_at)
    select ${to}, collection_id, created_at from moved
    on conflict (uid, collection_id) do nothing`);
}
