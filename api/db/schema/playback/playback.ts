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
import { episodes } from "../catalogue/episodes.ts";
import { time } from "../columns.ts";

export const progress = pgTable(
  "progress",
  {
    /** A viewer: a uid, or the id of a further profile. Triggers require it and remove the row with it. */
    uid: text("uid").notNull(),
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
      // Moving an episode also moves the progress of its viewers.
      .onUpdate("cascade"),
    // No index by time. A user's history is read whole by the key, for the latest episode of each movie, and an index
    // that changes with every saved position would be written every five seconds for every viewer.
  ],
);

/**
 * How well an episode played: one row per sitting, reported by the player. It names no viewer: no user, no address, no
 * session. No foreign key: withdrawn movies stay counted.
 */
export const playbackQuality = pgTable(
  "playback_quality",
  {
    /** The player's own random id of the sitting (one playback of one episode). */
    sitting: text("sitting").primaryKey(),
    movieId: text("movie_id").notNull(),
    index: integer("index").notNull(),
    /**
     * Number of the report within its sitting. A later report replaces an earlier one; a delayed earlier one does not
     * replace a later one.
     */
    report: integer("report").notNull(),
    /** From the request to play to the first picture; null = no picture was shown. */
    startMs: integer("start_ms"),
    stalls: integer("stalls").notNull(),
    stalledMs: integer("stalled_ms").notNull(),
    watchedS: doublePrecision("watched_s").notNull(),
    /** Number of errors of each kind. */
    errors: jsonb("errors").$type<Record<string, number>>().notNull(),
    /** Mean bitrate of what was shown, in bits per second; null = unknown. */
    bitrate: integer("bitrate"),
    switches: integer("switches").notNull(),
    player: text("player").notNull(),
    device: text("device").notNull(),
    /** Coarse device class from the User-Agent: see api/domain/accounts/identity/device-class.ts. */
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
