import {
  boolean,
  doublePrecision,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { users } from "./account.ts";
import { episodes } from "./catalogue.ts";
import { time } from "./columns.ts";

export const progress = pgTable(
  "progress",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    movieId: text("movie_id").notNull(),
    index: integer("index").notNull(),
    positionS: doublePrecision("position_s").notNull(),
    durationS: doublePrecision("duration_s").notNull(),
    finished: boolean("finished").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.movieId, t.index] }),
    foreignKey({
      columns: [t.movieId, t.index],
      foreignColumns: [episodes.movieId, episodes.index],
    }).onDelete("cascade"),
    // No index by time: a person's history is read whole by the key, for the latest episode of each title, and one that
    // changes with every saved place would be written every five seconds for everybody who watches.
  ],
);
