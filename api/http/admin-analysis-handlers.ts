import type { adminAnalysisCalls } from "../../contract/analysis/admin-analysis.ts";
import type { Db } from "../db/client.ts";
import { exportAnalysis } from "../domain/analysis/export-analysis.ts";
import { analyseDays } from "../domain/analysis/read-days.ts";
import { analyseRetention } from "../domain/analysis/read-retention.ts";
import { analyseSplit } from "../domain/analysis/read-splits.ts";
import { analyseTitles } from "../domain/analysis/read-titles.ts";
import type { Handlers } from "./call-context.ts";

/** The calls of the analysis, which read sums only. */
export function createAdminAnalysisHandlers({
  db,
}: {
  db: Db;
}): Pick<Handlers, keyof typeof adminAnalysisCalls> {
  return {
    "z/analysis/days": (input, { now }) => analyseDays(db, { ...input, now }),
    "z/analysis/split": (input, { now }) => analyseSplit(db, { ...input, now }),
    "z/analysis/titles": (input, { now, locale }) => analyseTitles(db, { ...input, now, locale }),
    "z/analysis/retention": (input, { now, locale }) => analyseRetention(db, { ...input, now, locale }),
    "z/analysis/export": (input, { now, locale }) => exportAnalysis(db, { ...input, now, locale }),
  };
}
