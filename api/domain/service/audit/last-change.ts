import { and, desc, eq } from "drizzle-orm";
import type { Conflict } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import type { Audited } from "./record-audit.ts";

/** Author and time of the last change, from the audit log: shown to an editor whose save comes too late. */
export async function lastChange(
  db: Db,
  { kind, id }: Audited["target"],
): Promise<Pick<Conflict, "by" | "at">> {
  const [last] = await db
    .select({ by: auditEntries.actorName, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.targetKind, kind), eq(auditEntries.targetId, id)))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(1);
  return { by: last?.by ?? null, at: last?.at.toISOString() ?? null };
}
