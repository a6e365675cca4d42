import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { MagnetTarget } from "../../../../contract/ingest/admin-magnets.ts";
import { magnetStates } from "../../../../contract/ingest/magnet-states.ts";
import { movies } from "../catalogue/catalogue.ts";
import { time } from "../columns.ts";
import type { EncodingOwner } from "./encodings.ts";

/** Where a magnet's link says that it is to be had: only what may be connected to. */
export type MagnetSources = { trackers: string[]; peers: string[] };
export type MagnetDropped = { trackers: number; peers: number; webSeeds: number };

/** Magnet links somebody has the right to. The row is the truth; what downloads is told by it, again and again. */
export const magnets = pgTable(
  "magnet",
  {
    id: text("id").primaryKey(),
    /** SHA-1 in hex, small letters: one row a content, however its link is written. */
    infohash: text("infohash").notNull().unique(),
    name: text("name").notNull(),
    sources: jsonb("sources").$type<MagnetSources>().notNull(),
    dropped: jsonb("dropped").$type<MagnetDropped>().notNull(),
    state: text("state", { enum: magnetStates }).notNull(),
    problem: text("problem"),
    /** What the client said of it: for the operator's eyes. */
    detail: text("detail"),
    /** Of what is chosen, else of all; null until it is known. */
    bytes: doublePrecision("bytes"),
    doneBytes: doublePrecision("done_bytes").notNull().default(0),
    sentBytes: doublePrecision("sent_bytes").notNull().default(0),
    /** Given by clients that are gone: each begins to count anew. */
    sentBefore: doublePrecision("sent_before").notNull().default(0),
    peers: integer("peers").notNull().default(0),
    /** Bytes a second. */
    downBps: doublePrecision("down_bps").notNull().default(0),
    upBps: doublePrecision("up_bps").notNull().default(0),
    /** How many it holds; null until its metadata is there. */
    files: integer("files"),
    seeding: boolean("seeding").notNull().default(false),
    target: jsonb("target").$type<MagnetTarget>(),
    /** The title it becomes. */
    movieId: text("movie_id").references(() => movies.id, { onDelete: "set null" }),
    /** Who has said that it may be downloaded and shown; the name stays when the account goes. */
    rightsUid: text("rights_uid"),
    rightsName: text("rights_name"),
    rightsAt: time("rights_at").notNull(),
    /** Who has chosen what becomes of it. */
    chosenUid: text("chosen_uid"),
    chosenName: text("chosen_name"),
    attempts: integer("attempts").notNull().default(0),
    notBefore: time("not_before"),
    /** Whoever works on it has this, says so every few seconds (`beatAt`), and nobody else writes in its name. */
    claim: text("claim"),
    owner: jsonb("owner").$type<EncodingOwner>(),
    beatAt: time("beat_at"),
    /** When something of it came for the last time, or it was begun. */
    movedAt: time("moved_at"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    finishedAt: time("finished_at"),
  },
  (t) => [
    index("magnet_newest").on(t.createdAt.desc(), t.id.desc()),
    index("magnet_state").on(t.state, t.createdAt.desc(), t.id.desc()),
    index("magnet_live")
      .on(t.createdAt)
      .where(
        sql`${t.seeding} or ${t.state} in ('waiting-metadata', 'waiting', 'downloading', 'verifying', 'importing')`,
      ),
  ],
);

/** What a magnet holds, and what becomes of it. It lies on the disk by its number, whatever it is called. */
export const magnetFiles = pgTable(
  "magnet_file",
  {
    magnetId: text("magnet_id")
      .notNull()
      .references(() => magnets.id, { onDelete: "cascade" }),
    index: integer("index").notNull(),
    /** To be shown. */
    path: text("path").notNull(),
    bytes: doublePrecision("bytes").notNull(),
    doneBytes: doublePrecision("done_bytes").notNull().default(0),
    kind: text("kind", { enum: ["video", "subtitles", "other"] }).notNull(),
    season: integer("season"),
    /** What its name says. */
    guess: integer("guess"),
    sample: boolean("sample").notNull().default(false),
    /** The episode it becomes; null = it is not taken. */
    episode: integer("episode"),
    /** Of the encoding that makes it that, known before it begins so that it begins once. */
    encodingKey: text("encoding_key"),
    /** Name of the stored file it has become. */
    key: text("key"),
  },
  (t) => [primaryKey({ columns: [t.magnetId, t.index] })],
);
