import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { magnets } from "../db/schema.ts";
import { beat, claimMagnets, MagnetLost, release } from "../domain/ingest/magnets/claim-magnets.ts";
import type { MagnetRow } from "../domain/ingest/magnets/magnet-row.ts";
import { limitsOf } from "../domain/ingest/magnets/magnet-service.ts";
import { freeBytes, reserve } from "../domain/service/files/room.ts";
import type { KeeperDeps, MagnetTimes } from "./keeper-deps.ts";
import { stepMagnet, type StepDeps } from "./step-magnet.ts";

export type Keeper = { start: () => void; stop: () => Promise<void> };

const usual: MagnetTimes = {
  tickMs: 1_000,
  busyMs: 300,
  metadataMs: 10 * 60_000,
  stallMs: 60 * 60_000,
  beatMs: 5_000,
  idleMs: 60_000,
};
/** Number of magnets whose metadata is fetched at a time. */
const mostAsked = 20;

/**
 * Works on magnets while it runs: it repeatedly compares the wanted state of each magnet with the client's, and
 * corrects the difference. A client that died, a server that was killed and a change by an admin are thus handled in
 * the same way.
 */
export function createKeeper(given: KeeperDeps): Keeper {
  const deps = { ...given, free: given.free ?? freeBytes };
  const { db, client, settings, clock } = deps;
  const times = { ...usual, ...given.times };
  const claim = randomUUID();
  const stopping = new AbortController();
  /** Tasks that take longer than one round: at most one for each magnet. */
  const tasks = new Map<string, Promise<void>>();
  let beatenAt = -Infinity;
  let limited: number | null | undefined;
  let looking = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let used = false;
  let usedAt = -Infinity;

  /** @returns milliseconds until the next round is due */
  async function look(): Promise<number> {
    await settings.fresh();
    const { values } = settings.known();
    const now = clock.now();
    if (Date.now() - beatenAt >= times.beatMs) {
      await beat(db, { claim, alone: deps.alone, now });
      await clearFolders();
      beatenAt = Date.now();
    }
    if (!values.magnets) {
      await rest();
      return times.tickMs;
    }
    const rows = await claimMagnets(db, { claim, now });
    // Asks also when no work is left, because a cancelled magnet must no longer be seeded.
    const told = new Map((used ? await client.status() : []).map((one) => [one.infohash, one]));
    const wanted = new Map(rows.map((row) => [row.infohash, row]));
    for (const infohash of told.keys()) {
      if (isHeld(wanted.get(infohash))) continue;
      await client.remove(infohash);
      told.delete(infohash);
    }
    if (rows.length === 0) {
      if (Date.now() - usedAt > times.idleMs) await rest();
      return times.tickMs;
    }
    usedAt = Date.now();
    const { maxBytes, rateBps } = limitsOf(values);
    used = true;
    await mkdir(deps.magnetsDir, { recursive: true });
    // A restarted client has no limit set.
    if (limited !== rateBps || told.size === 0) await client.limit(rateBps);
    limited = rateBps;
    const step: StepDeps = {
      ...deps,
      times,
      now,
      maxBytes,
      values,
      tasks,
      signal: stopping.signal,
      roomLeft: (await deps.free(deps.magnetsDir)) - reserve,
      turns: values.magnetsParallel - rows.filter(({ state }) => state === "downloading").length,
      asks: mostAsked,
    };
    let moved = false;
    for (const row of rows) {
      if (stopping.signal.aborted) break;
      const { state } = row;
      await guarded(row, () => stepMagnet(step, row, told.get(row.infohash)));
      moved ||= row.state !== state;
    }
    // A magnet that has just changed its phase continues at once.
    return moved ? 0 : Math.min(times.busyMs, times.tickMs);
  }

  async function guarded(row: MagnetRow, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // An admin has changed it in the meantime: the next round reads the new state.
      if (!(error instanceof MagnetLost)) deps.onBug(error, `magnet ${row.id}`);
    }
  }

  /** Nothing is to be downloaded, so the client must not stay connected. */
  async function rest(): Promise<void> {
    if (!used) return;
    used = false;
    limited = undefined;
    await client.close();
  }

  /** Removes downloads of magnets that are deleted, given up, or complete and not seeded. */
  async function clearFolders(): Promise<void> {
    const found = await readdir(deps.magnetsDir).catch(() => []);
    const infohashes = found.filter((name) => /^[0-9a-f]{40}$/.test(name));
    if (infohashes.length === 0) return;
    const rows = await db
      .select({ infohash: magnets.infohash, state: magnets.state, seeding: magnets.seeding })
      .from(magnets);
    const states = new Map(rows.map((row) => [row.infohash, row]));
    const held = used ? new Set((await client.status()).map(({ infohash }) => infohash)) : new Set();
    for (const infohash of infohashes) {
      const row = states.get(infohash);
      const over = !row || row.state === "cancelled" || (row.state === "done" && !row.seeding);
      if (over && !held.has(infohash))
        await rm(join(deps.magnetsDir, infohash), { recursive: true, force: true });
    }
  }

  const run = async () => {
    let dueMs = times.tickMs;
    try {
      dueMs = await look();
    } catch (error) {
      if (!stopping.signal.aborted) deps.onBug(error, "magnets");
    }
    if (!stopping.signal.aborted) timer = setTimeout(() => (looking = run()), dueMs).unref();
  };

  return {
    start() {
      looking = run();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
      await Promise.allSettled(tasks.values());
      await client.close();
      await release(db, claim).catch((error: unknown) => deps.onBug(error, "magnets"));
    },
  };
}

/** Whether the client should hold this magnet. */
function isHeld(row: MagnetRow | undefined): boolean {
  return row !== undefined && (["waiting-metadata", "downloading"].includes(row.state) || row.seeding);
}
