import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { EncodingProblem } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { isRunning, thisProcess } from "../../../db/process-owner.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { encodings } from "../../../db/schema.ts";
import { queueUp, type EncodingRow } from "./encoding-row.ts";

type Deps = { db: Db; jobs: Jobs };

/** An encoding somebody works on: only who has its claim may write in its name. */
export type Claimed = EncodingRow & { claim: string };

/** The encoding is no longer ours: paused, cancelled, given to another worker, or gone with its title. */
export class ClaimLost extends Error {}

/**
 * Takes an encoding for this process, if `jobId` is still the job that may work on it. Whoever worked on it before, and
 * was thought dead, can write no more.
 * @param mostAttempts one that was begun so often has taken its worker down each time, and is given up
 * @returns null where there is nothing to do
 */
export async function claimEncoding(
  db: Db,
  { id, jobId, mostAttempts, now }: { id: string; jobId: string; mostAttempts: number; now: Date },
): Promise<Claimed | null> {
  const mine = and(
    eq(encodings.id, id),
    eq(encodings.jobId, jobId),
    inArray(encodings.state, ["waiting", "encoding"]),
  );
  const [given] = await db
    .update(encodings)
    .set({ ...over("failed", now), problem: "worker_died" satisfies EncodingProblem })
    .where(and(mine, sql`${encodings.attempts} >= ${mostAttempts}`))
    .returning({ id: encodings.id });
  if (given) return null;
  const claim = randomUUID();
  const [row] = await db
    .update(encodings)
    .set({
      ...{ state: "encoding", phase: "reading", progress: 0, leftS: null, problem: null, detail: null },
      ...{ claim, owner: thisProcess(), attempts: sql`${encodings.attempts} + 1`, notBefore: null },
      ...{ startedAt: now, updatedAt: now },
    })
    .where(mine)
    .returning();
  return row ? { ...row, claim } : null;
}

/** @returns the condition that an encoding is still one's own */
export function ours({ id, claim }: Claimed) {
  return and(eq(encodings.id, id), eq(encodings.claim, claim), eq(encodings.state, "encoding"));
}

type Report = Partial<Pick<EncodingRow, "phase" | "progress" | "leftS" | "sounds" | "sidecars">>;

/** @throws ClaimLost */
export async function report(db: Db, claimed: Claimed, fields: Report & { now: Date }): Promise<void> {
  const { now, ...set } = fields;
  const [row] = await db
    .update(encodings)
    .set({ ...set, updatedAt: now })
    .where(ours(claimed))
    .returning({ id: encodings.id });
  if (!row) throw new ClaimLost();
}

/** Nothing came of it, and nothing will: whoever sent the file has to. */
export async function giveUp(
  db: Db,
  claimed: Claimed,
  { problem, detail, now }: { problem: EncodingProblem; detail: string; now: Date },
): Promise<void> {
  await db
    .update(encodings)
    .set({ ...over("failed", now), problem, detail })
    .where(ours(claimed));
}

const firstDelayMs = 30_000;
const longestDelayMs = 30 * 60_000;

/**
 * Another attempt later, after twice the time each; after the last one it has failed.
 * @param counted false where the file had no part in it: then it waits, however long it takes
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

/** What was begun is somebody else's to do, as though it had not been begun: this process ends. */
export async function giveBack(deps: Deps, claimed: Claimed, now: Date): Promise<void> {
  await requeue(deps, claimed, { now, fields: { attempts: claimed.attempts - 1 } });
}

async function requeue({ db, jobs }: Deps, claimed: Claimed, at: Parameters<typeof queueUp>[3]) {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(encodings).where(ours(claimed)).for("update");
    if (row) await queueUp(tx, jobs, row, at);
  });
}

/**
 * What a worker that was killed had begun waits again at once. One of another machine is found by its silence, which the
 * queue listens for.
 * @param alone nobody else can be at work on this database
 * @returns how many
 */
export async function takeUpLost(
  { db, jobs }: Deps,
  { alone, now }: { alone: boolean; now: Date },
): Promise<number> {
  const { host } = thisProcess();
  const begun = await db.select().from(encodings).where(eq(encodings.state, "encoding"));
  const lost = begun.filter(({ owner }) => alone || (owner?.host === host && !isRunning(owner)));
  for (const row of lost) await requeue({ db, jobs }, { ...row, claim: row.claim! }, { now });
  return lost.length;
}

function over(state: "failed", now: Date) {
  return {
    ...{ state, phase: null, leftS: null, claim: null, owner: null, jobId: null },
    ...{ finishedAt: now, updatedAt: now },
  };
}
