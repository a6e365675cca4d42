import type { JobCounts } from "../../../../contract/ingest/admin-jobs.ts";
import type { JobKind, OpenJobState } from "../../../../contract/ingest/values.ts";

/** @returns how many jobs of a kind, or of all kinds, are in one of these states */
export function jobCount(jobs: JobCounts, states: readonly OpenJobState[], kind?: JobKind): number {
  return jobs
    .filter((one) => states.includes(one.state) && (kind === undefined || one.kind === kind))
    .reduce((sum, { count }) => sum + count, 0);
}
