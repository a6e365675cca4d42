import { and, count, desc, eq, inArray } from "drizzle-orm";
import type { JobAction, JobState, OpenJobState } from "../../../../contract/ingest/values.ts";
import { captioningStates } from "../../../../contract/ingest/values.ts";
import { captionings } from "../../../db/schema.ts";
import { timeText } from "../../kernel/cursor.ts";
import type { CaptioningRow } from "../captions/captioning-row.ts";
import { behind, type FoundJob, type JobSource } from "./job-source.ts";

const open = ["waiting", "running", "failed"] as const satisfies readonly OpenJobState[];
const isState = (state: JobState) => captioningStates.find((one) => one === state);

/** Captions that are made of a sound. */
export const captionJobs: JobSource = {
  kind: "captions",
  async find({ db, jobs }, { state, movie, after, limit }) {
    const wanted = state && isState(state);
    if (state !== undefined && wanted === undefined) return [];
    const rows = await db
      .select({ row: captionings, key: timeText(captionings.createdAt) })
      .from(captionings)
      .where(
        and(
          wanted && eq(captionings.state, wanted),
          movie === undefined ? undefined : eq(captionings.movieId, movie),
          behind(captionings, after),
        ),
      )
      .orderBy(desc(captionings.createdAt), desc(captionings.id))
      .limit(limit);
    const waiting = rows.flatMap(({ row }) => (row.state === "waiting" ? (row.jobId ?? []) : []));
    const places = await jobs.places("captions", waiting);
    return rows.map(({ row, key }) => jobOf(row, key, places));
  },
  async count(db) {
    const rows = await db
      .select({ state: captionings.state, count: count() })
      .from(captionings)
      .where(inArray(captionings.state, [...open]))
      .groupBy(captionings.state);
    return rows.map((row) => ({ ...row, state: row.state as OpenJobState }));
  },
};

function jobOf(row: CaptioningRow, key: string, places: Map<string, number>): FoundJob {
  const { id, state, phase, progress, leftS, problem, detail, notBefore, jobId } = row;
  const delayed = state === "waiting" && notBefore !== null;
  const actions: JobAction[] = [];
  if (state === "failed" || delayed) actions.push("retry");
  if (state !== "done" && state !== "cancelled") actions.push("cancel");
  return {
    id,
    key,
    state,
    step: phase,
    name: null,
    movieId: row.movieId,
    episode: row.episodeIndex,
    place: state === "waiting" && jobId ? (places.get(jobId) ?? null) : null,
    progress: state === "running" ? progress : null,
    leftS: state === "running" ? leftS : null,
    problems: problem === null || state === "cancelled" ? [] : [{ code: problem, number: null, about: null }],
    detail: detail || null,
    notBefore: delayed ? notBefore.toISOString() : null,
    actions,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
