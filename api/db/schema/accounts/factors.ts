import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";
import { users } from "./accounts.ts";

/** The authenticator app of an account. A row is there once its first code was right. */
export const secondFactors = pgTable("second_factor", {
  uid: text("uid")
    .primaryKey()
    .references(() => users.uid, { onDelete: "cascade" }),
  /** The secret, encrypted: AES-256-GCM under a key derived from the service's secret. */
  sealed: text("sealed").notNull(),
  /** The latest step of 30 s, since 1970, whose code was used: neither it nor an earlier one counts again. */
  lastStep: integer("last_step").notNull(),
  createdAt: time("created_at").notNull(),
  /** Wrong codes move it ahead, and too far ahead no code is looked at. Null = none yet. */
  guessedUntil: time("guessed_until"),
});

/** Unused recovery codes. */
export const recoveryCodes = pgTable(
  "recovery_code",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** SHA-256 of the code, hex. */
    digest: text("digest").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.digest] })],
);

/** Sign-ins whose password was right and whose second factor is not there yet. */
export const pendingSignIns = pgTable(
  "pending_sign_in",
  {
    /** SHA-256 of the ticket, hex. */
    ticketHash: text("ticket_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** When the password was proven. */
    provenAt: time("proven_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    guesses: integer("guesses").notNull().default(0),
  },
  (t) => [index("pending_sign_in_uid").on(t.uid), index("pending_sign_in_expires").on(t.expiresAt)],
);
