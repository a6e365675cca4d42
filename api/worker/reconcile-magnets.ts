import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { magnets } from "../db/schema.ts";
import { anyBusy, claimMagnets, release, releaseLost } from "../domain/ingest/magnets/claim-magnets.ts";
import type { MagnetRow } from "../domain/ingest/magnets/magnet-row.ts";
import { limitsOf } from "../domain/ingest/magnets/magnet-service.ts";
import { LeaseLost } from "../domain/kernel/lease.ts";
import { freeBytes, reserve } from "../domain/service/files/room.ts";
import type { TorrentStatus } from "../ports/torrent.ts";
import type { ReconcilerDeps, MagnetTimes } from "./reconciler-deps.ts";
import { stepMagnet, type Round, type StepDeps } from "./step-magnet.ts";

export type Reconciler = {
  /** Releases what dead workers held. @returns whether there was any, and no living worker that works on magnets */
  takeUpLost: () => Promise<boolean>;
  /** Works on all magnets until there is nothing left to do for `idleMs`, or a signal ends it. */
  run: (signal: AbortSignal) => Promise<void>;
};

const usual: MagnetTimes = {
  tickMs: 1_000,
  busyMs: 300,
  metadataMs: 10 * 60_000,
  stallMs: 60 * 60_000,
  tidyMs: 5_000,
  idleMs: 60_000,
};
/** Number of magnets whose metadata is fetched at a time. */
const mostAsked = 20;

/**
 * Works on magnets while there are any: it repeatedly compares the wanted state of each magnet with the client's, and
 * corrects the difference. A client that died, a server that was killed and a change by an admin are thus handled in
 * the same way.
 */
export function createReconciler(given: ReconcilerDeps): Reconciler {
  const deps = { ...given, free: given.free ?? freeBytes };
  const { db, client, lease, settings, clock } = deps;
  const times = { ...usual, ...given.times };
  const claim = lease.id;
  /** Tasks that take longer than one round: at most one for each magnet. */
  const tasks = new Map<string, Promise<void>>();
  let tidiedAt = -Infinity;
  let limited: number | null | undefined;
  let used = false;
  let usedAt = -Infinity;

  const status = async () => new Map((used ? await client.status() : []).map((one) => [one.infohash, one]));

  /** @returns milliseconds until the next round is due; null when there is nothing left to do */
  async function look(signal: AbortSignal): Promise<number | null> {
    await settings.fresh();
    const { values } = settings.known();
    const now = clock.now();
    if (performance.now() - tidiedAt >= times.tidyMs) {
      await removeLeftDownloads(deps, status);
      tidiedAt = performance.now();
    }
    if (!values.magnets) {
      await rest();
      return (await anyBusy(db)) ? times.tickMs : null;
    }
    const rows = await claimMagnets(db, lease);
    // Asks also when no work is left, because a cancelled magnet must no longer be seeded.
    const told = await status();
    const wanted = new Map(rows.map((row) => [row.infohash, row]));
    for (const infohash of told.keys()) {
      if (isHeld(wanted.get(infohash))) continue;
      await client.remove(infohash);
      told.delete(infohash);
    }
    if (rows.length === 0) {
      return Date.now() - usedAt > times.idleMs ? null : times.tickMs;
    }
    usedAt = Date.now();
    const { maxBytes, rateBps } = limitsOf(values);
    used = true;
    await mkdir(deps.magnetsDir, { recursive: true });
    // A restarted client has no limit set.
    if (limited !== rateBps || told.size === 0) await client.limit(rateBps);
    limited = rateBps;
    const roomLeft = (await deps.free(deps.magnetsDir)) - reserve;
    const round = planRound(rows, { now, values, maxBytes, roomLeft, signal });
    const moved = await stepAll({ ...deps, times, tasks }, rows, { ...round, told });
    // A magnet that has just changed its phase continues at once.
    return moved ? 0 : Math.min(times.busyMs, times.tickMs);
  }

  /** Nothing is to be downloaded, so the client must not stay connected. */
  async function rest(): Promise<void> {
    if (!used) return;
    used = false;
    limited = undefined;
    await client.close();
  }

  async function finish(): Promise<void> {
    await Promise.allSettled(tasks.values());
    await rest();
    await release(db, claim);
  }

  return {
    takeUpLost: () => releaseLost(db, lease),
    async run(signal) {
      tidiedAt = -Infinity;
      while (!signal.aborted) {
        let dueMs: number | null = times.tickMs;
        try {
          dueMs = await look(signal);
        } catch (error) {
          if (!signal.aborted) deps.onBug(error, "magnets");
        }
        if (dueMs === null) break;
        await pause(dueMs, undefined, { signal, ref: false }).catch(() => {});
      }
      await finish().catch((error: unknown) => deps.onBug(error, "magnets"));
    },
  };
}

