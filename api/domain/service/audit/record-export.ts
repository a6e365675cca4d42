import { and, eq, gte, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "./record-audit.ts";
import type { User } from "../../kernel/user.ts";

/** How long the parts of one export may take. Milliseconds. */
const exportMs = 24 * 3_600_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Records that an admin exports a list as a file: once per export. The cursors of its parts contain the entry's id. A
 * cursor without an entry of this admin, this call and this filter starts an export of its own, at any position.
 * @returns the entry's id, for `continuedBy`
 */
export async function recordExport(
  db: Db,
  given: {
    action: "z/user/export" | "z/order/export" | "z/movie/export";
    kind: "user" | "order" | "movie";
    filter: object;
    /** From the sent cursor, see `partOf`. */
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
          eq(auditEntries.id, entry),
          eq(auditEntries.action, action),
          eq(auditEntries.actorUid, admin.uid),
          gte(auditEntries.at, new Date(now.getTime() - exportMs)),
          sql`${auditEntries.after} = ${JSON.stringify(after)}::jsonb`,
        ),
      );
    if (begun) return begun.id;
  }
  const target = { kind, id: "*" } as const;
  const id = await recordAudit(db, { actor: actorOf(admin), action, target, before: null, after, now });
  return id!;
}

/** Decodes the cursor of a part: the export's entry in the log, and the position in the list. */
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
