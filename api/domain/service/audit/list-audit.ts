import { and, desc, eq, gte, inArray, isNull, like, lt, or, sql, type SQL } from "drizzle-orm";
import type { AuditEntry, Page, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import { auditTargets } from "../../../../contract/service/values.ts";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import { targetName } from "./target-name.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";

const defaultLimit = 50;
/** Things that the entry of a bulk action names. */
const sampled = 5;

export type AuditFilter = Omit<ParsedOf<"z/audit/list">, "actor" | "target"> & {
  /** Admins by uid, and by a part of the name that a deleted account had. */
  actor?: { uids: string[]; name: string } | undefined;
  /** Ids. */
  targets?: string[] | undefined;
  /** Language of the targets' names. */
  locale: Locale;
};

/**
 * The audit log by keyset, latest first. Of a bulk action it has the entry of the whole, except where the entries of
 * single things are asked for: by their ids, or by the whole.
 */
export async function listAudit(db: Db, filter: AuditFilter): Promise<Page<AuditEntry>> {
  const { cursor, limit = defaultLimit, actor, action, kind, targets, of, from, to, locale } = filter;
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select({ row: auditEntries, key: timeText, name: targetName(locale), parts: partsOfEntry })
    .from(auditEntries)
    .where(
      and(
        actor && actedBy(actor),
        action === undefined ? undefined : actionIs(action),
        kind === undefined ? undefined : eq(auditEntries.targetKind, kind),
        // The index of targets begins with their kind.
        targets &&
          and(inArray(auditEntries.targetKind, [...auditTargets]), inArray(auditEntries.targetId, targets)),
        of === undefined ? undefined : eq(auditEntries.partOf, of),
        targets === undefined && of === undefined ? isNull(auditEntries.partOf) : undefined,
        from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
        to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
        place
          ? sql`(${auditEntries.at}, ${auditEntries.id}) < (${place.key}::timestamptz, ${place.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const names = await namesOfParts(db, { ids: shown.flatMap(({ parts }) => parts?.entries ?? []), locale });
  return {
    items: shown.map(({ row, name, parts }) => ({
      ...entryOf(row, name),
      parts: parts && { count: parts.count, sample: parts.entries.flatMap((id) => names.get(id) ?? []) },
    })),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.row.id }) : null,
  };
}

/** Of a bulk action's entry: how many entries belong to it, and the ids of the first of them. Null for any other. */
const partsOfEntry = sql<{ count: number; entries: string[] } | null>`(
  select json_build_object('count', count(*), 'entries', (array_agg(part.id order by part.target_id))[1:${sql.raw(String(sampled))}])
  from audit_entry part where part.part_of = audit_entry.id having count(*) > 0)`;

async function namesOfParts(
  db: Db,
  { ids, locale }: { ids: string[]; locale: Locale },
): Promise<Map<string, { id: string; name: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ entry: auditEntries.id, id: auditEntries.targetId, name: targetName(locale) })
    .from(auditEntries)
    .where(inArray(auditEntries.id, ids));
  return new Map(rows.map(({ entry, ...part }) => [entry, part]));
}

/** A row as the contract's entry. */
function entryOf(row: typeof auditEntries.$inferSelect, name: string | null): Omit<AuditEntry, "parts"> {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { uid: row.actorUid, name: row.actorName, key: row.actorKey },
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
