import { date, doublePrecision, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/**
 * What a user has watched of a movie on a UTC day, for as long as that day's audience is counted: two days. Written
 * with the progress, so never while the user has paused the history. See docs/decisions/081.
 */
export const movieViewers = pgTable(
  "movie_viewer",
  {
    day: date("day", { mode: "string" }).notNull(),
    /** A viewer: a uid, or the id of a further profile. Triggers require it and remove the row with it. */
    uid: text("uid").notNull(),
    movieId: text("movie_id").notNull(),
    /** 0 to 1: half an hour, or a whole shorter episode, is 1. */
    share: doublePrecision("share").notNull(),
  },
  // By day first: a day is counted as a whole, and removed as a whole.
  (t) => [primaryKey({ columns: [t.day, t.uid, t.movieId] }), index("movie_viewer_user").on(t.uid)],
);

/**
 * A movie's audience on a UTC day, in whole viewers. It names no user. No foreign key: a removed movie's rows go with
 * their day.
 */
export const movieAudiences = pgTable(
  "movie_audience",
  {
    day: date("day", { mode: "string" }).notNull(),
    movieId: text("movie_id").notNull(),
    viewers: doublePrecision("viewers").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.movieId] })],
);
