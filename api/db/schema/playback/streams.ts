import { foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../accounts/accounts.ts";
import { episodes } from "../catalogue/episodes.ts";
import { time } from "../columns.ts";

/**
 * The players that an account's VIP episodes are playing in, each a lease that its player renews. Of a player that is
 * gone without a word the row ends by itself.
 */
export const streams = pgTable(
  "stream",
  {
    /** Names it to the account's own devices. */
    id: uuid("id").primaryKey().defaultRandom(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** Hash of the session's token; empty for a player outside a browser, which sends none. */
    session: text("session").notNull(),
    /** Random name that a player gives itself; `plain` and `receiver` for those without scripts. */
    player: text("player").notNull(),
    movieId: text("movie_id").notNull(),
    index: integer("index").notNull(),
    startedAt: time("started_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    /** Another device of the account has stopped it. The row stays until then, so that its player is told. */
    stoppedAt: time("stopped_at"),
  },
  (t) => [
    uniqueIndex("stream_player").on(t.uid, t.session, t.player),
    foreignKey({ columns: [t.movieId, t.index], foreignColumns: [episodes.movieId, episodes.index] })
      .onDelete("cascade")
      .onUpdate("cascade"),
    index("stream_episode").on(t.movieId, t.index),
    index("stream_expiry").on(t.expiresAt),
  ],
);
