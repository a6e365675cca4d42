import { sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { continuedBy, partOf, recordExport } from "../../service/audit/record-export.ts";
import { csvOf } from "../../kernel/csv.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import type { User } from "../../kernel/user.ts";
import { adminUserOf, joinBan, userColumns, type UserRow } from "./list-users.ts";
import { userConditions } from "./user-filter.ts";

/** Rows of one part: below the size limit of an answer. */
const partSize = 1_000;
const anyKey = /^uid$/;
const columns = [
  "uid",
  "name",
  "email",
  "guest",
  "level",
  "vip",
  "vip_tier",
  "vip_until",
  "banned",
  "banned_until",
  "created_at",
  "joined_at",
  "last_seen_at",
] as const;

/** The accounts that a filter finds as CSV, by uid. Each export is written to the audit log once. */
export async function exportUsers(
  db: Db,
  input: ParsedOf<"z/user/export"> & { admin: User; now: Date },
): Promise<OutputOf<"z/user/export">> {
  const { cursor, admin, now, ...filter } = input;
  const { entry, place } = partOf(cursor);
  const after = place === undefined ? null : decodeCursor(place, anyKey).id;
  const conditions = [...userConditions(filter, now), ...(after === null ? [] : [sql`u.uid > ${after}`])];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const found = rowsOf<UserRow>(
    await db.execute(sql`select ${userColumns} from user_account u ${joinBan(now)} ${where}
      order by u.uid limit ${partSize + 1}`),
  );
  const noted = { action: "z/user/export", kind: "user", filter, entry, admin, now } as const;
  const exported = await recordExport(db, noted);
  const rows = found.slice(0, partSize).map((row) => adminUserOf(row, now));
  const cells = rows.map((user) => [
    user.uid,
    user.name,
    user.email,
    user.anonymous,
    user.level,
    user.is_vip,
    user.vip_tier,
    user.vip_until,
    user.ban?.reason ?? null,
    user.ban?.until ?? null,
    user.createdAt,
    user.joinedAt,
    user.lastSeenAt,
  ]);
  const last = rows.at(-1);
  return {
    name: `users-${now.toISOString().slice(0, 10)}.csv`,
    csv: csvOf(cells, after === null ? columns : undefined),
    rows: rows.length,
    next:
      found.length > partSize && last
        ? continuedBy(exported, encodeCursor({ key: "uid", id: last.uid }))
        : null,
  };
}
