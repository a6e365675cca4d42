import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { movieKinds } from "../../../../contract/catalogue/values.ts";
import { time } from "../columns.ts";
import { movies } from "../catalogue/catalogue.ts";

/** The entry of TMDB that a movie was last filled from. */
export const movieTmdb = pgTable("movie_tmdb", {
  movieId: text("movie_id")
    .primaryKey()
    .references(() => movies.id, { onDelete: "cascade" }),
  tmdbId: integer("tmdb_id").notNull(),
  kind: text("kind", { enum: movieKinds }).notNull(),
  /** Whose episodes were compared. */
  season: integer("season"),
  filledAt: time("filled_at").notNull(),
  /** Digests of the values that were filled in, by field: a field with another value was changed by an admin since. */
  filled: jsonb("filled").$type<Record<string, string>>().notNull(),
});
