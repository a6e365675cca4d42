import { and, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Undoable } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { auditEntries } from "../../../db/schema.ts";
import type { User } from "../../kernel/user.ts";

const shownMs = 24 * 3_600_000;
const most = 20;

/** Where an action's undo data (`audit_entry.undo`) has its rows, and the id in each. */
type Rows = {
  list: "titles" | "people";
  id: "id" | "uid";
  /** The kind of action that sets one field, which is called the same in the action and in each row. */
  field?: "access";
};

/**
 * Actions of the last day that have an undo, latest first, at most twenty: the admin's own, or with `subject` those that
 * changed this row, by any admin.
 */
export async function listUndoable(
  db: Db,
  {
    actions,
    rows: { list, id, field },
    subject,
    admin,
    now,
  }: {
    actions: string[];
    rows: Rows;
    /** Its present revision tells whether it was changed since. */
    subject?: { id: string; revision: number } | undefined;
    admin: User;
    now: Date;
  },
): Promise<Undoable[]> {
  const { undo } = auditEntries;
  const revision = sql<
    number | null
  >`(select (one->>'revision')::int from jsonb_array_elements(${undo}->${list}::text) one
    where one->>${id}::text = ${subject?.id ?? ""})`;
  const change = sql<Undoable["change"]>`case when ${undo}->>'kind' = ${field ?? ""} then json_build_object(
    'to', ${auditEntries.after}->'action'->>${field ?? ""}::text,
    'from', (select coalesce(json_agg(distinct one->>${field ?? ""}::text), '[]')
      from jsonb_array_elements(${undo}->${list}::text) one
      where one->>${field ?? ""}::text is not null
        and (${subject === undefined}::boolean or one->>${id}::text = ${subject?.id ?? ""}))) end`;
  const found = await db
    .select({
      entry: auditEntries.id,
      at: auditEntries.at,
      by: auditEntries.actorName,
      undoneAt: auditEntries.undoneAt,
      kind: sql<string>`${undo}->>'kind'`,
      name: sql<null>`null`,
      number: sql<number>`jsonb_array_length(${undo}->${list}::text)::int`,
      change,
      revision,
    })
    .from(auditEntries)
    .where(
      and(
        inArray(auditEntries.action, actions),
        gt(auditEntries.at, new Date(now.getTime() - shownMs)),
        isNotNull(undo),
        subject
          ? sql`${undo} @> ${JSON.stringify({ [list]: [{ [id]: subject.id }] })}::jsonb`
          : eq(auditEntries.actorUid, admin.uid),
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(most);
  return found.map(({ undoneAt, at, revision: then, ...shown }) => {
    const changed = subject !== undefined && then !== subject.revision;
    return { ...shown, at: at.toISOString(), state: undoneAt ? "done" : changed ? "changed" : "possible" };
  });
}
