import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";

/**
 * What a person keeps on the list. No foreign key to the movie: an entry outlives its title as "no longer available",
 * under the name it had when it was added, so nothing of a withdrawn title is shown that was not public before.
 */
export const favourites = pgTable(
  "favourite",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    movieId: text("movie_id").notNull(),
    /** In the language of whoever added it. */
    title: text("title").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.movieId] }),
    // Nulls first, as ORDER BY … DESC has them: an index with them last is of no use to it.
    index("favourite_latest").on(t.uid, t.createdAt.desc().nullsFirst(), t.movieId.desc().nullsFirst()),
  ],
);
