import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";
import { users } from "./accounts.ts";
import { profiles } from "./profiles.ts";

/** Sessions of this service. The token itself is never stored. */
export const sessions = pgTable(
  "user_session",
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().defaultNow(),
    lastSeenAt: time("last_seen_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
    /** When its user last proved who they are: by the sign-in, or by `session/confirm`. Null = before that was kept. */
    confirmedAt: time("confirmed_at"),
    userAgent: text("user_agent").notNull().default(""),
    /** The profile that is open; null = none was chosen. A deleted one ends its sessions: another may be protected. */
    profileId: text("profile_id").references(() => profiles.id, { onDelete: "cascade" }),
  },
  (t) => [
    index("user_session_uid").on(t.uid),
    index("user_session_expiry").on(t.expiresAt),
    index("user_session_profile")
      .on(t.profileId)
      .where(sql`profile_id is not null`),
  ],
);
