import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/**
 * Tables of the analysis: sums by UTC day. Only api/domain/analysis/roll-up.ts writes them, from events. See
 * docs/decisions/026.
 */

/** One day of the whole service. */
export const analysisDays = pgTable("analysis_day", {
  day: date("day", { mode: "string" }).primaryKey(),
  /** Playback sittings that the player or the delivery reported; plays are sittings that lasted more than a moment. */
  sittings: integer("sittings").notNull(),
  plays: integer("plays").notNull(),
  watchedS: bigint("watched_s", { mode: "number" }).notNull(),
  /** Sittings whose player reported quality, and the time watched in them. */
  measured: integer("measured").notNull(),
  measuredS: bigint("measured_s", { mode: "number" }).notNull(),
  /** Start times as a histogram: see api/domain/analysis/start-times.ts. */
  starts: integer("starts").array().notNull(),
  /** Sittings that stalled at least once; number of stalls in all sittings, and their total time. */
  stalled: integer("stalled").notNull(),
  stalls: integer("stalls").notNull(),
  stalledMs: bigint("stalled_ms", { mode: "number" }).notNull(),
  /** Sittings with an error and without any picture. */
  failed: integer("failed").notNull(),
  errors: jsonb("errors").$type<Record<string, number>>().notNull(),
  /** Different users on the day, in the seven days that end with it, and in the twenty-eight. */
  active: integer("active").notNull(),
  active7: integer("active_7").notNull(),
  active28: integer("active_28").notNull(),
  signUps: integer("sign_ups").notNull(),
  /** Users first seen on the day, and how many of them have become members and VIPs until now. */
  came: integer("came").notNull(),
  joined: integer("joined").notNull(),
  vip: integer("vip").notNull(),
  rolledAt: time("rolled_at").notNull(),
});

/** A day by language or device (`count` = plays), or by source (`count` = visits; '' = all rarer sources together). */
export const analysisSplits = pgTable(
  "analysis_split",
  {
    kind: text("kind", { enum: ["language", "device", "source"] }).notNull(),
    day: date("day", { mode: "string" }).notNull(),
    value: text("value").notNull(),
    count: integer("count").notNull(),
    watchedS: bigint("watched_s", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.value] })],
);

/** A movie's sums of a day or of a month (`day` is its first day). No foreign key: removed movies stay counted. */
export const analysisMovies = pgTable(
  "analysis_movie",
  {
    grain: text("grain", { enum: ["day", "month"] }).notNull(),
    day: date("day", { mode: "string" }).notNull(),
    movieId: text("movie_id").notNull(),
    plays: integer("plays").notNull(),
    watchedS: bigint("watched_s", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.grain, t.day, t.movieId] }),
    index("analysis_movie_by_id").on(t.movieId, t.grain, t.day),
  ],
);

/** For each fortieth of an episode: how many plays of a day have shown it. */
export const analysisRetention = pgTable(
  "analysis_retention",
  {
    movieId: text("movie_id").notNull(),
    index: integer("index").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    plays: integer("plays").notNull(),
    seen: integer("seen").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.movieId, t.index, t.day] }), index("analysis_retention_day").on(t.day)],
);

/** Days that received late events and have to be summed again. */
export const analysisLate = pgTable("analysis_late", {
  day: date("day", { mode: "string" }).primaryKey(),
});

/** Two rows: `roll-up`, the time of the last whole run, and `days`, the time up to which events are in the sums. */
export const analysisState = pgTable("analysis_state", {
  id: text("id").primaryKey(),
  until: time("until").notNull(),
});

/**
 * Users who were active on a day: 63 bits of a digest of the uid, which counts users without naming them. Kept for two
 * months, because the different users of a month can't be computed from sums of days.
 */
export const activeDays = pgTable(
  "active_day",
  {
    day: date("day", { mode: "string" }).notNull(),
    person: bigint("person", { mode: "bigint" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.person] })],
);
