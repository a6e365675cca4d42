import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { userFilter } from "../../../../contract/accounts/admin-users.ts";
import { adminLevels } from "../../../../contract/accounts/permissions.ts";

export type UserFilter = { [K in keyof typeof userFilter]?: z.output<(typeof userFilter)[K]> };

/** The text in which names and addresses are searched: exactly the expression of the index `user_account_find`. */
const findable = sql.raw(`lower(coalesce(u.email, '') || ' ' || coalesce(u.name, ''))`);
/** Shorter texts match only the beginning of a word: elsewhere they contain no trigram that the index could look up. */
const shortest = 3;

/**
 * SQL conditions of a filter on `user_account u`; empty for an empty filter.
 * @param guests search guests only. They have neither name nor address, so only their ids are searched
 * @param walked use no index for the words. The planner underestimates frequent matches, and would gather and sort
 *   them all instead of walking an order's index, which soon has a full page
 */
export function userConditions(
  { q, role, vip, status }: UserFilter,
  now: Date,
  { guests = false, walked = false } = {},
): SQL[] {
  const at = now.toISOString();
  const conditions: SQL[] = [];
  if (q !== undefined) conditions.push(guests ? idBegins(q, walked) : eitherOf(matching(q, walked)));
  if (role === "guest") conditions.push(sql`u.anonymous`);
  if (role === "member") conditions.push(sql`not u.anonymous`);
  if (role === "admin") conditions.push(sql`u.admin > 0`);
  if (role === "viewer" || role === "editor" || role === "owner")
    conditions.push(sql`u.admin > 0 and u.admin = ${adminLevels[role]}`);
  if (vip === "active") conditions.push(sql`u.vip_until > ${at}::timestamptz`);
  if (vip === "lapsed") conditions.push(sql`u.vip_until <= ${at}::timestamptz`);
  if (vip === "never") conditions.push(sql`u.vip_until is null`);
  if (status !== undefined) {
    const banned = sql`(select b.uid from user_ban b where b.until is null or b.until > ${at}::timestamptz)`;
    conditions.push(status === "banned" ? sql`u.uid in ${banned}` : sql`u.uid not in ${banned}`);
  }
  return conditions;
}

/**
 * The same conditions in parts that no account meets two of, each of which uses one index: an account found by a
 * condition of two indexes is compared with both of them once more.
 */
export function conditionsApart(filter: UserFilter, now: Date, { guests = false } = {}): SQL[][] {
  const { q, ...rest } = filter;
  if (q === undefined || guests) return [userConditions(filter, now, { guests })];
  const { words, beginning } = matching(q, false);
  const others = userConditions(rest, now);
  return [
    [words, ...others],
    [beginning, sql`not (${words})`, ...others],
  ];
}

/** Whether a search matches within words as well. The planner expects a shorter one up to four times too rarely. */
export function isLong(q = ""): boolean {
  return [...q].length >= shortest;
}

/** Joins conditions into a WHERE clause; empty for none. */
export function where(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join([...conditions], sql` and `)}`;
}

type Matching = {
  /** The search is in the name or address. */
  words: SQL;
  /** The id begins with it. */
  beginning: SQL;
};

function eitherOf({ words, beginning }: Matching): SQL {
  return sql`(${words} or ${beginning})`;
}

function matching(q: string, walked: boolean): Matching {
  const text = walked ? sql`(${findable} || '')` : findable;
  const folded = escapeLike(q.toLowerCase());
  const beginning = idBegins(q, walked);
  if (!isLong(q))
    return { words: sql`(${text} like ${`${folded}%`} or ${text} like ${`% ${folded}%`})`, beginning };
  const [, local] = /^(.{3,})@/s.exec(q.toLowerCase()) ?? [];
  // Nearly everyone has the trigrams of a domain. To read their long lists takes longer than to compare the few rows
  // that have what is before it.
  if (!walked && local)
    return {
      words: sql`(${findable} like ${`%${escapeLike(local)}@%`} and (${findable} || '') like ${`%${folded}%`})`,
      beginning,
    };
  return { words: sql`${text} like ${`%${folded}%`}`, beginning };
}

function idBegins(q: string, walked: boolean): SQL {
  const uid = walked ? sql`(u.uid || '')` : sql`u.uid`;
  return sql`${uid} like ${`${escapeLike(q)}%`}`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
