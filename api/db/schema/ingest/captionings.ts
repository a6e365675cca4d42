import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  captioningPhases,
  captioningProblems,
  captioningStates,
} from "../../../../contract/ingest/values.ts";
import { episodes } from "../catalogue/episodes.ts";
import { time } from "../columns.ts";

/**
 * The making of captions from an episode's sound, by the operator's program. The row is authoritative; a queue job only
 * says that the row needs attention. It moves with its episode and is deleted with it.
 */
export const captionings = pgTable(
  "captioning",
  {
    id: text("id").primaryKey(),
    movieId: text("movie_id").notNull(),
    episodeIndex: integer("episode_index").notNull(),
    /** BCP 47 tag of what is spoken, as chosen; null = as the sound says, or as the program hears. */
    locale: text("locale"),
    /** An admin has agreed that it replaces subtitles of its language which were not made so, or were corrected. */
    replace: boolean("replace").notNull(),
    state: text("state", { enum: captioningStates }).notNull(),
    phase: text("phase", { enum: captioningPhases }),
    /** 0 to 1. */
    progress: doublePrecision("progress").notNull().default(0),
    /** Remaining seconds; null if unknown. */
    leftS: doublePrecision("left_s"),
    /** Why it failed, or why it waits for another attempt. */
    problem: text("problem", { enum: captioningProblems }),
    /** The program's error output, for the operator. */
    detail: text("detail"),
    attempts: integer("attempts").notNull().default(0),
    /** If it waits: its earliest start. */
    notBefore: time("not_before"),
    /** The only job that may work on it. */
    jobId: text("job_id"),
    /** Claim of the worker that holds it; writes with another claim are refused. */
    claim: text("claim"),
    owner: jsonb("owner").$type<{ process: string }>(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
    startedAt: time("started_at"),
    finishedAt: time("finished_at"),
  },
  (t) => [
    foreignKey({
      name: "captioning_episode",
      columns: [t.movieId, t.episodeIndex],
      foreignColumns: [episodes.movieId, episodes.index],
    })
      .onUpdate("cascade")
      .onDelete("cascade"),
    // Two at once would overwrite each other.
    uniqueIndex("captioning_live")
      .on(t.movieId, t.episodeIndex)
      .where(sql`state in ('waiting', 'running')`),
    index("captioning_of_episode").on(t.movieId, t.episodeIndex, t.createdAt),
    index("captioning_latest").on(t.createdAt, t.id),
    index("captioning_state").on(t.state, t.createdAt, t.id),
  ],
);
