import { and, eq, or, sql } from "drizzle-orm";
import type { EncodingProblem } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import type { ProcessLease } from "../../../db/process-lease.ts";
import { encodings } from "../../../db/schema.ts";
import { heldBy, writeHeld } from "../../kernel/lease.ts";
import { queueUp, type EncodingRow } from "./encoding-row.ts";

type Deps = { db: Db; jobs: Jobs };
const holder = sql`(${encodings.owner} ->> 'process')`;

export type ClaimOrder = {
  id: string;
  jobId: string;
  claim: string;
  lease: ProcessLease;
  mostAttempts: number;
  now: Date;
};

/** A claimed encoding: only the worker with its claim may write to it. */
export type Claimed = EncodingRow & { claim: string };

/**
 * Claims an encoding for this process, if `jobId` is still the job that may work on it and no living process does. A
 * previous worker, which was presumed dead, can no longer write.
 * @param claim a new id, of this attempt
 * @param mostAttempts an encoding with this many starts has crashed its worker each time, and fails
 * @returns null if there is nothing to do
 */
export async function claimEncoding(
  db: Db,
  { id, jobId, claim, lease, mostAttempts, now }: ClaimOrder,
): Promise<Claimed | null> {
  const mine = and(
    eq(encodings.id, id),
    eq(encodings.jobId, jobId),
    or(
      eq(encodings.state, "waiting"),
      and(eq(encodings.state, "encoding"), or(eq(holder, lease.id), lease.isDead(holder))),
    ),
  );
  const [given] = await db
    .update(encodings)
    .set({ ...over("failed", now), problem: "worker_died" satisfies EncodingProblem })
    .where(and(mine, sql`${encodings.attempts} >= ${mostAttempts}`))
    .returning({ id: encodings.id });
  if (given) return null;
  const [row] = await db
    .update(encodings)
    .set({
      state: "encoding",
      phase: "reading",
      progress: 0,
      leftS: null,
      problem: null,
      detail: null,
      claim,
      owner: { process: lease.id },
      attempts: sql`${encodings.attempts} + 1`,
      notBefore: null,
      startedAt: now,
      updatedAt: now,
    })
    .where(mine)
    .returning();
  return row ? { ...row, claim } : null;
}

type Report = Partial<Pick<EncodingRow, "phase" | "progress" | "leftS" | "sounds" | "sidecars" | "tuning">>;

/** @throws LeaseLost */
export async function report(
  db: Db,
  claimed: Claimed,
  { now, ...set }: Report & { now: Date },
): Promise<void> {
  await writeHeld(db, encodings, { row: claimed, set: { ...set, updatedAt: now } });
}

/** Fails the encoding for good: the file has to be sent again. */
export async function giveUp(
  db: Db,
  claimed: Claimed,
  { problem, detail, now }: { problem: EncodingProblem; detail: string; now: Date },
): Promise<void> {
  await db
    .update(encodings)
    .set({ ...over("failed", now), problem, detail })
    .where(heldBy(encodings, claimed));
}

const firstDelayMs = 30_000;
const longestDelayMs = 30 * 60_000;

/**
 * Schedules another attempt, with a delay that doubles each time; after the last one the encoding has failed.
 * @param counted false if the file was not the cause: then it waits without a limit of attempts
 */
export async function tryLater(
  { db, jobs }: Deps,
  claimed: Claimed,
  why: { problem: EncodingProblem; detail: string; counted: boolean; mostAttempts: number; now: Date },
): Promise<void> {
  const { problem, detail, counted, mostAttempts, now } = why;
  if (counted && claimed.attempts >= mostAttempts) return giveUp(db, claimed, { problem, detail, now });
  const delay = counted ? firstDelayMs * 2 ** Math.min(10, claimed.attempts - 1) : firstDelayMs;
  const notBefore = new Date(now.getTime() + Math.min(longestDelayMs, delay));
  const attempts = counted ? claimed.attempts : claimed.attempts - 1;
  await requeue({ db, jobs }, claimed, { now, notBefore, fields: { problem, detail, attempts } });
}

/** Returns the encoding to the queue as if it had not started, because this process ends. */
export async function giveBack(deps: Deps, claimed: Claimed, now: Date): Promise<void> {
  await requeue(deps, claimed, { now, fields: { attempts: claimed.attempts - 1 } });
}

async function requeue({ db, jobs }: Deps, claimed: Claimed, at: Parameters<typeof queueUp>[3]) {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(encodings).where(heldBy(encodings, claimed)).for("update");
    if (row) await queueUp(tx, jobs, row, at);
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
  const begun = await db
    .select()
    .from(encodings)
    .where(and(eq(encodings.state, "encoding"), or(eq(holder, lease.id), lease.isDead(holder))));
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
