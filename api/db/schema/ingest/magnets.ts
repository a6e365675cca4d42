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
import { magnetStates } from "../../../../contract/ingest/values.ts";
import { movies } from "../catalogue/catalogue.ts";
import { time } from "../columns.ts";

/** Sources named by a magnet link. Contains only addresses that the service may connect to. */
export type MagnetSources = { trackers: string[]; peers: string[] };
export type MagnetDropped = { trackers: number; peers: number; webSeeds: number };

/**
 * Magnet links for content that an admin has declared the rights to. The row is authoritative; the download client is
 * told of it repeatedly.
 */
export const magnets = pgTable(
  "magnet",
  {
    id: text("id").primaryKey(),
    /** SHA-1 in lower-case hex: one row per content, however its link is written. */
    infohash: text("infohash").notNull().unique(),
    name: text("name").notNull(),
    sources: jsonb("sources").$type<MagnetSources>().notNull(),
    dropped: jsonb("dropped").$type<MagnetDropped>().notNull(),
    state: text("state", { enum: magnetStates }).notNull(),
    problem: text("problem"),
    /** The client's error output, for the operator. */
    detail: text("detail"),
    /** Size of the chosen files, or else of all files; null while unknown. */
    bytes: doublePrecision("bytes"),
    doneBytes: doublePrecision("done_bytes").notNull().default(0),
    sentBytes: doublePrecision("sent_bytes").notNull().default(0),
    /** Bytes uploaded by earlier torrent clients: each client counts from zero. */
    sentBefore: doublePrecision("sent_before").notNull().default(0),
    peers: integer("peers").notNull().default(0),
    /** Bytes per second. */
    downBps: doublePrecision("down_bps").notNull().default(0),
    upBps: doublePrecision("up_bps").notNull().default(0),
    /** Number of files; null until the metadata is there. */
    files: integer("files"),
    seeding: boolean("seeding").notNull().default(false),
    target: jsonb("target").$type<MagnetTarget>(),
    /** The movie it becomes. */
    movieId: text("movie_id").references(() => movies.id, { onDelete: "set null" }),
    /** The admin who declared the right to download and show it; the name stays when the account is deleted. */
    rightsUid: text("rights_uid"),
    rightsName: text("rights_name"),
    rightsAt: time("rights_at").notNull(),
    /** The admin who chose the files. */
    chosenUid: text("chosen_uid"),
    chosenName: text("chosen_name"),
    attempts: integer("attempts").notNull().default(0),
    notBefore: time("not_before"),
    /** Id of the process that holds it, of `processes`; only it may write. */
    claim: text("claim"),
    /** Empty: earlier versions, which may run beside this one, recognise a dead worker by these two. */
    owner: jsonb("owner").$type<null>(),
    heartbeatAt: time("heartbeat_at"),
    /** When data last arrived, or when the download began. */
    movedAt: time("moved_at"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    finishedAt: time("finished_at"),
  },
  (t) => [
    index("magnet_newest").on(t.createdAt.desc(), t.id.desc()),
    index("magnet_of_movie").on(t.movieId),
    index("magnet_state").on(t.state, t.createdAt.desc(), t.id.desc()),
    index("magnet_live")
      .on(t.createdAt)
      .where(
        sql`${t.seeding} or ${t.state} in ('waiting-metadata', 'waiting', 'downloading', 'verifying', 'importing')`,
      ),
  ],
);

/** The files of a magnet and what each becomes. A file on disk is named by its number, whatever its own name is. */
export const magnetFiles = pgTable(
  "magnet_file",
  {
    magnetId: text("magnet_id")
      .notNull()
      .references(() => magnets.id, { onDelete: "cascade" }),
    index: integer("index").notNull(),
    /** For display. */
    path: text("path").notNull(),
    bytes: doublePrecision("bytes").notNull(),
    doneBytes: doublePrecision("done_bytes").notNull().default(0),
    kind: text("kind", { enum: ["video", "subtitles", "other"] }).notNull(),
    season: integer("season"),
    /** Episode number guessed from the file's name. */
    guess: integer("guess"),
    sample: boolean("sample").notNull().default(false),
    /** Index of the episode it becomes, as it was when it was chosen; null = not chosen. */
    episode: integer("episode"),
    /** Season and number of that episode; null for a film, and where a version without seasons has chosen. */
    toSeason: integer("to_season"),
    toNumber: integer("to_number"),
    /**
     * Key of the encoding that makes the episode. It is known before the encoding starts, so that it starts only once.
     */
    encodingKey: text("encoding_key"),
    /** Name of the stored file that was made from it. */
    key: text("key"),
  },
  (t) => [primaryKey({ columns: [t.magnetId, t.index] })],
);
