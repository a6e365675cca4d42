import { and, desc, eq, sql } from "drizzle-orm";
import type { Conflict } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import type { Audited } from "./record-audit.ts";

/**
 * Author and time of the last change, from the audit log: shown to an editor whose save comes too late.
 * @param fields changes of these come first
 */
export async function lastChange(
  db: Db,
  { kind, id }: Audited["target"],
  fields: { field: string }[] = [],
): Promise<Pick<Conflict, "by" | "at">> {
  const [last] = await db
    .select({ by: auditEntries.actorName, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.targetKind, kind), eq(auditEntries.targetId, id)))
    .orderBy(
      sql`coalesce(jsonb_exists_any(${auditEntries.after}, ${sql.param(namesIn(fields))}::text[]), false) desc`,
      desc(auditEntries.at),
      desc(auditEntries.id),
    )
    .limit(1);
  return { by: last?.by ?? null, at: last?.at.toISOString() ?? null };
}

/** The log has some fields whole whose parts are saved by themselves, such as a plan's texts. */
function namesIn(fields: { field: string }[]): string[] {
  return fields.flatMap(({ field }) => [field, field.split(".")[0]!, field.split(".").slice(1).join(".")]);
}
