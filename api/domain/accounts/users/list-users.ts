import { sql, type SQL } from "drizzle-orm";
import type { AdminUser, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import { levelName } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { decodeCursor, encodeCursor, timeKey, type Place } from "../../kernel/cursor.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { vipEndOf, vipTier } from "../../kernel/user.ts";
import { findUsers } from "./find-users.ts";
import { conditionsApart, isLong, userConditions, where } from "./user-filter.ts";

const defaultLimit = 50;

const timeText = (column: SQL) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A user without a name is listed under the text shown in its place. */
const label = sql`left(lower(coalesce(u.name, u.email, u.uid)), 80)`;

/** The labels of uids that begin with this text: no id character sorts after z, in any collation. */
function labelsOf(q: string): { from: string; to: string } {
  const from = [...q.toLowerCase()].slice(0, 80).join("");
  return { from, to: from + "z".repeat(80) };
}

/**
 * What comes after a cursor, which may be outside these labels: the scan of an index begins at the cursor, and would pass
 * every label in between.
 */
function followingLabels(
  by: SQL,
  { from, to }: { from: string; to: string },
  { place: { key, id }, isRising }: { place: Place; isRising: boolean },
): SQL {
  return isRising
    ? sql`(${by}, u.uid) > (greatest(${key}::text, ${from}::text), case when ${key}::text < ${from}::text then '' else ${id}::text end)`
    : sql`(${by}, u.uid) < (least(${key}::text, ${to}::text), ${id}::text)`;
}

/** Sort orders of a list: the expression of an index, and the same value in a cursor's form. */
const sorts = {
  created: {
    key: sql`u.created_at`,
    text: timeText(sql`u.created_at`),
    cast: sql`timestamptz`,
    looks: timeKey,
  },
  seen: {
    key: sql`u.last_seen_at`,
    text: timeText(sql`u.last_seen_at`),
    cast: sql`timestamptz`,
    looks: timeKey,
  },
  name: {
    key: label,
    text: label,
    cast: sql`text`,
    looks: /^[\s\S]{0,160}$/,
  },
};

/** The columns a list shows. */
export const userColumns = sql`u.uid, u.anonymous, u.name, u.email, u.avatar, u.admin, u.vip_until, u.vip2_until, u.vip3_until,
  u.created_at, u.joined_at, u.last_seen_at, b.reason as ban_reason, b.until as ban_until`;

/** A raw database row: PGlite returns times as dates, postgres.js in raw SQL as text. */
export type UserRow = {
  uid: string;
  anonymous: boolean;
  name: string | null;
  email: string | null;
  avatar: string | null;
  admin: number;
  vip_until: Date | string | null;
  vip2_until: Date | string | null;
  vip3_until: Date | string | null;
  created_at: Date | string;
  joined_at: Date | string | null;
  last_seen_at: Date | string;
  ban_reason: string | null;
  ban_until: Date | string | null;
};

/** Joins the suspension that applies now. */
export function joinBan(now: Date): SQL {
  return sql`left join user_ban b on b.uid = u.uid
    and (b.until is null or b.until > ${now.toISOString()}::timestamptz)`;
}

/**
 * Accounts by keyset. Guests and members are queried separately and merged: each kind has its own index per order, so
 * that a list of members is not slowed down by all the guests.
 */
export async function listUsers(
  db: Db,
  input: ParsedOf<"z/user/list"> & { now: Date },
): Promise<OutputOf<"z/user/list">> {
  const { cursor, limit = defaultLimit, sort = "created", now, ...filter } = input;
  const direction = input.direction ?? (sort === "name" ? "asc" : "desc");
  const { key, text, cast, looks } = sorts[sort];
  const place = cursor ? decodeCursor(cursor, looks) : null;
  const way = direction === "asc" ? { order: sql`asc`, after: sql`>` } : { order: sql`desc`, after: sql`<` };
  const after = (by: SQL) =>
    place ? [sql`(${by}, u.uid) ${way.after} (${place.key}::${cast}, ${place.id})`] : [];
  const order = sql`order by ${key} ${way.order}, u.uid ${way.order}`;
  const parts = await Promise.all(
    kindsOf(filter.role).map(async (kind) => {
      const isGuests = kind === guests;
      const conditions = userConditions(filter, now, { guests: isGuests });
      const walked = userConditions(filter, now, { guests: isGuests, walked: true });
      const within: SQL[] = [];
      // Guests are found only by their id, so the walk begins where matching ids begin.
      const labels = isGuests && sort === "name" && filter.q !== undefined ? labelsOf(filter.q) : null;
      if (labels) within.push(sql`${label} >= ${labels.from} and ${label} <= ${labels.to}`);
      const following = (by: SQL) =>
        labels && place ? [followingLabels(by, labels, { place, isRising: direction === "asc" })] : after(by);
      // Each order has a second index, of those who have or had VIP time.
      const isVip = filter.vip === "active" || filter.vip === "lapsed";
      if (isVip) within.push(sql`u.vip_until is not null`);
      const search = {
        kind,
        conditions,
        apart: conditionsApart(filter, now, { guests: isGuests }),
        walked,
        within,
        isVip,
        isTogether: sort === "name" && isLong(filter.q),
        following,
        key,
        way: way.order,
        order,
        limit,
      };
      const found = conditions.length === 0 ? null : await findUsers(db, search);
      const which =
        found === null
          ? [kind, ...walked, ...within, ...following(key)]
          : [sql`u.uid in (select jsonb_array_elements_text(${JSON.stringify(found.uids)}::jsonb))`];
      const rows = sql`(select u.*, ${key} as sort_key, ${text} as key from user_account u
        ${where(which)} ${order} limit ${limit + 1})`;
      return { total: found?.total ?? null, rows };
    }),
  );
  const query = sql`select ${userColumns}, u.key
      from (${sql.join(
        parts.map((part) => part.rows),
        sql` union all `,
      )}) u ${joinBan(now)}
      order by u.sort_key ${way.order}, u.uid ${way.order} limit ${limit + 1}`;
  const rows = rowsOf<UserRow & { key: string }>(await db.execute(query));
  const last = rows.slice(0, limit).at(-1);
  return {
    items: rows.slice(0, limit).map((row) => adminUserOf(row, now)),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.uid }) : null,
    total: parts.reduce<number | null>(
      (sum, { total }) => (sum === null || total === null ? null : sum + total),
      0,
    ),
  };
}

