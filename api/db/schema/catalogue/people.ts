import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { creditRoles } from "../../../../contract/catalogue/values.ts";
import { tsvector } from "../columns.ts";
import { movies } from "./catalogue.ts";

/**
 * The people whom the credits of movies name: one for each name, as the search folds it. Triggers keep this table and
 * the next one in step with `movie.credits`, see 0010_people.sql.
 */
export const people = pgTable(
  "person",
  {
    /** `person_id()` of the name: it stays the same for as long as the name is in use, and comes back with it. */
    id: text("id").primaryKey(),
    /** As it was written last. */
    name: text("name").notNull(),
    /** The words of the folded name, with a space between them. */
    folded: text("folded").notNull(),
    /** Search terms of the name: words, grams, the first word marked `^`, the whole name marked `=`. */
    searchWords: tsvector("search_words").notNull(),
  },
  (t) => [index("person_search_words").using("gin", t.searchWords)],
);

/** The credits of a movie that name a person; a person may have several. */
export const moviePeople = pgTable(
  "movie_person",
  {
    movieId: text("movie_id")
      .notNull()
      .references(() => movies.id, { onDelete: "cascade" }),
    /** Position among the movie's credits, from 0. */
    place: integer("place").notNull(),
    personId: text("person_id")
      .notNull()
      .references(() => people.id),
    role: text("role", { enum: creditRoles }).notNull(),
    /** The character they play. */
    part: text("part"),
  },
  (t) => [
    primaryKey({ columns: [t.movieId, t.place] }),
    index("movie_person_person").on(t.personId, t.movieId, t.role),
  ],
);
