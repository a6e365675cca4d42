import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accessLevels } from "../../../../contract/catalogue/access-levels.ts";
import { assets } from "../playback/media.ts";
import { time, tsvector } from "../columns.ts";

/** Somebody who made a title; `part` is whom they play. */
export type MovieCredit = {
  role: "director" | "writer" | "cast" | "music" | "camera";
  name: string;
  part?: string | undefined;
};

export const movies = pgTable(
  "movie",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["film", "series"] }).notNull(),
    access: text("access", { enum: accessLevels }).notNull(),
    /** Seconds of its beginning for those who may not watch the whole; 0 = none. */
    previewS: integer("preview_s").notNull().default(0),
    /** `deleted` = to be removed for good in a day, unless that is undone. `published` counts from `publishedAt` to `hideAt`. */
    status: text("status", { enum: ["draft", "published", "deleted"] }).notNull(),
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
    /** From when it is published, once it is; of a draft that never was, when it was made. */
    publishedAt: time("published_at").notNull(),
    /** Until when it is published; null = for good. */
    hideAt: time("hide_at"),
    /** It has been published before: published again, it keeps its date. */
    everPublished: boolean("ever_published").notNull().default(false),
    deletedAt: time("deleted_at"),
    /** Admins' own words to sort titles by. */
    tags: text("tags")
      .array()
      .notNull()
      .default(sql`'{}'`),
    credits: jsonb("credits").$type<MovieCredit[]>().notNull().default([]),
    /** Counts what admins changed: a save of an older one is refused. */
    revision: integer("revision").notNull().default(0),
    updatedAt: time("updated_at").notNull().defaultNow(),
    /** Of the form that made it: the same form makes it once. */
    createKey: text("create_key"),
    /** What admins' lists are sorted by: the English title, else the original, folded. Kept by a trigger, as what follows. */
    sortTitle: text("sort_title").notNull().default(""),
    /** Languages without a title. */
    missing: text("missing")
      .array()
      .notNull()
      .default(sql`'{ar,de,en,id,ja,ko,ms,pt,th,tr,vi,zh,zh-hans,zh-hant}'`),
    /** Something of it can be watched. */
    hasFilm: boolean("has_film").notNull().default(false),
    /** The facets of what lists are filtered by, each a bit; genres and tags share some. See 0000_schema.sql. */
    marks: bigint("marks", { mode: "bigint" })
      .notNull()
      .generatedAlwaysAs(
        sql`movie_marks(movie_facets(status, access, kind, genres, tags, missing, has_film))`,
      ),
    /** Every locale's title, folded by `fold()`. This and what follows is kept by a trigger, see 0001_functions.sql. */
    searchTitle: text("search_title").notNull().default(""),
    /** What the titles can be found by: words, grams, the first word marked `^`, the whole marked `=`. */
    searchTitleWords: tsvector("search_title_words").notNull().default(""),
    /** The same, with the words of the descriptions. */
    searchWords: tsvector("search_words").notNull().default(""),
  },
  (t) => [
    // Nulls first, as ORDER BY … DESC has them: an index with them last is of no use to it. 0000_schema.sql also includes
    // the columns a list is filtered by, which Drizzle has no word for.
    index("movie_new")
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index("movie_popular")
      .on(t.popularity.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    // What the admins' list is sorted by and looked up by: see api/domain/catalogue/admin/find-titles.ts. 0000_schema.sql
    // also includes what it is filtered by, so that a walk along an order reads nothing else, and has an index of the facets,
    // and one of the parts of titles.
    index("movie_year").on(t.year, t.id),
    index("movie_title").on(t.sortTitle, t.id),
    index("movie_updated").on(t.updatedAt, t.id),
    index("movie_published").on(t.publishedAt, t.id),
    index("movie_popularity").on(t.popularity, t.id),
    index("movie_id_begins").on(sql`${t.id} text_pattern_ops`),
    uniqueIndex("movie_create_key").on(t.createKey),
    index("movie_hide")
      .on(t.hideAt)
      .where(sql`hide_at is not null`),
    index("movie_deleted")
      .on(t.deletedAt)
      .where(sql`deleted_at is not null`),
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
    /** Null = as its title; so is `previewS`. */
    access: text("access", { enum: accessLevels }),
    previewS: integer("preview_s"),
  },
  (t) => [primaryKey({ columns: [t.movieId, t.index] }), index("episode_asset").on(t.assetId)],
);

/** A row of the home page, as admins plan it. */
export type PlannedRow = {
  kind: "new" | "popular" | "series" | "vip" | "genre" | "picked";
  on: boolean;
  genre: string | null;
  /** Of `picked`: its name by language, and its titles. */
  names: Record<string, string>;
  movies: string[];
};

/** The home page's rows in order: one plan, which is saved as a whole. No row = as it comes. */
export const homePlans = pgTable("home_plan", {
  id: integer("id").primaryKey(),
  rows: jsonb("rows").$type<PlannedRow[]>().notNull(),
  revision: integer("revision").notNull(),
});
