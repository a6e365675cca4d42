import { sql, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { userFilter } from "../../../contract/calls/admin-users.ts";
import { adminLevels } from "../../../contract/permissions.ts";

export type UserFilter = { [K in keyof typeof userFilter]?: z.output<(typeof userFilter)[K]> };

/** What names and addresses are found in: the expression of the index `user_account_find`, to the letter. */
const findable = sql.raw(`lower(coalesce(u.email, '') || ' ' || coalesce(u.name, ''))`);
/** An index of trigrams has nothing to look up for a shorter part of a word: only for its beginning. */
const shortest = 3;

/** The conditions of a filter on `user_account u`; empty where nothing is asked. */
export function userConditions({ q, role, vip, status }: UserFilter, now: Date): SQL[] {
  const at = now.toISOString();
  const conditions: SQL[] = [];
  if (q !== undefined) conditions.push(matching(q));
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

function matching(q: string): SQL {
  const folded = escapeLike(q.toLowerCase());
  const beginning = sql`u.uid like ${`${escapeLike(q)}%`}`;
  if ([...q].length < shortest)
    return sql`(${findable} like ${`${folded}%`} or ${findable} like ${`% ${folded}%`} or ${beginning})`;
  return sql`(${findable} like ${`%${folded}%`} or ${beginning})`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
