import { and, sql } from "drizzle-orm";
import type { EncodingProblem } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import type { ProcessLease } from "../../../db/process-lease.ts";
import { encodings } from "../../../db/schema.ts";
import { heldBy, writeHeld } from "../../kernel/lease.ts";
import { claimed, isFree, isLeft, nextAttempt, type ClaimOrder } from "../job-row.ts";
import { queueUp, type EncodingRow } from "./encoding-row.ts";

type Deps = { db: Db; jobs: Jobs };
const running = "encoding";

/** A claimed encoding: only the worker with its claim may write to it. */
export type Claimed = EncodingRow & { claim: string };

/**
 * Claims an encoding for this process, if `jobId` is still the job that may work on it and no living process does. A
 * previous worker, which was presumed dead, can no longer write.
 * @returns null if there is nothing to do
 */
export async function claimEncoding(db: Db, order: ClaimOrder): Promise<Claimed | null> {
  const { claim, mostAttempts, now } = order;
  const mine = isFree(encodings, { ...order, running });
  const [given] = await db
    .update(encodings)
    .set({ ...over("failed", now), problem: "worker_died" satisfies EncodingProblem })
    .where(and(mine, sql`${encodings.attempts} >= ${mostAttempts}`))
    .returning({ id: encodings.id });
  if (given) return null;
  const [row] = await db
    .update(encodings)
    .set({ state: running, phase: "reading", ...claimed(encodings, order) })
    .where(mine)
    .returning();
  return row ? { ...row, claim } : null;
}

type Report = Partial<Pick<EncodingRow, "phase" | "progress" | "leftS" | "sounds" | "sidecars" | "tuning">>;

/** @throws LeaseLost */
export async function report(db: Db, row: Claimed, { now, ...set }: Report & { now: Date }): Promise<void> {
  await writeHeld(db, encodings, { row, set: { ...set, updatedAt: now } });
}

/** Fails the encoding for good: the file has to be sent again. */
export async function giveUp(
  db: Db,
  row: Claimed,
  { problem, detail, now }: { problem: EncodingProblem; detail: string; now: Date },
): Promise<void> {
  await db
    .update(encodings)
    .set({ ...over("failed", now), problem, detail })
    .where(heldBy(encodings, row));
}

/**
 * Schedules another attempt, with a delay that doubles each time; after the last one the encoding has failed.
 * @param counted false if the file was not the cause: then it waits without a limit of attempts
 */
export async function tryLater(
  { db, jobs }: Deps,
  row: Claimed,
  why: { problem: EncodingProblem; detail: string; counted: boolean; mostAttempts: number; now: Date },
): Promise<void> {
  const { problem, detail, now } = why;
  const next = nextAttempt(row.attempts, why);
  if (!next) return giveUp(db, row, { problem, detail, now });
  const { notBefore, attempts } = next;
  await requeue({ db, jobs }, row, { now, notBefore, fields: { problem, detail, attempts } });
}

/** Returns the encoding to the queue as if it had not started, because this process ends. */
export async function giveBack(deps: Deps, row: Claimed, now: Date): Promise<void> {
  await requeue(deps, row, { now, fields: { attempts: row.attempts - 1 } });
}

async function requeue({ db, jobs }: Deps, row: Claimed, at: Parameters<typeof queueUp>[3]) {
  await db.transaction(async (tx) => {
    const [held] = await tx.select().from(encodings).where(heldBy(encodings, row)).for("update");
    if (held) await queueUp(tx, jobs, held, at);
  });
}

/**
 * Queues the encodings of dead workers again, and those that this process holds and no longer works on, as when the
 * database was away at their end.
 * @param held claims that this process works on
 * @returns number of encodings
 */
export async function takeUpLost(
  { db, jobs }: Deps,
  { lease, held, now }: { lease: ProcessLease; held: ReadonlySet<string>; now: Date },
): Promise<number> {
  const begun = await db.select().from(encodings).where(isLeft(encodings, { lease, running }));
  const lost = begun.filter(({ claim }) => !held.has(claim!));
  for (const row of lost) await requeue({ db, jobs }, { ...row, claim: row.claim! }, { now });
  return lost.length;
}

function over(state: "failed", now: Date) {
  return {
    state,
    phase: null,
    leftS: null,
    claim: null,
    owner: null,
    jobId: null,
    finishedAt: now,
    updatedAt: now,
  };
}
