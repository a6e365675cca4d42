import { and, eq, gte, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "./record-audit.ts";
import type { User } from "../../kernel/user.ts";

/** How long the parts of one export may take. Milliseconds. */
const exportMs = 24 * 3_600_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Notes that an admin takes a list away as a file: once an export, whose parts name its entry in their cursors. A cursor
 * without an entry of this admin, this call and this filter begins an export of its own, wherever it begins.
 * @returns the entry's id, for `continuedBy`
 */
export async function recordExport(
  db: Db,
  given: {
    action: "z/user/export" | "z/order/export" | "z/movie/export";
    kind: "user" | "order" | "movie";
    filter: object;
    /** Of the cursor that was sent, see `partOf`. */
    entry: string | null;
    admin: User;
    now: Date;
  },
): Promise<string> {
  const { action, kind, filter, entry, admin, now } = given;
  const after = { filter };
  if (entry !== null) {
    const [begun] = await db
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(
        and(
          ...[eq(auditEntries.id, entry), eq(auditEntries.action, action)],
          ...[eq(auditEntries.actorUid, admin.uid), gte(auditEntries.at, new Date(now.getTime() - exportMs))],
          sql`${auditEntries.after} = ${JSON.stringify(after)}::jsonb`,
        ),
      );
    if (begun) return begun.id;
  }
  const target = { kind, id: "*" } as const;
  const id = await recordAudit(db, { actor: actorOf(admin), action, target, before: null, after, now });
  return id!;
}

/** What the cursor of a part says: the export's entry in the log, and the place in the list. */
export function partOf(cursor: string | undefined): { entry: string | null; place: string | undefined } {
  const at = cursor?.indexOf(".") ?? -1;
  if (cursor === undefined || !uuid.test(cursor.slice(0, Math.max(0, at))))
    return { entry: null, place: cursor };
  return { entry: cursor.slice(0, at), place: cursor.slice(at + 1) };
}

/** The cursor of an export's next part. @param place null = there is none */
export function continuedBy(entry: string, place: string | null): string | null {
  return place === null ? null : `${entry}.${place}`;
}