const guests = sql`u.anonymous`;
const members = sql`not u.anonymous`;

/** A guest is no admin. */
function kindsOf(role: ParsedOf<"z/user/list">["role"]): SQL[] {
  if (role === undefined) return [guests, members];
  return role === "guest" ? [guests] : [members];
}

/** The uids a filter finds, in their own order; at most `most` of them. */
export async function findUids(
  db: Db,
  { filter, most, now }: { filter: Parameters<typeof userConditions>[0]; most: number; now: Date },
): Promise<string[]> {
  const rows = rowsOf<{ uid: string }>(
    await db.execute(
      sql`select u.uid from user_account u ${where(userConditions(filter, now))} order by u.uid limit ${most}`,
    ),
  );
  return rows.map(({ uid }) => uid);
}

/** A row as the contract's account. */
export function adminUserOf(row: UserRow, now: Date): AdminUser {
  const timeOf = (time: Date | string | null) => (time === null ? null : new Date(time));
  const vipUntil = timeOf(row.vip_until);
  const ends = { vipUntil, vip2Until: timeOf(row.vip2_until), vip3Until: timeOf(row.vip3_until) };
  const tier = vipTier({ admin: row.admin, ...ends }, now);
  return {
    uid: row.uid,
    anonymous: row.anonymous,
    name: row.name,
    email: row.email,
    avatar: row.avatar,
    level: levelName(row.admin),
    is_vip: tier > 0,
    vip_tier: tier,
    vip_tier_until: vipEndOf(ends, tier)?.toISOString() ?? null,
    vip_until: vipUntil?.toISOString() ?? null,
    ban: row.ban_reason === null ? null : { reason: row.ban_reason as never, until: isoOf(row.ban_until) },
    createdAt: isoOf(row.created_at)!,
    joinedAt: isoOf(row.joined_at),
    lastSeenAt: isoOf(row.last_seen_at)!,
  };
}

function isoOf(time: Date | string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
