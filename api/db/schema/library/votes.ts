import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { movies } from "../catalogue/catalogue.ts";
import { time } from "../columns.ts";

/** A user's thumb up or down for a movie. `movie.likes` and `movie.dislikes` sum them: docs/decisions/083. */
export const votes = pgTable(
  "vote",
  {
    /** A viewer: a uid, or the id of a further profile. Triggers require it and remove the row with it. */
    uid: text("uid").notNull(),
    movieId: text("movie_id")
      .notNull()
      .references(() => movies.id, { onDelete: "cascade" }),
    /** Up; false = down. */
    liked: boolean("liked").notNull(),
    at: time("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.uid, t.movieId] }), index("vote_movie").on(t.movieId)],
);
