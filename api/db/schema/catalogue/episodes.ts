import { sql } from "drizzle-orm";
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { accessLevels } from "../../../../contract/catalogue/values.ts";
import { time } from "../columns.ts";
import { assets } from "../playback/media.ts";
import { movies } from "./catalogue.ts";

/** Start of a part of an episode, in seconds, and its title by language. */
export type EpisodeChapter = { startS: number; titles: Record<string, string> };

/** What changes with a picture, and its dominant colour, `#rrggbb`. */
export type PictureLook = { version: string; colour: string };

/**
 * The 16:9 pictures of an episode: `frame` is taken from its video; `sent` was brought by an admin, and is shown instead.
 * `id` names their files, so that they move with the episode.
 */
export type EpisodeStills = { id: string; frame?: PictureLook; sent?: PictureLook };

export const episodes = pgTable(
  "episode",
  {
    movieId: text("movie_id")
      .notNull()
      .references(() => movies.id, { onDelete: "cascade" }),
    /** From 1, without gaps: its address. Orders the episodes of the seasons, and the specials among themselves. */
    index: integer("index").notNull(),
    /** Its season; 0 = the specials. Means nothing for a film. */
    season: integer("season").notNull().default(1),
    /** Its number in the season; null = its index, as versions without seasons count. */
    number: integer("number"),
    texts: jsonb("texts").$type<Record<string, { title: string; description?: string }>>().notNull(),
    assetId: text("asset_id").references(() => assets.id),
    /** Seconds; both or neither. */
    introFromS: doublePrecision("intro_from_s"),
    introToS: doublePrecision("intro_to_s"),
    creditsFromS: doublePrecision("credits_from_s"),
    /** Ordered by time. */
    chapters: jsonb("chapters").$type<EpisodeChapter[]>().notNull().default([]),
    /** Null = as its movie; the same for `teaserS`. */
    access: text("access", { enum: accessLevels }),
    teaserS: integer("teaser_s"),
    stills: jsonb("stills").$type<EpisodeStills>(),
    /** When users were told of it: once, when it could first be watched. Null = not yet. */
    toldAt: time("told_at"),
  },
  (t) => [
    primaryKey({ columns: [t.movieId, t.index] }),
    index("episode_asset").on(t.assetId),
    uniqueIndex("episode_number").on(t.movieId, t.season, t.number),
    index("episode_untold")
      .on(t.movieId, t.index)
      .where(sql`told_at is null and asset_id is not null`),
  ],
);

/** Name and description of a season, by language; empty words are left out. */
export type SeasonTexts = Record<string, { name?: string; description?: string }>;

/** What is known of a season. One that has episodes needs no row. */
export const seasons = pgTable(
  "season",
  {
    movieId: text("movie_id")
      .notNull()
      .references(() => movies.id, { onDelete: "cascade" }),
    /** 0 = the specials. */
    season: integer("season").notNull(),
    texts: jsonb("texts").$type<SeasonTexts>().notNull().default({}),
    year: integer("year"),
  },
  (t) => [primaryKey({ columns: [t.movieId, t.season] })],
);
