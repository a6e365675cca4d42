import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { JobAction, JobState, OpenJobState } from "../../../../contract/ingest/values.ts";
import type { Db } from "../../../db/client.ts";
import { magnets } from "../../../db/schema.ts";
import { timeText } from "../../kernel/cursor.ts";
import type { MagnetRow, MagnetState } from "../magnets/magnet-row.ts";
import { shown } from "../magnets/read-magnets.ts";
import { behind, type FoundJob, type JobSource } from "./job-source.ts";

const states = {
  "waiting-metadata": "running",
  choose: "choose",
  waiting: "waiting",
  downloading: "running",
  paused: "paused",
  verifying: "running",
  importing: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Record<MagnetState, JobState>;
const allStates = Object.keys(states) as MagnetState[];
const open = allStates.filter((one) => one !== "done" && one !== "cancelled");

/** Magnets, which become titles. */
export const magnetJobs: JobSource = {
  kind: "magnet",
  async find({ db }, { state, movie, after, limit }) {
    const wanted = allStates.filter((one) => states[one] === state);
    const rows = await db
      .select({ row: magnets, key: timeText(magnets.createdAt) })
      .from(magnets)
      .where(
        and(
          state === undefined ? undefined : inArray(magnets.state, wanted),
          movie === undefined ? undefined : eq(magnets.movieId, movie),
          behind(magnets, after),
        ),
      )
      .orderBy(desc(magnets.createdAt), desc(magnets.id))
      .limit(limit);
    const waits = rows.some(({ row }) => row.state === "waiting");
    const places = waits ? await placesOf(db) : new Map<string, number>();
    return rows.map(({ row, key }) => jobOf(row, key, places));
  },
  async count(db) {
    const rows = await db
      .select({ state: magnets.state, count: count() })
      .from(magnets)
      .where(inArray(magnets.state, open))
      .groupBy(magnets.state);
    const sums = new Map<OpenJobState, number>();
    for (const { state, count: number } of rows) {
      const state_ = states[state] as OpenJobState;
      sums.set(state_, (sums.get(state_) ?? 0) + number);
    }
    return [...sums].map(([state, number]) => ({ state, count: number }));
  },
};

/** Downloads begin in the order in which the magnets were added. */
async function placesOf(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({
      id: magnets.id,
      place: sql<number>`row_number() over (order by ${magnets.createdAt}, ${magnets.id})::int`,
    })
    .from(magnets)
    .where(and(eq(magnets.state, "waiting"), isNull(magnets.notBefore)));
  return new Map(rows.map(({ id, place }) => [id, place]));
}

function jobOf(row: MagnetRow, key: string, places: Map<string, number>): FoundJob {
  const { id, name, state, problem, detail, notBefore, progress, leftS, createdAt, finishedAt } = shown(row);
  const delayed = (state === "waiting" || state === "waiting-metadata") && notBefore !== null;
  const actions: JobAction[] = [];
  if (state === "failed" || delayed) actions.push("retry");
  if (state !== "done" && state !== "cancelled") actions.push("cancel");
  return {
    id,
    key,
    state: states[state],
    step: state,
    name,
    movieId: row.movieId,
    episode: null,
    place: places.get(id) ?? null,
    progress: ["downloading", "verifying", "importing"].includes(state) ? progress : null,
    leftS,
    problems: problem === null ? [] : [{ code: problem, number: null, about: null }],
    detail: detail || null,
    notBefore: delayed ? notBefore : null,
    actions,
    createdAt,
    finishedAt,
  };
}
