import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { subtitleKinds, subtitleSources } from "../../../../contract/catalogue/values.ts";
import type { AddedCodec } from "../../../../contract/ingest/values.ts";
import { time } from "../columns.ts";

/** Facts about an asset, taken from its playlists: what a player needs before it has read them. */
export type AssetFacts = {
  /** Text of the multivariant playlist, without subtitles: players that receive it get subtitles from us as files. */
  master: string;
  /** Smallest first. `folder` is relative to the asset; `bitrate` is the peak in bits per second. */
  renditions: { name: string; folder: string; width: number; height: number; bitrate: number }[];
  /** Run lengths of the segments' durations: seconds, and how many. */
  segments: [seconds: number, count: number][];
  /** The asset has audio. */
  sound: boolean;
  /** If there are several, the default first: names in the playlist, languages (BCP 47), and labels by language. */
  sounds: { name: string; language: string; labels?: Record<string, string>; describes?: true }[];
  /** The sounds of the file it was made of, the default first; left out for assets from before they were stored. */
  tracks?: SourceTrack[];
  /** Each rendition and further sound is one file; left out, one for each segment. */
  joined?: true;
  /** The asset has thumbnails for the scrub bar, `thumbnails.vtt`. */
  thumbnails: boolean;
};

/** A sound as it was in the file. */
export type SourceTrack = { codec: string; channels: number; language: string | null };

/**
 * An admin's choice about a sound, in the order they are offered. `track` counts the sounds of the asset's own playlist,
 * the default first; `name` null = as the file has it.
 */
export type SoundChoice = { track: number; name: string | null; describes: boolean; isDefault: boolean };

/** A rendition in a further codec, added to an asset after it was encoded. `folder` and rates as in `AssetFacts`. */
export type AddedRendition = {
  codec: AddedCodec;
  name: string;
  folder: string;
  width: number;
  height: number;
  bitrate: number;
  averageBitrate: number;
  /** RFC 6381, sound included. */
  codecs: string;
  frameRate: number;
};

/** An asset: one encoded video, a folder of the media storage with its renditions. */
export const assets = pgTable("asset", {
  id: text("id").primaryKey(),
  state: text("state", { enum: ["waiting", "encoding", "ready", "failed"] }).notNull(),
  durationS: doublePrecision("duration_s"),
  height: integer("height"),
  /** Null for assets encoded before facts were stored: their playlists are read instead. */
  facts: jsonb("facts").$type<AssetFacts>(),
  /** Its sounds as an admin has arranged them; null = as in its files. */
  sounds: jsonb("sounds").$type<SoundChoice[]>(),
  /** Renditions that are not in its stored playlist; null = none. */
  added: jsonb("added").$type<AddedRendition[]>(),
  createdAt: time("created_at").notNull().defaultNow(),
  readyAt: time("ready_at"),
  /**
   * When it stopped being an episode's asset, and the asset that replaced it. Viewers who are watching it can finish
   * it.
   */
  retiredAt: time("retired_at"),
  replacedBy: text("replaced_by"),
});

/** Subtitles of one asset: files in its folder, from the container or added later. */
export const subtitles = pgTable(
  "subtitle",
  {
    assetId: text("asset_id")
      .notNull()
      .references(() => assets.id, { onDelete: "cascade" }),
    /** Names the track within its asset. */
    id: text("id").notNull(),
    /** BCP 47 tag. */
    locale: text("locale").notNull(),
    /** Display name: the language in its own name, or the text of the admin who added it. */
    label: text("label").notNull(),
    /** Captions also describe sounds, for viewers who can't hear them. */
    kind: text("kind", { enum: subtitleKinds }).notNull(),
    /** Path of the WebVTT file, relative to the asset's folder. */
    path: text("path").notNull(),
    source: text("source", { enum: subtitleSources }).notNull().default("file"),
    /** An admin has changed its lines by hand: nothing may replace it unasked. */
    edited: boolean("edited").notNull().default(false),
    /** Delay of the whole track against its file, in milliseconds; negative = earlier. */
    offsetMs: integer("offset_ms").notNull().default(0),
    /**
     * Identifies the text and times as uploaded: another file has another version. Null for tracks from before this
     * column existed.
     */
    version: text("version"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.assetId, t.id] })],
);
