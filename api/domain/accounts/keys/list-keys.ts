import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { AdminKey } from "../../../../contract/accounts/admin-keys.ts";
import type { KeyState } from "../../../../contract/accounts/values.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { apiKeys, bans, users } from "../../../db/schema.ts";
import { decodeCursor, encodeCursor, timeKey, timeText } from "../../kernel/cursor.ts";
import { mayDo } from "../../kernel/user.ts";
import { actorOf } from "../../service/audit/record-audit.ts";

const defaultLimit = 50;

/** Every API key by keyset, latest first. */
export async function listKeys(
  db: Db,
  { cursor, limit = defaultLimit, now }: ParsedOf<"z/key/list"> & { now: Date },
): Promise<OutputOf<"z/key/list">> {
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await selectKeys(db, now)
    .where(
      place
        ? sql`(${apiKeys.createdAt}, ${apiKeys.id}) < (${place.key}::timestamptz, ${place.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => keyOf(row, now)),
    next: rows.length > limit && last ? encodeCursor({ key: last.place, id: last.key.id }) : null,
  };
}

/** @returns one key as the contract has it; undefined = there is none */
export async function readKey(db: Db, { id, now }: { id: string; now: Date }): Promise<AdminKey | undefined> {
  const [row] = await selectKeys(db, now).where(eq(apiKeys.id, id));
  return row && keyOf(row, now);
}

function selectKeys(db: Db, now: Date) {
  return db
    .select({ key: apiKeys, user: users, banned: bans.uid, place: timeText(apiKeys.createdAt) })
    .from(apiKeys)
    .innerJoin(users, eq(users.uid, apiKeys.uid))
    .leftJoin(bans, and(eq(bans.uid, apiKeys.uid), or(isNull(bans.until), gt(bans.until, now))));
}

type Row = Awaited<ReturnType<typeof selectKeys>>[number];

function keyOf(row: Row, now: Date): AdminKey {
  const { id, name, hint, permissions, createdAt, expiresAt, lastUsedAt, revokedAt } = row.key;
  const { uid, name: by } = actorOf(row.user);
  return {
    id,
    name,
    hint,
    permissions,
    state: stateOf(row, now),
    actor: { uid, name: by },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

function stateOf({ key, user, banned }: Row, now: Date): KeyState {
  if (key.revokedAt) return "revoked";
  if (key.expiresAt && key.expiresAt <= now) return "expired";
  return banned === null && mayDo(user, "keys.write") ? "active" : "idle";
}
