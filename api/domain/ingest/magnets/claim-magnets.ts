import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { ProcessLease } from "../../../db/process-lease.ts";
import { magnets } from "../../../db/schema.ts";
import { lockHeld, writeHeld } from "../../kernel/lease.ts";
import { busyStates, unclaimed, type MagnetRow, type MagnetState } from "./magnet-row.ts";

const busy = or(inArray(magnets.state, [...busyStates]), eq(magnets.seeding, true));

/**
 * Claims magnets that need work and have no living worker.
 * @returns all magnets this process holds now, oldest first
 */
export async function claimMagnets(db: Db, { id, isDead }: ProcessLease): Promise<MagnetRow[]> {
  await db
    .update(magnets)
    .set({ ...unclaimed, claim: id })
    .where(and(busy, or(isNull(magnets.claim), isDead(magnets.claim))));
  return db
    .select()
    .from(magnets)
    .where(and(busy, eq(magnets.claim, id)))
    .orderBy(magnets.createdAt, magnets.id);
}

/**
 * Releases the magnets of dead workers.
 * @returns whether there were any, and no living worker holds others
 */
export async function releaseLost(db: Db, { isDead }: ProcessLease): Promise<boolean> {
  const lost = await db
    .update(magnets)
    .set(unclaimed)
    .where(and(busy, isNotNull(magnets.claim), isDead(magnets.claim)))
    .returning({ id: magnets.id });
  if (lost.length === 0) return false;
  const others = await db
    .select({ id: magnets.id })
    .from(magnets)
    .where(and(busy, isNotNull(magnets.claim)))
    .limit(1);
  return others.length === 0;
}

/** Whether any magnet needs work. */
export async function anyBusy(db: Db): Promise<boolean> {
  const found = await db.select({ id: magnets.id }).from(magnets).where(busy).limit(1);
  return found.length > 0;
}

/** Releases this process's magnets for the next worker. */
export async function release(db: Db, claim: string): Promise<void> {
  await db.update(magnets).set(unclaimed).where(eq(magnets.claim, claim));
}

/**
 * Writes a worker's progress of a magnet.
 * @throws LeaseLost if its state has changed since it was read, or another worker owns it
 */
export async function write(
  db: Db,
  row: MagnetRow,
  fields: Partial<typeof magnets.$inferInsert>,
  now: Date,
): Promise<void> {
  await writeHeld(db, magnets, { row, set: { ...fields, updatedAt: now } });
  Object.assign(row, fields);
}

/** @throws LeaseLost */
export function hold(tx: Db, row: MagnetRow): Promise<void> {
  return lockHeld(tx, magnets, row);
}

const firstDelayMs = 30_000;
const mostAttempts = 5;

/**
 * Schedules another attempt that starts in `state`, with a delay that doubles each time; after the fifth the magnet has
 * failed.
 */
export async function tryLater(
  db: Db,
  row: MagnetRow,
  why: { state: MagnetState; problem: string; detail: string; counted: boolean; now: Date },
): Promise<void> {
  const { state, problem, detail, counted, now } = why;
  const attempts = row.attempts + (counted ? 1 : 0);
  if (counted && attempts >= mostAttempts) return giveUp(db, row, { problem, detail, now });
  const notBefore = new Date(now.getTime() + firstDelayMs * 2 ** (counted ? attempts - 1 : 0));
  await write(db, row, { ...idle, state, problem, detail: detail.slice(0, 500), attempts, notBefore }, now);
}

/** Fails the magnet until an admin retries it. */
export async function giveUp(
  db: Db,
  row: MagnetRow,
  { problem, detail, now }: { problem: string; detail: string; now: Date },
): Promise<void> {
  const over = { ...idle, ...unclaimed, finishedAt: now };
  await write(db, row, { ...over, state: "failed", problem, detail: detail.slice(0, 500) }, now);
}

const idle = { peers: 0, downBps: 0, upBps: 0 };
