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
import type { SidecarProblem } from "../../../../contract/ingest/admin-magnets.ts";
import { episodes } from "../catalogue/catalogue.ts";
import { time } from "../columns.ts";

/** A process, so that a later one can tell whether it still runs. `started` is in the kernel's ticks. */
export type EncodingOwner = { host: string; pid: number; started: string };

/** How loud one sound of a file is (EBU R128), and by how much it was turned up or down. */
export type MeasuredSound = { index: number; lufs: number; peakDb: number; gainDb: number };

/** A stored subtitle file that becomes its film's, and what stood in its way when it was read. `name` is to be shown. */
export type Sidecar = {
  key: string;
  name: string;
  locale: string;
  kind: "subtitles" | "captions";
  problem: SidecarProblem | null;
};

/**
 * A stored file that becomes an episode's film. The row is the truth; a job of the queue only says that it is to be
 * looked at. It goes where its episode goes, and with it.
 */
export const encodings = pgTable(
  "encoding",
  {
    /** What is made of it has ids that follow from this one. */
    id: text("id").primaryKey(),
    movieId: text("movie_id").notNull(),
    episodeIndex: integer("episode_index").notNull(),
    /** Name of the stored file. */
    source: text("source").notNull(),
    state: text("state", {
      enum: ["waiting", "encoding", "paused", "ready", "failed", "cancelled"],
    }).notNull(),
    phase: text("phase", { enum: ["reading", "preview", "ladder"] }),
    /** 0 to 1. */
    progress: doublePrecision("progress").notNull().default(0),
    /** Seconds; null where it can't be told. */
    leftS: doublePrecision("left_s"),
    /** Why it failed, or why it waits for another attempt. */
    problem: text("problem"),
    /** What the tool said of it: for the operator's eyes. */
    detail: text("detail"),
    /** Higher is earlier. */
    priority: integer("priority").notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    /** Of a waiting one: not before. */
    notBefore: time("not_before"),
    /** The one job that may work on it. */
    jobId: text("job_id"),
    /** Whoever works on it has this; what others write in its name is refused. */
    claim: text("claim"),
    owner: jsonb("owner").$type<EncodingOwner>(),
    /** The smallest quality, which is watched until the ladder is there. */
    previewId: text("preview_id"),
    assetId: text("asset_id"),
    sounds: jsonb("sounds").$type<MeasuredSound[]>(),
    /** What becomes subtitles of the film as soon as it is one. */
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
    // Two at once would take each other's place.
    uniqueIndex("encoding_live")
      .on(t.movieId, t.episodeIndex)
      .where(sql`state in ('waiting', 'encoding', 'paused')`),
    index("encoding_of_episode").on(t.movieId, t.episodeIndex, t.createdAt),
    index("encoding_latest").on(t.createdAt, t.id),
  ],
);
