import { sql, type SQL } from "drizzle-orm";
import { accessLevels, type AccessLevel } from "../../../../contract/catalogue/values.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { viewers } from "../../../db/viewers.ts";
import { levelOf } from "../../catalogue/access-level.ts";
import { published } from "../../catalogue/cards.ts";
import { raiseNotices, type NewNotice } from "../../service/notices/raise-notices.ts";
import type { NoticeEvent } from "../../service/notices/topics.ts";
import { reaches } from "./new-episode.ts";
import { titlesOf } from "./published-episodes.ts";

/** Movies in a transaction. */
const batchSize = 500;

type Fresh = { movieId: string; collections: string[]; access: AccessLevel };

/**
 * Notes that followers of collections are to be told of their new movies: those that have come into a collection and can
 * be watched. A movie is marked in the same transaction, and told once for each collection, whatever happens later.
 * @returns number of such movies
 */
export async function findNewInCollections(
  { db, guestWatching }: { db: Db; guestWatching: () => Promise<boolean> },
  now: Date,
): Promise<number> {
  const guests = await guestWatching();
  let found = 0;
  for (;;) {
    const fresh = await db.transaction(async (tx) => {
      const rows = await takeFresh(tx);
      await raiseNotices(tx, await noticesOf(tx, { rows, guests, now }), now);
      return rows.length;
    });
    found += fresh;
    if (fresh < batchSize) return found;
  }
}

async function takeFresh(tx: Db): Promise<Fresh[]> {
  return rowsOf<Fresh>(
    await tx.execute(sql`
      with fresh as (
        select id, array(select unnest(collections) except select unnest(told_collections)) as untold
        from movie where not (collections <@ told_collections) and has_video and ${published}
        order by id limit ${batchSize} for update skip locked)
      update movie m set told_collections = m.told_collections || fresh.untold from fresh where m.id = fresh.id
      returning m.id as "movieId", fresh.untold as collections, m.access`),
  );
}

/** One notice for a collection, however many movies have come into it. */
async function noticesOf(
  tx: Db,
  { rows, guests, now }: { rows: Fresh[]; guests: boolean; now: Date },
): Promise<NewNotice[]> {
  const ids = [...new Set(rows.flatMap(({ collections }) => collections))].sort();
  const names = await namesOf(tx, ids);
  const titles = await titlesOf(
    tx,
    rows.map(({ movieId }) => movieId),
  );
  return ids.flatMap((id) => {
    const texts = names.get(id);
    const inside = rows.filter(({ collections }) => collections.includes(id));
    const [first] = inside;
    if (!texts || !first) return [];
    const levels = inside.map(({ access }) =>
      levelOf({ episode: null, title: access, guestWatching: guests }),
    );
    // Those who may watch one of them are told.
    const level = accessLevels.find((one) => levels.includes(one)) ?? "free";
    return {
      topic: "new-in-collection" as const,
      subject: `${id}:${first.movieId}:${now.getTime()}`,
      data: {
        collection: { id, names: texts },
        ...(inside.length === 1
          ? { movieId: first.movieId, titles: titles.get(first.movieId) ?? {} }
          : { count: inside.length }),
        level,
      },
    };
  });
}

async function namesOf(tx: Db, ids: string[]): Promise<Map<string, Record<string, string>>> {
  if (ids.length === 0) return new Map();
  const rows = rowsOf<{ id: string; texts: Record<string, { name: string }> }>(
    await tx.execute(sql`select id, texts from collection where id = any(${sql.param(ids)}::text[])`),
  );
  return new Map(
    rows.map(({ id, texts }) => [
      id,
      Object.fromEntries(Object.entries(texts).map(([locale, { name }]) => [locale, name])),
    ]),
  );
}

/** Viewers who have followed the collection since before, and may watch one of the movies whole. */
export function collectionFollowersOf({ data, at }: NoticeEvent, now: Date): SQL {
  return sql`select f.uid from follow f join ${viewers} v on v.uid = f.uid join user_account u on u.uid = v.account
    where f.collection_id = ${data.collection?.id ?? ""} and f.created_at <= ${at.toISOString()}::timestamptz
      and ${reaches(data.level ?? "free", now)}`;
}