/**
 * Removes downloads of magnets that are deleted, given up, or complete and not seeded.
 * @param status the magnets the client has now, by infohash
 */
async function removeLeftDownloads(
  { db, magnetsDir }: ReconcilerDeps,
  status: () => Promise<ReadonlyMap<string, TorrentStatus>>,
): Promise<void> {
  const found = await readdir(magnetsDir).catch(() => []);
  const infohashes = found.filter((name) => /^[0-9a-f]{40}$/.test(name));
  if (infohashes.length === 0) return;
  const rows = await db
    .select({ infohash: magnets.infohash, state: magnets.state, seeding: magnets.seeding })
    .from(magnets);
  const states = new Map(rows.map((row) => [row.infohash, row]));
  const held = await status();
  for (const infohash of infohashes) {
    const row = states.get(infohash);
    const over = !row || row.state === "cancelled" || (row.state === "done" && !row.seeding);
    if (over && !held.has(infohash)) await rm(join(magnetsDir, infohash), { recursive: true, force: true });
  }
}

/** Which magnets may go on in this round, under the limits of the settings and of the disk. */
function planRound(rows: MagnetRow[], facts: Omit<Round, "asked" | "turns">): Round {
  const { now, values, maxBytes, roomLeft } = facts;
  return {
    ...facts,
    asked: new Set(waitingOf(rows, "waiting-metadata", now).slice(0, mostAsked)),
    turns: turnsOf(rows, { now, maxBytes, roomLeft, parallel: values.magnetsParallel }),
  };
}

/**
 * Moves each magnet one step forward; the error of one does not stop the others.
 * @returns whether any changed its state
 */
async function stepAll(
  deps: StepDeps,
  rows: MagnetRow[],
  { told, ...round }: Round & { told: ReadonlyMap<string, TorrentStatus> },
): Promise<boolean> {
  let moved = false;
  for (const row of rows) {
    if (round.signal.aborted) break;
    const { state } = row;
    try {
      await stepMagnet(deps, row, { ...round, told: told.get(row.infohash) });
    } catch (error) {
      // An admin has changed it in the meantime: the next round reads the new state.
      if (!(error instanceof LeaseLost)) deps.onBug(error, `magnet ${row.id}`);
    }
    moved ||= row.state !== state;
  }
  return moved;
}

/** The magnets that wait in a state and may go on now, oldest first. */
function waitingOf(rows: MagnetRow[], state: MagnetRow["state"], now: Date): MagnetRow[] {
  return rows.filter((row) => row.state === state && !(row.notBefore !== null && row.notBefore > now));
}

/** Which waiting magnets have their turn, oldest first: to begin, or to be told why they can't. */
function turnsOf(
  rows: MagnetRow[],
  { now, maxBytes, roomLeft, parallel }: { now: Date; maxBytes: number; roomLeft: number; parallel: number },
): Round["turns"] {
  const turns: Round["turns"] = new Map();
  let free = parallel - rows.filter(({ state }) => state === "downloading").length;
  let room = roomLeft;
  for (const row of waitingOf(rows, "waiting", now)) {
    if (free <= 0) break;
    const missing = row.bytes! - row.doneBytes;
    const turn = row.bytes! > maxBytes ? "too_large" : room < missing ? "disk_full" : "begin";
    turns.set(row, turn);
    if (turn !== "begin") continue;
    free -= 1;
    room -= missing;
  }
  return turns;
}

/** Whether the client should hold this magnet. */
function isHeld(row: MagnetRow | undefined): boolean {
  return row !== undefined && (["waiting-metadata", "downloading"].includes(row.state) || row.seeding);
}
