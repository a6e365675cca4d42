import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { assets } from "./media.ts";
import { time, tsvector } from "./columns.ts";

export const movies = pgTable(
  "movie",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["film", "series"] }).notNull(),
    access: text("access", { enum: ["free", "vip"] }).notNull(),
    status: text("status", { enum: ["draft", "published"] }).notNull(),
    year: integer("year").notNull(),
    /** Minimum age in years. */
    rating: integer("rating").notNull(),
    originalLanguage: text("original_language").notNull(),
    /** `#rrggbb`. */
    colour: text("colour").notNull(),
    /** Changes when the pictures do. */
    artworkVersion: text("artwork_version").notNull(),
    /** Genre ids, in the order shown. */
    genres: text("genres").array().notNull(),
    /** Place in the hero, from 1; null = not in it. */
    hero: integer("hero"),
    popularity: integer("popularity").notNull().default(0),
    publishedAt: time("published_at").notNull(),
    /** Every locale's title, folded by `fold()`. This and what follows is kept by a trigger, see 0003_find.sql. */
    searchTitle: text("search_title").notNull().default(""),
    /** What the titles can be found by: words, grams, the first word marked `^`, the whole marked `=`. */
    searchTitleWords: tsvector("search_title_words").notNull().default(""),
    /** The same, with the words of the descriptions. */
    searchWords: tsvector("search_words").notNull().default(""),
  },
  (t) => [
    // Nulls first, as ORDER BY … DESC has them: an index with them last is of no use to it. 0003_find.sql also includes
    // the columns a list is filtered by, which Drizzle has no word for.
    index("movie_new")
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index("movie_popular")
      .on(t.popularity.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index("movie_year").on(t.year),
    index("movie_search_title_words").using("gin", t.searchTitleWords),
    index("movie_search_words").using("gin", t.searchWords),
    index("movie_genres").using("gin", t.genres),
  ],
);

/** What ends the spellings of a title that still waits for its readings: no letter, so nobody finds anything by it. */
export const unread = "|?";

/** Languages whose titles are also found by a Latin spelling; as SQL, for the index and the query that must agree. */
export const romanisedLocales = "'ja', 'zh', 'zh-hans', 'zh-hant'";

export const movieTexts = pgTable(
  "movie_text",
  {
    movieId: text("movie_id")
      .notNull()
      .references(() => movies.id, { onDelete: "cascade" }),
    locale: text("locale").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    /**
     * The title in Latin letters, for who types it so: each way to spell it, with `|` between. Null = not worked out yet,
     * or not of `romanisedLocales`; `unread` at its end = by what needs no dictionary, so far.
     */
    romanised: text("romanised"),
  },
  (t) => [
    primaryKey({ columns: [t.movieId, t.locale] }),
    index("movie_text_waiting")
      .on(t.movieId)
      .where(
        sql`(romanised is null or right(romanised, 2) = '${sql.raw(unread)}') and locale in (${sql.raw(romanisedLocales)})`,
      ),
  ],
);

/** Every word of every title, once: what a misspelt word is held against. */
export const searchWordList = pgTable("search_word", { word: text("word").primaryKey() }, (t) => [
  index("search_word_like").using("gin", t.word.op("gin_trgm_ops")),
]);

export const genreNames = pgTable(
  "genre_name",
  { genre: text("genre").notNull(), locale: text("locale").notNull(), name: text("name").notNull() },
  (t) => [primaryKey({ columns: [t.genre, t.locale] })],
);

/** Where a part of an episode begins, in seconds, and its title by language. */
export type EpisodeChapter = { startS: number; titles: Record<string, string> };

export const episodes = pgTable(
  "episode",
  {
    movieId: text("movie_id")
      .notNull()
      .references(() => movies.id, { onDelete: "cascade" }),
    /** From 1. */
    index: integer("index").notNull(),
    texts: jsonb("texts").$type<Record<string, { title: string; description?: string }>>().notNull(),
    assetId: text("asset_id").references(() => assets.id),
    /** Seconds; both or neither. */
    introFromS: doublePrecision("intro_from_s"),
    introToS: doublePrecision("intro_to_s"),
    creditsFromS: doublePrecision("credits_from_s"),
    /** By time. */
    chapters: jsonb("chapters").$type<EpisodeChapter[]>().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.movieId, t.index] })],
);
