import { and, sql } from "drizzle-orm";
import type { CaptioningProblem } from "../../../../contract/ingest/values.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import type { ProcessLease } from "../../../db/process-lease.ts";
import { captionings } from "../../../db/schema.ts";
import { heldBy, writeHeld } from "../../kernel/lease.ts";
import { claimed, isFree, isLeft, nextAttempt, type ClaimOrder } from "../job-row.ts";
import { queueUp, released, type CaptioningRow } from "./captioning-row.ts";

type Deps = { db: Db; jobs: Jobs };
const running = "running";

/** A claimed one: only the worker with its claim may write to it. */
export type ClaimedCaptioning = CaptioningRow & { claim: string };
type Why = { problem: CaptioningProblem; detail: string; now: Date };

/**
 * Claims the making of captions for this process, if `jobId` is still the job that may work on it and no living process
 * does. A previous worker, which was presumed dead, can no longer write.
 * @returns null if there is nothing to do
 */
export async function claimCaptioning(db: Db, order: ClaimOrder): Promise<ClaimedCaptioning | null> {
  const { claim, mostAttempts, now } = order;
  const mine = isFree(captionings, { ...order, running });
  const [given] = await db
    .update(captionings)
    .set({ ...failed(now), problem: "worker_died" })
    .where(and(mine, sql`${captionings.attempts} >= ${mostAttempts}`))
    .returning({ id: captionings.id });
  if (given) return null;
  const [row] = await db
    .update(captionings)
    .set({ state: running, phase: "sound", ...claimed(captionings, order) })
    .where(mine)
    .returning();
  return row ? { ...row, claim } : null;
}

/** @throws LeaseLost */
export async function reportCaptioning(
  db: Db,
  row: ClaimedCaptioning,
  { now, ...set }: Partial<Pick<CaptioningRow, "phase" | "progress" | "leftS">> & { now: Date },
): Promise<void> {
  await writeHeld(db, captionings, { row, set: { ...set, updatedAt: now } });
}

/** Fails it for good: an admin has to do something first. */
export async function giveUpCaptioning(
  db: Db,
  row: ClaimedCaptioning,
  { problem, detail, now }: Why,
): Promise<void> {
  await db
    .update(captionings)
    .set({ ...failed(now), problem, detail })
    .where(heldBy(captionings, row));
}

/**
 * Schedules another attempt, with a delay that doubles each time; after the last one it has failed.
 * @param why.counted false if neither the sound nor the program was the cause: then it waits without a limit of attempts
 */
export async function tryCaptioningLater(
  { db, jobs }: Deps,
  row: ClaimedCaptioning,
  why: Why & { counted: boolean; mostAttempts: number },
): Promise<void> {
  const { problem, detail, now } = why;
  const next = nextAttempt(row.attempts, why);
  if (!next) return giveUpCaptioning(db, row, why);
  const { notBefore, attempts } = next;
  await requeue({ db, jobs }, row, { now, notBefore, fields: { problem, detail, attempts } });
}

/** Returns it to the queue as if it had not started: this process ends, or the episode got another video. */
export async function giveCaptioningBack(deps: Deps, row: ClaimedCaptioning, now: Date): Promise<void> {
  await requeue(deps, row, { now, fields: { attempts: row.attempts - 1 } });
}

async function requeue({ db, jobs }: Deps, row: ClaimedCaptioning, at: Parameters<typeof queueUp>[3]) {
  await db.transaction(async (tx) => {
    const [held] = await tx.select().from(captionings).where(heldBy(captionings, row)).for("update");
    if (held) await queueUp(tx, jobs, held, at);
  });
}

/**
 * Queues again what dead workers left, and what this process holds and no longer works on.
 * @param held claims that this process works on
 */
export async function takeUpLostCaptionings(
  deps: Deps,
  { lease, held, now }: { lease: ProcessLease; held: ReadonlySet<string>; now: Date },
): Promise<void> {
  const begun = await deps.db.select().from(captionings).where(isLeft(captionings, { lease, running }));
  for (const row of begun)
    if (!held.has(row.claim!)) await requeue(deps, { ...row, claim: row.claim! }, { now });
}

function failed(now: Date) {
  return { ...released, state: "failed", finishedAt: now, updatedAt: now } as const;
}
