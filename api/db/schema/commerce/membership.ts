import { bigint, bigserial, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";

/**
 * The ledger of memberships: rows are added and never changed. `user_account.vip_until`, `vip2_until` and `vip3_until`
 * are the fold of a user's rows in the order of `seq`, and are written with them. Everything that gives or takes VIP time writes here: admins, payments,
 * codes.
 */
export const membershipEvents = pgTable(
  "membership_event",
  {
    id: uuid("id").primaryKey(),
    /** The order in which the rows are folded. */
    seq: bigserial("seq", { mode: "number" }).notNull(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    at: time("at").notNull(),
    kind: text("kind", {
      enum: ["grant", "extend", "shorten", "revoke", "grace", "pause", "resume"],
    }).notNull(),
    /** Tier of the time that it gives or takes; `revoke`, `pause` and `resume` are for all tiers. */
    tier: integer("tier").notNull().default(1),
    /** For `extend` and `shorten`: by how many seconds. */
    seconds: bigint("seconds", { mode: "number" }),
    /** For `grant` and `grace`: the earliest end. */
    until: time("until"),
    source: text("source", {
      enum: ["admin", "opening", "order", "voucher", "trial", "merge", "refund", "dispute", "grace"],
    }).notNull(),
    /** Identifies the event within its source: the form, the order or the code. A repeated event counts once. */
    sourceId: text("source_id").notNull(),
    /** The admin. */
    grantedBy: text("granted_by"),
    /** The admin's name at that time. */
    grantedName: text("granted_name"),
    reason: text("reason"),
    /** VIP end after this event: the result that the fold must give. */
    result: time("result"),
  },
  (t) => [
    index("membership_event_person").on(t.uid, t.seq),
    index("membership_event_at").on(t.at),
    index("membership_event_result").on(t.result),
    uniqueIndex("membership_event_source").on(t.source, t.sourceId),
  ],
);
