import { sql } from "drizzle-orm";
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { subtitleKinds } from "../../../../contract/catalogue/values.ts";
import { encodingPhases, encodingStates, type AddedCodec } from "../../../../contract/ingest/values.ts";
import type { SidecarProblem } from "../../../../contract/ingest/admin-magnets.ts";
import { episodes } from "../catalogue/episodes.ts";
import { time } from "../columns.ts";

/** The process that holds it: an id of `processes`. */
export type EncodingOwner = { process: string };

/** Loudness of one audio track of a file (EBU R128), and the gain that was applied to it. */
export type MeasuredSound = { index: number; lufs: number; peakDb: number; gainDb: number };

/** Rungs chosen for a film, rates in kbit/s; null = the fixed ladder. Further attempts keep what the first one chose. */
export type StoredTuning = {
  rungs: readonly { readonly frame: number; readonly crf: number; readonly maxKbps: number }[] | null;
};

/** A stored subtitle file for the encoded asset, and the problem found when it was read. `name` is for display. */
export type Sidecar = {
  key: string;
  name: string;
  locale: string;
  kind: (typeof subtitleKinds)[number];
  problem: SidecarProblem | null;
  /** An admin has seen the problem: it is no failed job any more. */
  dismissed?: boolean;
};

/** Whether any file beside the video could not be read, and no admin has dismissed that. */
export const hasUnreadSidecar = sql.raw(
  `jsonb_path_exists(sidecars, '$[*] ? (@.problem != null && !exists(@.dismissed))')`,
);

/**
 * The encoding of a stored file into an episode's asset. The row is authoritative; a queue job only says that the row
 * needs attention. It moves with its episode and is deleted with it.
 */
export const encodings = pgTable(
  "encoding",
  {
    /** The ids of everything made from it are derived from this id. */
    id: text("id").primaryKey(),
    movieId: text("movie_id").notNull(),
    episodeIndex: integer("episode_index").notNull(),
    /** Name of the stored file. */
    source: text("source").notNull(),
    /** The file's name as its sender called it; null if unknown. */
    fileName: text("file_name"),
    /**
     * Null: the file becomes an asset. Else `assetId` is encoded already, and gets renditions in these codecs, of which
     * the finished ones are taken away.
     */
    codecs: jsonb("codecs").$type<AddedCodec[]>(),
    state: text("state", {
      enum: encodingStates,
    }).notNull(),
    phase: text("phase", { enum: encodingPhases }),
    /** 0 to 1. */
    progress: doublePrecision("progress").notNull().default(0),
    /** Remaining seconds; null if unknown. */
    leftS: doublePrecision("left_s"),
    /** Why it failed, or why it waits for another attempt. */
    problem: text("problem"),
    /** The tool's error output, for the operator. */
    detail: text("detail"),
    /** Higher runs earlier. */
    priority: integer("priority").notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    /** For a waiting encoding: its earliest start. */
    notBefore: time("not_before"),
    /** The only job that may work on it. */
    jobId: text("job_id"),
    /** Claim of the worker that holds it; writes with another claim are refused. */
    claim: text("claim"),
    owner: jsonb("owner").$type<EncodingOwner>(),
    /** The smallest rendition, which viewers watch until all renditions are ready. */
    previewId: text("preview_id"),
    assetId: text("asset_id"),
    sounds: jsonb("sounds").$type<MeasuredSound[]>(),
    /** Null: not decided yet. */
    tuning: jsonb("tuning").$type<StoredTuning>(),
    /** Files that become subtitles of the asset as soon as it exists. */
    sidecars: jsonb("sidecars").$type<Sidecar[]>(),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
    startedAt: time("started_at"),
    finishedAt: time("finished_at"),
  },
  (t) => [
    foreignKey({
      name: "encoding_episode",
      columns: [t.movieId, t.episodeIndex],
      foreignColumns: [episodes.movieId, episodes.index],
    })
      .onUpdate("cascade")
      .onDelete("cascade"),
    // Two at once would overwrite each other.
    uniqueIndex("encoding_live")
      .on(t.movieId, t.episodeIndex)
      .where(sql`state in ('waiting', 'encoding', 'paused')`),
    index("encoding_of_episode").on(t.movieId, t.episodeIndex, t.createdAt),
    index("encoding_latest").on(t.createdAt, t.id),
    index("encoding_state").on(t.state, t.createdAt, t.id),
    // Subtitles beside videos, which are jobs of their own.
    index("encoding_sidecars")
      .on(t.createdAt, t.id)
      .where(sql`sidecars is not null`),
    index("encoding_unread")
      .on(t.createdAt, t.id)
      .where(sql`state = 'ready' and ${hasUnreadSidecar}`),
  ],
);
