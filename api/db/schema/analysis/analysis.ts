import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/**
 * What the analysis reads: sums by UTC day, made from events by api/domain/analysis/roll-up.ts and by nothing else. See
 * docs/decisions/026.
 */

/** A day of the service as a whole. */
export const analysisDays = pgTable("analysis_day", {
  day: date("day", { mode: "string" }).primaryKey(),
  /** Sittings the player, or the delivery, has told of; plays are those that were watched for a moment. */
  sittings: integer("sittings").notNull(),
  plays: integer("plays").notNull(),
  watchedS: bigint("watched_s", { mode: "number" }).notNull(),
  /** Sittings whose player says how well it went, and what was watched in them. */
  measured: integer("measured").notNull(),
  measuredS: bigint("measured_s", { mode: "number" }).notNull(),
  /** Start times as a histogram: see api/domain/analysis/start-times.ts. */
  starts: integer("starts").array().notNull(),
  /** Sittings that stalled at least once; how often all stalled, and for how long. */
  stalled: integer("stalled").notNull(),
  stalls: integer("stalls").notNull(),
  stalledMs: bigint("stalled_ms", { mode: "number" }).notNull(),
  /** Sittings without any picture in which something failed. */
  failed: integer("failed").notNull(),
  errors: jsonb("errors").$type<Record<string, number>>().notNull(),
  /** Different people on the day, in the seven days that end with it, and in the twenty-eight. */
  active: integer("active").notNull(),
  active7: integer("active_7").notNull(),
  active28: integer("active_28").notNull(),
  signUps: integer("sign_ups").notNull(),
  /** Who was first seen on the day, and how many of them have become members and VIPs, until now. */
  came: integer("came").notNull(),
  joined: integer("joined").notNull(),
  vip: integer("vip").notNull(),
  rolledAt: time("rolled_at").notNull(),
});

/** A day by language or device (`count` = plays), or by source (`count` = visits; '' = all the rarer ones). */
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

/** A title's day, and the sum of its days in a month (`day` is its first). No foreign key: what is gone stays counted. */
export const analysisTitles = pgTable(
  "analysis_title",
  {
    grain: text("grain", { enum: ["day", "month"] }).notNull(),
    day: date("day", { mode: "string" }).notNull(),
    movieId: text("movie_id").notNull(),
    plays: integer("plays").notNull(),
    watchedS: bigint("watched_s", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.grain, t.day, t.movieId] }),
    index("analysis_title_movie").on(t.movieId, t.grain, t.day),
  ],
);

/** How many of an episode's plays on a day have shown each fortieth of it. */
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

/** Days that events came late for: they are summed up again. */
export const analysisLate = pgTable("analysis_late", {
  day: date("day", { mode: "string" }).primaryKey(),
});

/** One row: up to when events are in the sums. */
export const analysisState = pgTable("analysis_state", {
  id: text("id").primaryKey(),
  until: time("until").notNull(),
});

/**
 * Who was there on a day: 63 bits of a digest of the uid, which counts people and names none. Kept for two months, since
 * a month's different people can't be had from sums of days.
 */
export const activeDays = pgTable(
  "active_day",
  {
    day: date("day", { mode: "string" }).notNull(),
    person: bigint("person", { mode: "bigint" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.person] })],
);
