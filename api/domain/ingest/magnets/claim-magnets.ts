import { and, eq, inArray, isNull, lt, ne, or } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { isRunning, thisProcess } from "../../../db/process-owner.ts";
import { magnets } from "../../../db/schema.ts";
import { busyStates, unclaimed, type MagnetRow, type MagnetState } from "./magnet-row.ts";

/** A worker that was silent for so long is dead. Milliseconds. */
const silentMs = 60_000;

const busy = or(inArray(magnets.state, [...busyStates]), eq(magnets.seeding, true));

/** The magnet is no longer ours, or no longer what it was: changed by an admin, removed, or another worker's. */
export class MagnetLost extends Error {}

/**
 * Takes what is to be worked on and nobody works on.
 * @param claim this worker's
 * @returns all that are this worker's now, oldest first
 */
export async function claimMagnets(
  db: Db,
  { claim, now }: { claim: string; now: Date },
): Promise<MagnetRow[]> {
  const before = new Date(now.getTime() - silentMs);
  await db
    .update(magnets)
    .set({ claim, owner: thisProcess(), beatAt: now })
    .where(and(busy, or(isNull(magnets.claim), lt(magnets.beatAt, before))));
  return db
    .select()
    .from(magnets)
    .where(and(busy, eq(magnets.claim, claim)))
    .orderBy(magnets.createdAt, magnets.id);
}

/**
 * Says that this worker lives, and gives what dead ones of this machine had back at once.
 * @param alone nobody else can be at work on this database
 */
export async function beat(
  db: Db,
  { claim, alone, now }: { claim: string; alone: boolean; now: Date },
): Promise<void> {
  await db.update(magnets).set({ beatAt: now }).where(eq(magnets.claim, claim));
  const { host } = thisProcess();
  const others = await db
    .select({ claim: magnets.claim, owner: magnets.owner })
    .from(magnets)
    .where(and(busy, ne(magnets.claim, claim)));
  const dead = others.filter(({ owner }) => alone || (owner?.host === host && !isRunning(owner)));
  for (const one of dead) await release(db, one.claim!);
}

/** Whoever comes next takes it up. */
export async function release(db: Db, claim: string): Promise<void> {
  await db.update(magnets).set(unclaimed).where(eq(magnets.claim, claim));
}

/**
 * Writes of a magnet what its worker knows.
 * @throws MagnetLost where it is not in the state it was read in, or not this worker's
 */
export async function write(
  db: Db,
  row: MagnetRow,
  fields: Partial<typeof magnets.$inferInsert>,
  now: Date,
): Promise<void> {
  const [held] = await db
    .update(magnets)
    .set({ ...fields, updatedAt: now })
    .where(stillSo(row))
    .returning({ id: magnets.id });
  if (!held) throw new MagnetLost();
  Object.assign(row, fields);
}

/** @throws MagnetLost */
export async function hold(tx: Db, row: MagnetRow): Promise<void> {
  const [held] = await tx.select({ id: magnets.id }).from(magnets).where(stillSo(row)).for("update");
  if (!held) throw new MagnetLost();
}

function stillSo({ id, claim, state }: MagnetRow) {
  return and(eq(magnets.id, id), eq(magnets.claim, claim!), eq(magnets.state, state));
}

const firstDelayMs = 30_000;
const mostAttempts = 5;

/** Another attempt later, after twice the time each, from `state` on; after the fifth it has failed. */
export async function tryLater(
  db: Db,
  row: MagnetRow,
  why: { state: MagnetState; problem: string; detail: string; counted: boolean; now: Date; delayMs?: number },
): Promise<void> {
  const { state, problem, detail, counted, now, delayMs = firstDelayMs } = why;
  const attempts = row.attempts + (counted ? 1 : 0);
  if (counted && attempts >= mostAttempts) return giveUp(db, row, { problem, detail, now });
  const notBefore = new Date(now.getTime() + delayMs * 2 ** (counted ? attempts - 1 : 0));
  await write(db, row, { ...idle, state, problem, detail: detail.slice(0, 500), attempts, notBefore }, now);
}

/** Nothing came of it, until somebody says otherwise. */
export async function giveUp(
  db: Db,
  row: MagnetRow,
  { problem, detail, now }: { problem: string; detail: string; now: Date },
): Promise<void> {
  const over = { ...idle, claim: null, owner: null, beatAt: null, finishedAt: now };
  await write(db, row, { ...over, state: "failed", problem, detail: detail.slice(0, 500) }, now);
}

const idle = { peers: 0, downBps: 0, upBps: 0 };
