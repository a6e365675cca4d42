import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { FeedbackContext } from "../../contract/index.ts";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** A person or a guest. `uid` is the identity provider's. */
export const users = pgTable("user_account", {
  uid: text("uid").primaryKey(),
  anonymous: boolean("anonymous").notNull(),
  name: text("name"),
  avatar: text("avatar"),
  email: text("email"),
  /** Above 0 = admin. */
  admin: integer("admin").notNull().default(0),
  vipUntil: time("vip_until"),
  /** False while the person has paused the history: nothing watched is kept. */
  recording: boolean("recording").notNull().default(true),
  /** True once the person has set name or avatar here: the identity provider's word on them no longer counts. */
  profileEdited: boolean("profile_edited").notNull().default(false),
  /** The person wants as little loaded as possible. */
  dataSaver: boolean("data_saver").notNull().default(false),
  /** Made by DEMO, under a password everybody knows. */
  demo: boolean("demo").notNull().default(false),
  createdAt: time("created_at").notNull().defaultNow(),
});

/** Our own sessions. The token itself is never stored. */
export const sessions = pgTable(
  "user_session",
  {
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().defaultNow(),
    lastSeenAt: time("last_seen_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
    userAgent: text("user_agent").notNull().default(""),
  },
  (t) => [index("user_session_uid").on(t.uid)],
);

/** The local identity provider's accounts; empty where another provider is configured. */
export const localIdentities = pgTable(
  "local_identity",
  {
    uid: text("uid").primaryKey(),
    /** Lower case; null = anonymous. */
    email: text("email"),
    /** argon2id in PHC string format; null = anonymous. */
    passwordHash: text("password_hash"),
    name: text("name"),
    avatar: text("avatar"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [uniqueIndex("local_identity_email").on(t.email)],
);

/** Links that set a new password. The code itself is in the mail alone. */
export const passwordResets = pgTable(
  "password_reset",
  {
    /** SHA-256 of the code, hex. */
    codeHash: text("code_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => localIdentities.uid, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("password_reset_uid").on(t.uid)],
);

/**
 * What renews a guest of Firebase that this server made, so that a guest who becomes a member keeps the uid without
 * any script. Gone once that is done.
 */
export const firebaseGuests = pgTable("firebase_guest", {
  uid: text("uid").primaryKey(),
  /** The refresh token, encrypted: AES-256-GCM under a key derived from the secret. */
  sealed: text("sealed").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

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
    /** The title in Latin letters, for who types it so; null = not worked out yet, or not of `romanisedLocales`. */
    romanised: text("romanised"),
  },
  (t) => [
    primaryKey({ columns: [t.movieId, t.locale] }),
    index("movie_text_waiting")
      .on(t.movieId)
      .where(sql`romanised is null and locale in (${sql.raw(romanisedLocales)})`),
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
  },
  (t) => [primaryKey({ columns: [t.movieId, t.index] })],
);

/** One encoded video: a folder of the media storage with its renditions. */
export const assets = pgTable("asset", {
  id: text("id").primaryKey(),
  state: text("state", { enum: ["waiting", "encoding", "ready", "failed"] }).notNull(),
  durationS: doublePrecision("duration_s"),
  height: integer("height"),
  createdAt: time("created_at").notNull().defaultNow(),
  readyAt: time("ready_at"),
});

export const progress = pgTable(
  "progress",
  {
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    movieId: text("movie_id").notNull(),
    index: integer("index").notNull(),
    positionS: doublePrecision("position_s").notNull(),
    durationS: doublePrecision("duration_s").notNull(),
    finished: boolean("finished").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.movieId, t.index] }),
    foreignKey({
      columns: [t.movieId, t.index],
      foreignColumns: [episodes.movieId, episodes.index],
    }).onDelete("cascade"),
    // No index by time: a person's history is read whole by the key, for the latest episode of each title, and one that
    // changes with every saved place would be written every five seconds for everybody who watches.
  ],
);

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

export const statEvents = pgTable(
  "stat_event",
  {
    id: text("id").primaryKey(),
    uid: text("uid"),
    action: text("action").notNull(),
    target: integer("target").notNull(),
    remark: text("remark").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [index("stat_event_time").on(t.createdAt)],
);

/** Files that came through a presigned form, by content. */
export const uploads = pgTable("upload", {
  /** `<sha-256 hex>.<extension>`. */
  key: text("key").primaryKey(),
  bytes: doublePrecision("bytes").notNull(),
  uid: text("uid").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

/**
 * What people wrote to the operator. The receipt names it to its author; only the author, and an admin, can read it.
 */
export const feedback = pgTable(
  "feedback",
  {
    /** `XXXX-XXXX-XXXX`: made of letters and digits nobody mistakes for one another, 60 bits of chance. */
    receipt: text("receipt").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** The form's own random id: sent twice, it makes one. */
    key: text("key").notNull(),
    category: text("category").notNull(),
    text: text("text").notNull(),
    /** What the author let the form tell of the device and the playback; null = nothing. */
    context: jsonb("context").$type<FeedbackContext>(),
    /** Key of an upload. */
    screenshot: text("screenshot"),
    reply: text("reply"),
    repliedAt: time("replied_at"),
    repliedBy: text("replied_by"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("feedback_key").on(t.key),
    index("feedback_author").on(t.uid, t.createdAt.desc().nullsFirst(), t.receipt.desc().nullsFirst()),
    index("feedback_latest").on(t.createdAt.desc().nullsFirst(), t.receipt.desc().nullsFirst()),
  ],
);

/** Terms, privacy and the like, in languages. Every edit is a row of its own: the latest version is the one that holds. */
export const textPages = pgTable(
  "text_page",
  {
    key: text("key").notNull(),
    locale: text("locale").notNull(),
    /** From 1. */
    version: integer("version").notNull(),
    title: text("title").notNull(),
    /** The markup of app/features/text/markup.ts. */
    body: text("body").notNull(),
    updatedAt: time("updated_at").notNull(),
    /** Who wrote it; null = it came with the product. */
    updatedBy: text("updated_by"),
  },
  (t) => [primaryKey({ columns: [t.key, t.locale, t.version] })],
);
