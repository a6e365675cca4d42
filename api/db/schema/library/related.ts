import { doublePrecision, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { movies } from "../catalogue/catalogue.ts";

/**
 * For each movie those that its viewers like as well, or that are like it. It names no user. Written by a nightly task,
 * see api/domain/library/recommend/relate-movies.ts. The other movie may be gone: readers join it.
 */
export const relatedMovies = pgTable(
  "related_movie",
  {
    movieId: text("movie_id")
      .notNull()
      .references(() => movies.id, { onDelete: "cascade" }),
    otherId: text("other_id").notNull(),
    /** Above 0, at most 1. */
    score: doublePrecision("score").notNull(),
  },
  (t) => [primaryKey({ columns: [t.movieId, t.otherId] })],
);
