import { and, count, desc, inArray, sql } from "drizzle-orm";
import type { ImportState } from "../../../../contract/catalogue/values.ts";
import { isMoving } from "../../../../contract/catalogue/values.ts";
import type { JobState, OpenJobState } from "../../../../contract/ingest/values.ts";
import { movieImports } from "../../../db/schema.ts";
import type { ImportRow } from "../../catalogue/import/import-row.ts";
import { timeText } from "../../kernel/cursor.ts";
import { behind, type FoundJob, type JobSource } from "./job-source.ts";

const states = {
  checking: "running",
  checked: "choose",
  importing: "running",
  imported: "done",
  undoing: "running",
  undone: "done",
  cancelled: "cancelled",
  failed: "failed",
} as const satisfies Record<ImportState, JobState>;
const allStates = Object.keys(states) as ImportState[];
const open = allStates.filter((one) => states[one] !== "done" && states[one] !== "cancelled");
/** Cursors hold the ids of all kinds as text. */
const textId = sql`${movieImports.id}::text`;

/** CSV files of titles. */
export const importJobs: JobSource = {
  kind: "import",
  async find({ db }, { state, movie, after, limit }) {
    const wanted = allStates.filter((one) => state === undefined || states[one] === state);
    if (movie !== undefined || wanted.length === 0) return [];
    const rows = await db
      .select({ row: movieImports, key: timeText(movieImports.createdAt) })
      .from(movieImports)
      .where(
        and(
          inArray(movieImports.state, wanted),
          behind({ createdAt: movieImports.createdAt, id: textId }, after),
        ),
      )
      .orderBy(desc(movieImports.createdAt), desc(textId))
      .limit(limit);
    return rows.map(({ row, key }) => jobOf(row, key));
  },
  async count(db) {
    const rows = await db
      .select({ state: movieImports.state, count: count() })
      .from(movieImports)
      .where(inArray(movieImports.state, open))
      .groupBy(movieImports.state);
    const sums = new Map<OpenJobState, number>();
    for (const { state, count: number } of rows) {
      const own = states[state] as OpenJobState;
      sums.set(own, (sums.get(own) ?? 0) + number);
    }
    return [...sums].map(([state, number]) => ({ state, count: number }));
  },
};

function jobOf(row: ImportRow, key: string): FoundJob {
  const { id, state, problem, problemLine, done, total, createdAt } = row;
  return {
    id,
    key,
    state: states[state],
    step: state,
    name: null,
    movieId: null,
    episode: null,
    place: null,
    progress: isMoving(state) && total > 0 ? Math.min(1, done / total) : null,
    leftS: null,
    problems: problem === null ? [] : [{ code: problem, number: problemLine, about: null }],
    detail: null,
    notBefore: null,
    actions: ["checking", "checked", "importing", "failed"].includes(state) ? ["cancel"] : [],
    createdAt: createdAt.toISOString(),
    finishedAt: null,
  };
}
