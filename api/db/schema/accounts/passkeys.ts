import { bigint, boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";
import { users } from "./accounts.ts";
import { pendingSignIns } from "./factors.ts";

/** Passkeys of accounts: public keys, which open nothing by themselves. */
export const passkeys = pgTable(
  "passkey",
  {
    /** The credential's id, base64url: chosen by the authenticator. */
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** COSE, base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's count of uses at the last one; those that are synced between devices stay at 0. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** How browsers reach it, such as `internal` or `usb`. */
    transports: jsonb("transports").$type<string[]>().notNull(),
    /** Whether a copy of it is kept by its provider. */
    backedUp: boolean("backed_up").notNull(),
    createdAt: time("created_at").notNull(),
    usedAt: time("used_at"),
  },
  (t) => [index("passkey_uid").on(t.uid)],
);

/** What an authenticator is asked to sign, once. */
export const passkeyChallenges = pgTable(
  "passkey_challenge",
  {
    /** SHA-256 of the challenge, hex. */
    challengeHash: text("challenge_hash").primaryKey(),
    purpose: text("purpose").$type<"add" | "sign-in" | "factor" | "confirm">().notNull(),
    /** Whose session asked for it, to add a passkey or to confirm. */
    uid: text("uid").references(() => users.uid, { onDelete: "cascade" }),
    /** The sign-in that waits for it. */
    ticketHash: text("ticket_hash").references(() => pendingSignIns.ticketHash, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    index("passkey_challenge_uid").on(t.uid),
    index("passkey_challenge_ticket").on(t.ticketHash),
    index("passkey_challenge_expires").on(t.expiresAt),
  ],
);
