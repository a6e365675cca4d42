import type { adminAnalysisCalls, statCalls } from "../../contract/analysis/admin-analysis.ts";
import type { adminOverviewCalls } from "../../contract/analysis/admin-overview.ts";
import type { Db } from "../db/client.ts";
import { exportAnalysis } from "../domain/analysis/export-analysis.ts";
import { analyseDays } from "../domain/analysis/read-days.ts";
import { createOverview } from "../domain/analysis/read-overview.ts";
import { analyseRetention } from "../domain/analysis/read-retention.ts";
import { analyseSplit } from "../domain/analysis/read-splits.ts";
import { analyseMovies } from "../domain/analysis/read-movies.ts";
import { createStatRecord } from "../domain/analysis/record-stat.ts";
import type { Storage } from "../ports/storage.ts";
import type { Handlers } from "./call-context.ts";

export type AnalysisDeps = { db: Db; storage: Storage; dataDir: string };
type Call = keyof (typeof statCalls & typeof adminAnalysisCalls & typeof adminOverviewCalls);

/** What is counted, and what the sums say. */
export function createAnalysisHandlers(deps: AnalysisDeps): Pick<Handlers, Call> {
  const { db } = deps;
  const recordStat = createStatRecord(db);
  const overview = createOverview(deps);
  return {
    stat: async (input, { session, now }) => {
      await recordStat({ ...input, uid: session?.user.uid ?? null, now });
      return {};
    },
    "z/overview": (_input, { now }) => overview(now),
    "z/analysis/days": (input, { now }) => analyseDays(db, { ...input, now }),
    "z/analysis/split": (input, { now }) => analyseSplit(db, { ...input, now }),
    "z/analysis/titles": (input, { now, locale }) => analyseMovies(db, { ...input, now, locale }),
    "z/analysis/retention": (input, { now, locale }) => analyseRetention(db, { ...input, now, locale }),
    "z/analysis/export": (input, { now, locale }) => exportAnalysis(db, { ...input, now, locale }),
  };
}
