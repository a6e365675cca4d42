import { sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Job } from "../../../../contract/ingest/admin-jobs.ts";
import type { JobKind, JobState, OpenJobState } from "../../../../contract/ingest/values.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import type { Place } from "../../kernel/cursor.ts";

/** A job before its movie's title is known. `key` = when it was made, as `timeText` writes it. */
export type FoundJob = Omit<Job, "movie" | "kind"> & { movieId: string | null; key: string };

export type FindJobs = {
  state: JobState | undefined;
  movie: string | undefined;
  /** Begins behind this job of any kind; `inclusive`: a job of the same time and id is still to come. */
  after: (Place & { inclusive: boolean }) | null;
  limit: number;
};

/** Where the jobs of one kind come from: its own table, which stays authoritative. */
export type JobSource = {
  kind: JobKind;
  /** Newest first, by time and id. */
  find: (deps: { db: Db; jobs: Jobs }, wanted: FindJobs) => Promise<FoundJob[]>;
  count: (db: Db) => Promise<{ state: OpenJobState; count: number }[]>;
};

/** Condition for rows behind a place of the list. */
export function behind(
  { createdAt, id }: { createdAt: PgColumn; id: PgColumn | SQL },
  after: FindJobs["after"],
): SQL | undefined {
  if (!after) return undefined;
  const than = sql.raw(after.inclusive ? "<=" : "<");
  return sql`(${createdAt}, ${id}) ${than} (${after.key}::timestamptz, ${after.id})`;
}
