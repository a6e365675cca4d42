import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/**
 * The movies on a user's list. No foreign key to the movie: an entry outlives its movie as "no longer available", under
 * the title at the time it was added. So a withdrawn movie reveals nothing that was not public before.
 */
export const favourites = pgTable(
  "favourite",
  {
    /** A viewer: a uid, or the id of a further profile. Triggers require it and remove the row with it. */
    uid: text("uid").notNull(),
    movieId: text("movie_id").notNull(),
    /** In the language of the user who added it. */
    title: text("title").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.movieId] }),
    // Who is told of a movie, in the order of `uid`.
    index("favourite_movie").on(t.movieId, t.uid),
    // Nulls first, as in ORDER BY … DESC: that query can't use an index with nulls last.
    index("favourite_latest").on(t.uid, t.createdAt.desc().nullsFirst(), t.movieId.desc().nullsFirst()),
  ],
);
