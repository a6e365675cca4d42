import { bigint, bigserial, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";

/**
 * The ledger of memberships: rows are added and never changed. `user_account.vip_until` is the fold of a person's rows in
 * the order of `seq`, and is written with them. Whatever gives or takes VIP time writes here: admins, payments, codes.
 */
export const membershipEvents = pgTable(
  "membership_event",
  {
    id: uuid("id").primaryKey(),
    /** The order they count in. */
    seq: bigserial("seq", { mode: "number" }).notNull(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    at: time("at").notNull(),
    kind: text("kind", {
      enum: ["grant", "extend", "shorten", "revoke", "grace", "pause", "resume"],
    }).notNull(),
    /** Of `extend` and `shorten`: how much longer, or shorter. */
    seconds: bigint("seconds", { mode: "number" }),
    /** Of `grant` and `grace`: at least until then. */
    until: time("until"),
    source: text("source", {
      enum: ["admin", "opening", "order", "voucher", "trial", "merge", "refund", "dispute", "grace"],
    }).notNull(),
    /** What of that source: the form, the order, the code. Told twice, it counts once. */
    sourceId: text("source_id").notNull(),
    /** The admin. */
    grantedBy: text("granted_by"),
    /** Their name of then. */
    grantedName: text("granted_name"),
    reason: text("reason"),
    /** VIP until after this event: what the fold must give. */
    result: time("result"),
  },
  (t) => [
    index("membership_event_person").on(t.uid, t.seq),
    index("membership_event_at").on(t.at),
    index("membership_event_result").on(t.result),
    uniqueIndex("membership_event_source").on(t.source, t.sourceId),
  ],
);
