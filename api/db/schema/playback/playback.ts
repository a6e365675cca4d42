import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/accounts.ts";
import { episodes } from "../catalogue/catalogue.ts";
import { time } from "../columns.ts";

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
    })
      .onDelete("cascade")
      // An episode that is moved takes along who watched it.
      .onUpdate("cascade"),
    // No index by time: a person's history is read whole by the key, for the latest episode of each title, and one that
    // changes with every saved place would be written every five seconds for everybody who watches.
  ],
);

/**
 * How well a film played, one row a sitting, told by the player. It says nothing of who watched: no person, no address,
 * no session. No foreign key: what is withdrawn stays counted.
 */
export const playbackQuality = pgTable(
  "playback_quality",
  {
    /** The player's own random id of the sitting. */
    sitting: text("sitting").primaryKey(),
    movieId: text("movie_id").notNull(),
    index: integer("index").notNull(),
    /** Number of the report within its sitting: a later one replaces, an earlier one that was held up does not. */
    report: integer("report").notNull(),
    /** From the wish to play to the first picture; null = none was seen. */
    startMs: integer("start_ms"),
    stalls: integer("stalls").notNull(),
    stalledMs: integer("stalled_ms").notNull(),
    watchedS: doublePrecision("watched_s").notNull(),
    /** How often each kind of failure came up. */
    errors: jsonb("errors").$type<Record<string, number>>().notNull(),
    /** Mean of what was shown, in bits per second; null = unknown. */
    bitrate: integer("bitrate"),
    switches: integer("switches").notNull(),
    player: text("player").notNull(),
    device: text("device").notNull(),
    /** Coarse, of the User-Agent: see api/domain/accounts/identity/device-class.ts. */
    deviceClass: text("device_class").notNull().default("unknown"),
    /** Which fortieths of the episode were shown: bit 0 is the first. */
    seen: bigint("seen", { mode: "number" }).notNull().default(0),
    connection: text("connection").notNull(),
    locale: text("locale").notNull(),
    startedAt: time("started_at").notNull(),
    reportedAt: time("reported_at").notNull(),
  },
  (t) => [index("playback_quality_time").on(t.startedAt)],
);
