import { and, desc, eq, gte, like, lt, sql } from "drizzle-orm";
import type { AuditEntry, Page, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { invalidField } from "../../kernel/failure.ts";

const defaultLimit = 50;

/**
 * The audit log by keyset, latest first.
 * @throws Failure invalid for a target without its kind
 */
export async function listAudit(db: Db, input: ParsedOf<"z/audit/list">): Promise<Page<AuditEntry>> {
  const { cursor, limit = defaultLimit, actor, action, kind, target, from, to } = input;
  if (target !== undefined && kind === undefined) throw invalidField("kind", "required");
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select({ row: auditEntries, key: timeText })
    .from(auditEntries)
    .where(
      and(
        actor === undefined ? undefined : eq(auditEntries.actorUid, actor),
        action === undefined ? undefined : actionIs(action),
        kind === undefined ? undefined : eq(auditEntries.targetKind, kind),
        target === undefined ? undefined : eq(auditEntries.targetId, target),
        from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
        to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
        place
          ? sql`(${auditEntries.at}, ${auditEntries.id}) < (${place.key}::timestamptz, ${place.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit + 1);
  const last = rows.slice(0, limit).at(-1);
  return {
    items: rows.slice(0, limit).map(({ row }) => entryOf(row)),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.row.id }) : null,
  };
}

/** A row as the contract's entry. */
function entryOf(row: typeof auditEntries.$inferSelect): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { uid: row.actorUid, name: row.actorName },
    action: row.action,
    target: { kind: row.targetKind as AuditEntry["target"]["kind"], id: row.targetId },
    before: row.before,
    after: row.after,
    reason: row.reason,
    undo: row.undoneAt ? "done" : row.undo === null ? "none" : "possible",
  };
}

/** A full name, or the prefix of several: one that ends in a slash. The contract allows no LIKE wildcard. */
function actionIs(action: string) {
  return action.endsWith("/") ? like(auditEntries.action, `${action}%`) : eq(auditEntries.action, action);
}

/** Keeps microseconds, so that a cursor names one exact position. */
const timeText = sql<string>`to_char(${auditEntries.at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
