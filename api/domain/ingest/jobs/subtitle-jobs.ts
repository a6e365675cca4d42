import { and, count, desc, eq, inArray, isNotNull, not, type SQL } from "drizzle-orm";
import type { JobState } from "../../../../contract/ingest/values.ts";
import { encodings, hasUnreadSidecar } from "../../../db/schema.ts";
import { timeText } from "../../kernel/cursor.ts";
import type { EncodingRow } from "../encoding/encoding-row.ts";
import { behind, type FoundJob, type JobSource } from "./job-source.ts";

const beside = isNotNull(encodings.sidecars);
/** They are read once their video is encoded, and a failed video can be tried again. */
const before = ["waiting", "encoding", "paused", "failed"] as const;
const unread = and(eq(encodings.state, "ready"), hasUnreadSidecar)!;

const conditions: Partial<Record<JobState, SQL>> = {
  waiting: and(beside, inArray(encodings.state, [...before]))!,
  failed: unread,
  done: and(beside, eq(encodings.state, "ready"), not(hasUnreadSidecar))!,
  cancelled: and(beside, eq(encodings.state, "cancelled"))!,
};

/** Subtitle files beside a video, which become its subtitles with its encoding. */
export const subtitleJobs: JobSource = {
  kind: "subtitles",
  async find({ db }, { state, movie, after, limit }) {
    const condition = state === undefined ? beside : conditions[state];
    if (!condition) return [];
    const rows = await db
      .select({ row: encodings, key: timeText(encodings.createdAt) })
      .from(encodings)
      .where(
        and(
          condition,
          movie === undefined ? undefined : eq(encodings.movieId, movie),
          behind(encodings, after),
        ),
      )
      .orderBy(desc(encodings.createdAt), desc(encodings.id))
      .limit(limit);
    return rows.map(({ row, key }) => jobOf(row, key));
  },
  async count(db) {
    const [waiting] = await db.select({ n: count() }).from(encodings).where(conditions.waiting);
    const [failed] = await db.select({ n: count() }).from(encodings).where(unread);
    return [
      { state: "waiting" as const, count: waiting!.n },
      { state: "failed" as const, count: failed!.n },
    ];
  },
};

function jobOf(row: EncodingRow, key: string): FoundJob {
  const sidecars = row.sidecars ?? [];
  const state = stateOf(row);
  return {
    id: row.id,
    key,
    state,
    step: null,
    name: null,
    movieId: row.movieId,
    episode: row.episodeIndex,
    place: null,
    progress: null,
    leftS: null,
    problems: sidecars.flatMap(({ name, problem }) =>
      problem ? [{ code: problem.why, number: problem.number, about: name }] : [],
    ),
    detail: null,
    notBefore: null,
    actions: state === "failed" ? ["retry", "cancel"] : [],
    createdAt: row.createdAt.toISOString(),
    finishedAt: state === "waiting" ? null : (row.finishedAt?.toISOString() ?? null),
  };
}

function stateOf({ state, sidecars }: EncodingRow): JobState {
  if (state === "cancelled") return "cancelled";
  if (state !== "ready") return "waiting";
  return sidecars?.some(({ problem, dismissed }) => problem && dismissed === undefined) ? "failed" : "done";
}
