import { and, eq, inArray, isNull, lt, ne, or } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { thisProcess } from "../../../db/process-owner.ts";
import { magnets } from "../../../db/schema.ts";
import { isAbandoned, lockHeld, writeHeld } from "../../kernel/lease.ts";
import { busyStates, unclaimed, type MagnetRow, type MagnetState } from "./magnet-row.ts";

/** A worker without a heartbeat for this long is dead. Milliseconds. */
const silentMs = 60_000;

const busy = or(inArray(magnets.state, [...busyStates]), eq(magnets.seeding, true));

/**
 * Claims magnets that need work and have no worker.
 * @param claim this worker's
 * @returns all magnets this worker owns now, oldest first
 */
export async function claimMagnets(
  db: Db,
  { claim, now }: { claim: string; now: Date },
): Promise<MagnetRow[]> {
  const before = new Date(now.getTime() - silentMs);
  await db
    .update(magnets)
    .set({ claim, owner: thisProcess(), heartbeatAt: now })
    .where(and(busy, or(isNull(magnets.claim), lt(magnets.heartbeatAt, before))));
  return db
    .select()
    .from(magnets)
    .where(and(busy, eq(magnets.claim, claim)))
    .orderBy(magnets.createdAt, magnets.id);
}

/** Sends this worker's heartbeat. */
export async function sendHeartbeat(db: Db, { claim, now }: { claim: string; now: Date }): Promise<void> {
  await db.update(magnets).set({ heartbeatAt: now }).where(eq(magnets.claim, claim));
}

/**
 * Releases at once the magnets of workers that are known to be dead.
 * @param claim this worker's
 * @param alone no other process can be working on this database
 * @returns number of dead workers' magnets
 */
export async function releaseAbandoned(
  db: Db,
  { claim, alone }: { claim: string; alone: boolean },
): Promise<number> {
  const others = await db
    .select({ claim: magnets.claim, owner: magnets.owner })
    .from(magnets)
    .where(and(busy, ne(magnets.claim, claim)));
  const abandoned = others.filter((row) => isAbandoned(row, alone));
  for (const one of abandoned) await release(db, one.claim!);
  return abandoned.length;
}

/** Whether any magnet needs work. */
export async function anyBusy(db: Db): Promise<boolean> {
  const found = await db.select({ id: magnets.id }).from(magnets).where(busy).limit(1);
  return found.length > 0;
}

/** Releases this worker's magnets for the next worker. */
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
  const over = { ...idle, claim: null, owner: null, heartbeatAt: null, finishedAt: now };
  await write(db, row, { ...over, state: "failed", problem, detail: detail.slice(0, 500) }, now);
}

const idle = { peers: 0, downBps: 0, upBps: 0 };
