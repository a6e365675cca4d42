import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";
import { users } from "./accounts.ts";

/**
 * The profiles of accounts that have more than one. `id` is the key of what is kept of its viewer, in place of the uid:
 * list, history, votes, follows, licences. The account's own profile has the uid for its id, so that nothing moves when
 * further ones are added.
 */
export const profiles = pgTable(
  "profile",
  {
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** Null = the account's, for its own profile. */
    name: text("name"),
    /** Number of its picture. */
    look: integer("look").notNull(),
    /** The language it opens in; null = the one that the browser has. */
    locale: text("locale"),
    /** Minimum age of the titles it shows at most: it is a kids profile. Null = no limit. */
    ageLimit: integer("age_limit"),
    /** A kids profile shows titles without an age rating as well. */
    unrated: boolean("unrated").notNull().default(false),
    /** argon2id in PHC string format; null = it opens without a PIN. */
    pinHash: text("pin_hash"),
    /** Wrong PINs of any profile move it ahead in the account's own one, and too far ahead none is looked at. */
    guessedUntil: time("guessed_until"),
    /** As in `user_account`, which has them for the account's own profile. */
    recording: boolean("recording").notNull().default(true),
    recommending: boolean("recommending").notNull().default(true),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("profile_uid").on(t.uid)],
);
