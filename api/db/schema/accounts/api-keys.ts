import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Permission } from "../../../../contract/accounts/permissions.ts";
import { time } from "../columns.ts";
import { users } from "./accounts.ts";

/** Keys by which the software of an owner makes the calls of admins. The key itself is never stored. */
export const apiKeys = pgTable(
  "api_key",
  {
    id: uuid("id").primaryKey(),
    /** SHA-256 of the key, hex. */
    keyHash: text("key_hash").notNull(),
    /** The first letters of the key, by which it is recognised. */
    hint: text("hint").notNull(),
    name: text("name").notNull(),
    permissions: text("permissions").array().$type<Permission[]>().notNull(),
    /** The owner who made it: it works for as long as they are one. */
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
    /** Null = it does not expire. */
    expiresAt: time("expires_at"),
    /** Accurate to the minute. */
    lastUsedAt: time("last_used_at"),
    revokedAt: time("revoked_at"),
  },
  (t) => [
    uniqueIndex("api_key_hash").on(t.keyHash),
    index("api_key_uid").on(t.uid),
    index("api_key_created").on(t.createdAt, t.id),
  ],
);
