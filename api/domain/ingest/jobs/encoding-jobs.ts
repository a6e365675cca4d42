import { and, count, desc, eq, inArray } from "drizzle-orm";
import {
  codecNames,
  type JobAction,
  type JobState,
  type OpenJobState,
} from "../../../../contract/ingest/values.ts";
import { encodings } from "../../../db/schema.ts";
import { timeText } from "../../kernel/cursor.ts";
import type { EncodingRow } from "../encoding/encoding-row.ts";
import { behind, type FoundJob, type JobSource } from "./job-source.ts";

const states = {
  waiting: "waiting",
  encoding: "running",
  paused: "paused",
  ready: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Record<EncodingRow["state"], JobState>;
const open = ["waiting", "encoding", "paused", "failed"] as const;

/** Videos that are encoded. */
export const encodingJobs: JobSource = {
  kind: "encoding",
  async find({ db, jobs }, { state, movie, after, limit }) {
    const wanted = encodings.state.enumValues.find((one) => states[one] === state);
    if (state !== undefined && wanted === undefined) return [];
    const rows = await db
      .select({ row: encodings, key: timeText(encodings.createdAt) })
      .from(encodings)
      .where(
        and(
          wanted && eq(encodings.state, wanted),
          movie === undefined ? undefined : eq(encodings.movieId, movie),
          behind(encodings, after),
        ),
      )
      .orderBy(desc(encodings.createdAt), desc(encodings.id))
      .limit(limit);
    const waiting = rows.flatMap(({ row: { state: own, jobId } }) =>
      own === "waiting" ? (jobId ?? []) : [],
    );
    const places = await jobs.places("encode", waiting);
    return rows.map(({ row, key }) => jobOf(row, key, places));
  },
  async count(db) {
    const rows = await db
      .select({ state: encodings.state, count: count() })
      .from(encodings)
      .where(inArray(encodings.state, [...open]))
      .groupBy(encodings.state);
    return rows.map((row) => ({ ...row, state: states[row.state] as OpenJobState }));
  },
};

function jobOf(row: EncodingRow, key: string, places: Map<string, number>): FoundJob {
  const { id, state, codecs, phase, progress, leftS, problem, detail, notBefore } = row;
  const about = codecs?.map((codec) => codecNames[codec]).join(", ") || null;
  const delayed = state === "waiting" && notBefore !== null;
  const actions: JobAction[] = [];
  if (state === "failed" || delayed) actions.push("retry");
  if (state !== "ready" && state !== "cancelled") actions.push("cancel");
  return {
    id,
    key,
    state: states[state],
    step: phase,
    name: null,
    movieId: row.movieId,
    episode: row.episodeIndex,
    place: state === "waiting" && row.jobId ? (places.get(row.jobId) ?? null) : null,
    progress: state === "encoding" ? progress : null,
    leftS: state === "encoding" ? leftS : null,
    problems: problem === null || state === "ready" ? [] : [{ code: problem, number: null, about }],
    detail: detail || null,
    notBefore: delayed ? notBefore.toISOString() : null,
    actions,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
