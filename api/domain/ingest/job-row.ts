import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ProcessLease } from "../../db/process-lease.ts";

/** A table whose rows a job works on, one process at a time: encodings, and captions that are made. */
type JobTable = PgTable & Record<"id" | "jobId" | "state" | "owner" | "attempts", PgColumn>;

/** A job that asks for its row. */
export type ClaimOrder = {
  id: string;
  jobId: string;
  /** A new id, of this attempt. */
  claim: string;
  lease: ProcessLease;
  /** With this many starts the row has crashed its worker each time, and fails. */
  mostAttempts: number;
  now: Date;
};

/** Condition for rows in the state `running` that a dead process left, or that this one holds. */
export function isLeft(table: JobTable, { lease, running }: { lease: ProcessLease; running: string }) {
  const holder = sql`(${table.owner} ->> 'process')`;
  return and(eq(table.state, running), or(eq(holder, lease.id), lease.isDead(holder)));
}

/** Condition for a row on which `jobId` is still the job that may work, and no living process does. */
export function isFree(
  table: JobTable,
  { id, jobId, lease, running }: Pick<ClaimOrder, "id" | "jobId" | "lease"> & { running: string },
): SQL | undefined {
  const free = or(eq(table.state, "waiting"), isLeft(table, { lease, running }));
  return and(eq(table.id, id), eq(table.jobId, jobId), free);
}

/** What a claim writes to its row, beside state and phase. */
export function claimed(table: JobTable, { claim, lease, now }: Pick<ClaimOrder, "claim" | "lease" | "now">) {
  return {
    progress: 0,
    leftS: null,
    problem: null,
    detail: null,
    claim,
    owner: { process: lease.id },
    attempts: sql`${table.attempts} + 1`,
    notBefore: null,
    startedAt: now,
    updatedAt: now,
  };
}

const firstDelayMs = 30_000;
const longestDelayMs = 30 * 60_000;

/**
 * When another attempt may start, with a delay that doubles each time.
 * @param why.counted false if what the row is about was not the cause: then it waits without a limit of attempts
 * @returns null after the last attempt
 */
export function nextAttempt(
  attempts: number,
  { counted, mostAttempts, now }: { counted: boolean; mostAttempts: number; now: Date },
): { notBefore: Date; attempts: number } | null {
  if (counted && attempts >= mostAttempts) return null;
  const delayMs = counted ? firstDelayMs * 2 ** Math.min(10, attempts - 1) : firstDelayMs;
  const notBefore = new Date(now.getTime() + Math.min(longestDelayMs, delayMs));
  return { notBefore, attempts: counted ? attempts : attempts - 1 };
}
