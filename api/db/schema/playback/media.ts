import { doublePrecision, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** What an encoded film is, as its playlists say: what a player wants to know before it has read them. */
export type AssetFacts = {
  /** Text of the multivariant playlist, without subtitles: whoever is given it has them from us as files. */
  master: string;
  /** Smallest first. `folder` is relative to the asset; `bitrate` is the peak in bits per second. */
  renditions: { name: string; folder: string; width: number; height: number; bitrate: number }[];
  /** Run lengths of the segments' durations: seconds, and how many. */
  segments: [seconds: number, count: number][];
  /** There is sound beside the picture. */
  sound: boolean;
  /** Where there are several, the default first: names in the playlist, languages (BCP 47), and labels by language. */
  sounds: { name: string; language: string; labels?: Record<string, string> }[];
  /** There are pictures for the scrub bar, `previews.vtt`. */
  previews: boolean;
};

/** One encoded video: a folder of the media storage with its renditions. */
export const assets = pgTable("asset", {
  id: text("id").primaryKey(),
  state: text("state", { enum: ["waiting", "encoding", "ready", "failed"] }).notNull(),
  durationS: doublePrecision("duration_s"),
  height: integer("height"),
  /** Null for what was encoded before they were kept: its playlists are read then. */
  facts: jsonb("facts").$type<AssetFacts>(),
  createdAt: time("created_at").notNull().defaultNow(),
  readyAt: time("ready_at"),
  /** Since when it is no episode's any more, and what took its place: who is watching it watches it to the end. */
  retiredAt: time("retired_at"),
  replacedBy: text("replaced_by"),
});

/** Subtitles of one encoded video: files of its folder, from the container or added later. */
export const subtitles = pgTable(
  "subtitle",
  {
    assetId: text("asset_id")
      .notNull()
      .references(() => assets.id, { onDelete: "cascade" }),
    /** Names the track within its video. */
    id: text("id").notNull(),
    /** BCP 47 tag. */
    locale: text("locale").notNull(),
    /** As it is shown: the language in its own name, or what whoever added it wrote. */
    label: text("label").notNull(),
    /** Captions also tell sounds, for those who can't hear them. */
    kind: text("kind", { enum: ["subtitles", "captions"] }).notNull(),
    /** Of the WebVTT file, relative to the asset's folder. */
    path: text("path").notNull(),
    /** Came in the film's file, lay beside it in a magnet, or was brought by an admin. */
    source: text("source", { enum: ["file", "beside", "uploaded"] })
      .notNull()
      .default("file"),
    /** By how much all of it is shown later than the file said, in milliseconds; below zero = earlier. */
    offsetMs: integer("offset_ms").notNull().default(0),
    /** Names its words and times as they were brought: another file, another version. Null for what is older than that. */
    version: text("version"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.assetId, t.id] })],
);
