import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { estimateRows } from "../../../db/estimate-rows.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { where } from "./user-filter.ts";

/** Matches that are gathered and sorted, some microseconds each, where they are probably few. */
const few = 6_000;
/** Of those who have or had VIP time, all columns of a filter are in the index of their order. */
const fewVips = 1_000;
/** Above this estimate the planner is accurate enough, and a page is soon full wherever the walk begins. */
const surelyMany = 30_000;
/** Most accounts that are looked at before all matches are gathered, as they may be at the other end of the order. */
const mostWalked = 8_000;
/** The same as `few`, in an order in which a walk would pass few of the matches, or begin with them. */
const fewTogether = 10_000;
/** As many as are gathered in that order: names that are parts of others are expected too rarely. */
const mostTogether = 16_000;
/** The planner underestimates words that many accounts have, by up to this factor. */
const underestimated = 2;

export type UserSearch = {
  /** Guests, or members. */
  kind: SQL;
  conditions: SQL[];
  /** The same conditions in parts that no account meets two of: each of them uses its own index. */
  apart: SQL[][];
  /** The same conditions, which use no index for the words. */
  walked: SQL[];
  /** What a walk is limited to by the index of its order. */
  within: SQL[];
  /** Whether that index is the one of those who have or had VIP time. */
  isVip: boolean;
  /** Whether accounts that match the words are mostly next to each other in this order. */
  isTogether: boolean;
  /** Where the page begins, by the sort key in these words; empty for the first one. */
  following: (key: SQL) => SQL[];
  /** The expression that the list is sorted by, `asc` or `desc`, and both as a clause. */
  key: SQL;
  way: SQL;
  order: SQL;
  limit: number;
};

/** The uids of one page, in any order; `total` is null if the matches were not counted. */
export type FoundUsers = { uids: string[]; total: number | null };

/**
 * Looks for a page of matches, by walks that end: the matches may all be at the other end of the order.
 * @returns null if so many match that a walk without an end is short
 */
export async function findUsers(db: Db, search: UserSearch): Promise<FoundUsers | null> {
  const { kind, conditions, within, isVip, isTogether, limit } = search;
  const estimate = await estimateOf(db, [kind, ...conditions]);
  // Those who have or had VIP time are few enough to walk past all of them.
  if (isVip && estimate > fewVips) return walk(db, search, null);
  if (estimate > surelyMany) return null;
  const among = await estimateOf(db, [kind, ...within]);
  const isRare = isTogether && estimate <= fewTogether;
  const isFrequent = !isRare && among > few && ((estimate * underestimated) / among) * mostWalked >= limit;
  return (
    (isFrequent ? null : await gather(db, search, isRare ? mostTogether : few)) ??
    (await walk(db, search, mostWalked)) ??
    (await gather(db, search, null))
  );
}

function estimateOf(db: Db, conditions: SQL[]): Promise<number> {
  return estimateRows(db, sql`select 1 from user_account u ${where(conditions)}`);
}

/**
 * Looks at the next accounts of the order, in its index alone where that has every column of the filter.
 * @param most as many as it looks at; null = any number
 * @returns null if there is no whole page among them
 */
async function walk(db: Db, search: UserSearch, most: number | null): Promise<FoundUsers | null> {
  const { kind, walked, within, following, key, way, order, limit } = search;
  // Ordered by the column that the inner query is ordered by, so that it ends once the page is full. The inner limit is a
  // query (null = none): the planner then expects a tenth of the rows, reads in order, and does not sort them all instead.
  const rows = rowsOf<{ uid: string }>(
    await db.execute(sql`select u.uid from (
        select u.*, ${key} as sort_key from user_account u ${where([kind, ...within, ...following(key)])}
        ${order} limit (select ${most}::int)) u
      ${where(walked)} order by u.sort_key ${way}, u.uid ${way} limit ${limit + 1}`),
  );
  return most === null || rows.length > limit ? { uids: rows.map(({ uid }) => uid), total: null } : null;
}

/** Reads the matches by the indexes of the filter. @returns null if there are more than `most`; null = any number */
async function gather(db: Db, search: UserSearch, most: number | null): Promise<FoundUsers | null> {
  const { kind, apart, following, key, way, limit } = search;
  // No order's index has `joined_at`: the planner would read a whole index for few accounts if it had all columns.
  const parts = apart.map(
    (conditions) =>
      sql`select u.uid, u.joined_at, ${key} as sort_key from user_account u ${where([kind, ...conditions])}`,
  );
  const rows = rowsOf<{ uid: string | null; total: number }>(
    await db.execute(sql`with found as materialized (
        select u.* from (${sql.join(parts, sql` union all `)}) u
        ${most === null ? sql`` : sql`limit ${most + 1}`}),
      page as materialized (
        select u.uid from found u ${where([...following(sql`u.sort_key`), ...(most === null ? [] : [sql`(select count(*) from found) <= ${most}`])])}
        order by u.sort_key ${way}, u.uid ${way} limit ${limit + 1})
      select page.uid, (select count(*)::int from found) as total
      from (values (1)) as always left join page on true`),
  );
  const { total } = rows[0]!;
  return most !== null && total > most ? null : { uids: rows.flatMap(({ uid }) => uid ?? []), total };
}
