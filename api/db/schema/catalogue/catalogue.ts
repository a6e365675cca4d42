import { sql } from "drizzle-orm";
import {
  bigint,
  bit,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import type { creditRoles } from "../../../../contract/catalogue/values.ts";
import {
  accessLevels,
  artworkRoles,
  movieKinds,
  movieStatuses,
} from "../../../../contract/catalogue/values.ts";
import type { RowPlan } from "../../../../contract/index.ts";
import { locales } from "../../../../contract/locales.ts";
import { time, tsvector } from "../columns.ts";

/** A person who worked on a movie; `part` is the character they play. */
export type MovieCredit = {
  role: (typeof creditRoles)[number];
  name: string;
  part?: string | undefined;
};

export const movies = pgTable(
  "movie",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: movieKinds }).notNull(),
    access: text("access", { enum: accessLevels }).notNull(),
    /** Seconds of the teaser for viewers without the entitlement; 0 = no teaser. */
    teaserS: integer("teaser_s").notNull().default(0),
    /**
     * `deleted` = removed for good after a day, unless undone. `published` applies from `publishedAt` to `hideAt`;
     * `waiting` = the same as soon as there is a video. A trigger keeps both apart, see `hold_without_video()`.
     * `trailer` = no title of its own, but the trailer of `trailerOf`: in no list, and public with that one.
     */
    status: text("status", { enum: [...movieStatuses, "waiting", "trailer", "deleted"] }).notNull(),
    trailerOf: text("trailer_of").references((): AnyPgColumn => movies.id, { onDelete: "cascade" }),
    year: integer("year").notNull(),
    /** Minimum age in years. */
    rating: integer("rating").notNull(),
    /** What boards of countries say, as `DE FSK 12`; one for a country. */
    ageRatings: text("age_ratings")
      .array()
      .notNull()
      .default(sql`'{}'`),
    originalLanguage: text("original_language").notNull(),
    /** `#rrggbb`. */
    colour: text("colour").notNull(),
    /** Changes with the artwork. */
    artworkVersion: text("artwork_version").notNull(),
    /** Pictures that admins have brought; the others are drawn, or taken from the video. */
    pictures: text("pictures", { enum: artworkRoles })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Genre ids, in display order. */
    genres: text("genres").array().notNull(),
    /** Position in the hero, from 1; null = not in it. */
    hero: integer("hero"),
    /** Whether other sites may show its player. */
    embeddable: boolean("embeddable").notNull().default(false),
    /** Hundredths of a viewer a week, the latest counting most: see api/domain/playback/popularity. */
    popularity: integer("popularity").notNull().default(0),
    /** How far its audience has grown beyond chance, in hundredths of a standard deviation; 0 = it has not. */
    trending: integer("trending").notNull().default(0),
    /** Votes up and down, those of one network weighed less: see api/domain/library/votes.ts. */
    likes: integer("likes").notNull().default(0),
    dislikes: integer("dislikes").notNull().default(0),
    /** Start of publication, once published; for a draft that was never published, its creation time. */
    publishedAt: time("published_at").notNull(),
    /** End of publication; null = no end. */
    hideAt: time("hide_at"),
    /** The day an announced movie is expected; a trigger clears it with the first video. */
    premiereOn: date("premiere_on", { mode: "string" }),
    /** The movie was published before: publishing it again keeps its date. */
    everPublished: boolean("ever_published").notNull().default(false),
    deletedAt: time("deleted_at"),
    /** Free tags by which admins organise movies. */
    tags: text("tags")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Ids of the collections it belongs to. */
    collections: text("collections")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Those whose followers were told of it, each once. */
    toldCollections: text("told_collections")
      .array()
      .notNull()
      .default(sql`'{}'`),
    credits: jsonb("credits").$type<MovieCredit[]>().notNull().default([]),
    /** Counts the changes by admins: a save based on an older revision is refused. */
    revision: integer("revision").notNull().default(0),
    updatedAt: time("updated_at").notNull().defaultNow(),
    /** Key of the form that created it: the same form creates one movie only. */
    createKey: text("create_key"),
    /**
     * Sort key of admins' lists: the English title, or else the original one, folded. A trigger maintains this and the
     * columns below.
     */
    sortTitle: text("sort_title").notNull().default(""),
    /** Languages without a title. */
    missing: text("missing")
      .array()
      .notNull()
      .default(sql.raw(`'{${locales.join(",")}}'`)),
    /** At least one episode can be watched. */
    hasVideo: boolean("has_video").notNull().default(false),
    /** Facets that lists are filtered by, one bit each; genres and tags share some bits. See 0000_schema.sql. */
    marks: bigint("marks", { mode: "bigint" })
      .notNull()
      .generatedAlwaysAs(
        sql`movie_marks(movie_facets(status, access, kind, genres, tags, missing, has_video))`,
      ),
    /**
     * The titles of all locales, folded by `fold()`. A trigger maintains this and the columns below, see
     * 0001_functions.sql.
     */
    searchTitle: text("search_title").notNull().default(""),
    /** Search terms of the titles: words, grams, the first word marked `^`, the whole title marked `=`. */
    searchTitleWords: tsvector("search_title_words").notNull().default(""),
    /** Which words a title may have, so that an index of an order can tell most others. See 0046_title-marks.sql. */
    titleMarks: bit("title_marks", { dimensions: 128 })
      .notNull()
      .default(sql`repeat('1', 128)::bit(128)`),
    /** Like `searchTitleWords`, plus the words of the descriptions. */
    searchWords: tsvector("search_words").notNull().default(""),
  },
  (t) => [
    // Nulls first, as in ORDER BY … DESC: that query can't use an index with nulls last. 0000_schema.sql also includes
    // the filter columns, which Drizzle can't express.
    index("movie_new")
      .on(t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index("movie_popular")
      .on(t.popularity.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index("movie_trending")
      .on(t.trending.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`status = 'published' and trending > 0`),
    // Sort and lookup columns of the admins' list: see api/domain/catalogue/admin/find-movies.ts. 0048_title-marks-indexes.sql
    // also includes the filter columns, so that a walk along an order reads only the index. It adds `movie_find`, an index
    // of words of titles with facets and years; 0000_schema.sql has one of the parts of titles.
    index("movie_by_year").on(t.year, t.id),
    index("movie_by_title").on(t.sortTitle, t.id),
    index("movie_by_update").on(t.updatedAt, t.id),
    index("movie_by_publication").on(t.publishedAt, t.id),
    index("movie_by_popularity").on(t.popularity, t.id),
    index("movie_id_begins").on(sql`${t.id} text_pattern_ops`),
    index("movie_short_code").on(shortCodeInSql),
    uniqueIndex("movie_create_key").on(t.createKey),
    uniqueIndex("movie_trailer_of")
      .on(t.trailerOf)
      .where(sql`trailer_of is not null`),
    index("movie_hide")
      .on(t.hideAt)
      .where(sql`hide_at is not null`),
    index("movie_deleted")
      .on(t.deletedAt)
      .where(sql`deleted_at is not null`),
    index("movie_search_words").using("gin", t.searchWords),
    index("movie_genres").using("gin", t.genres),
    index("movie_collections").using("gin", t.collections),
    // Those that followers of a collection are to be told of.
    index("movie_untold")
      .on(t.id)
      .where(sql`not (collections <@ told_collections)`),
  ],
);

/** Ends the spellings of a title that still waits for its readings. It contains no letter, so no search matches it. */
export const unread = "|?";

/** Languages whose titles can also be found by a Latin spelling. As SQL, because the index and the query must agree. */
export const romanisedLocales = "'ja', 'zh-hans', 'zh-hant'";

/** `shortCodeOf` (api/domain/catalogue/short-code.ts), as the index has it. */
export const shortCodeInSql = sql.raw(`left(translate(encode(sha256(id::bytea), 'base64'), '+/', '-_'), 10)`);

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
     * The title in Latin letters, for users who type it so: all spellings, separated by `|`. Null = not computed yet,
     * or not one of `romanisedLocales`. `unread` at the end = so far only spellings that need no dictionary.
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

/** Every word of every title, once. Misspelt words are compared with it. */
export const searchWordList = pgTable("search_word", { word: text("word").primaryKey() }, (t) => [
  index("search_word_like").using("gin", t.word.op("gin_trgm_ops")),
]);

export const genreNames = pgTable(
  "genre_name",
  { genre: text("genre").notNull(), locale: text("locale").notNull(), name: text("name").notNull() },
  (t) => [primaryKey({ columns: [t.genre, t.locale] })],
);

/** A row of the home page, as planned by admins. */
export type PlannedRow = {
  kind: RowPlan["kind"];
  on: boolean;
  genre: string | null;
  /** For `picked`: its name by language, and its movies. */
  names: Record<string, string>;
  movies: string[];
};

/** The rows of the home page in order: one plan, saved as a whole. No row = the default plan. */
export const homePlans = pgTable("home_plan", {
  id: integer("id").primaryKey(),
  rows: jsonb("rows").$type<PlannedRow[]>().notNull(),
  revision: integer("revision").notNull(),
});
