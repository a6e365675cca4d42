import { and, desc, eq, gte, inArray, isNull, like, lt, or, sql, type SQL } from "drizzle-orm";
import type { AuditEntry, Page, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { auditTargets } from "../../../../contract/service/values.ts";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import { targetName } from "./target-name.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";

const defaultLimit = 50;

export type AuditFilter = Omit<ParsedOf<"z/audit/list">, "actor" | "target"> & {
  /** Admins by uid, and by a part of the name that a deleted account had. */
  actor?: { uids: string[]; name: string } | undefined;
  /** Ids. */
  targets?: string[] | undefined;
  /** Language of the targets' names. */
  locale: Locale;
};

/** The audit log by keyset, latest first. */
export async function listAudit(db: Db, filter: AuditFilter): Promise<Page<AuditEntry>> {
  const { cursor, limit = defaultLimit, actor, action, kind, targets, from, to, locale } = filter;
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select({ row: auditEntries, key: timeText, name: targetName(locale) })
    .from(auditEntries)
    .where(
      and(
        actor && actedBy(actor),
        action === undefined ? undefined : actionIs(action),
        kind === undefined ? undefined : eq(auditEntries.targetKind, kind),
        // The index of targets begins with their kind.
        targets &&
          and(inArray(auditEntries.targetKind, [...auditTargets]), inArray(auditEntries.targetId, targets)),
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
    items: rows.slice(0, limit).map(({ row, name }) => entryOf(row, name)),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.row.id }) : null,
  };
}

/** A row as the contract's entry. */
function entryOf(row: typeof auditEntries.$inferSelect, name: string | null): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { uid: row.actorUid, name: row.actorName },
    action: row.action,
    target: { kind: row.targetKind as AuditEntry["target"]["kind"], id: row.targetId, name },
    before: row.before,
    after: row.after,
    reason: row.reason,
    undo: row.undoneAt ? "done" : row.undo === null ? "none" : "possible",
  };
}

function actedBy({ uids, name }: NonNullable<AuditFilter["actor"]>): SQL | undefined {
  const formerly = sql`position(lower(${name}) in lower(${auditEntries.actorName})) > 0`;
  return or(inArray(auditEntries.actorUid, uids), and(isNull(auditEntries.actorUid), formerly));
}

/** A full name, or the prefix of several: one that ends in a slash. The contract allows no LIKE wildcard. */
function actionIs(action: string) {
  return action.endsWith("/") ? like(auditEntries.action, `${action}%`) : eq(auditEntries.action, action);
}

/** Keeps microseconds, so that a cursor names one exact position. */
const timeText = sql<string>`to_char(${auditEntries.at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
