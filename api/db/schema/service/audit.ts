import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Actions of admins. A row is written in the transaction of the action. Only the mark of an undo changes it later. */
export const auditEntries = pgTable(
  "audit_entry",
  {
    id: uuid("id").primaryKey(),
    at: time("at").notNull(),
    /** Null once the account is deleted, and for a command on the server. */
    actorUid: text("actor_uid"),
    /** The name at that time; it outlives the account. */
    actorName: text("actor_name"),
    /** The API key's name at that time, where software acted for the admin. */
    actorKey: text("actor_key"),
    /** Name of the call, or `console`. */
    action: text("action").notNull(),
    targetKind: text("target_kind").notNull(),
    targetId: text("target_id").notNull(),
    /**
     * The fields that changed. Null = the object did not exist before, or does not exist after. Never contains a
     * secret.
     */
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
    reason: text("reason"),
    /** Data for an undo; null = it can't be undone. */
    undo: jsonb("undo").$type<unknown>(),
    undoneAt: time("undone_at"),
    /** Of one thing that a bulk action changed: the entry of the whole action. */
    partOf: uuid("part_of"),
  },
  (t) => [
    index("audit_entry_latest").on(t.at, t.id),
    index("audit_entry_target").on(t.targetKind, t.targetId, t.at, t.id),
    index("audit_entry_actor").on(t.actorUid, t.at, t.id),
    index("audit_entry_part")
      .on(t.partOf, t.targetId)
      .where(sql`part_of is not null`),
    index("audit_entry_action").on(sql`${t.action} text_pattern_ops`, t.at, t.id),
  ],
);
