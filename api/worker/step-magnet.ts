import { mkdir, readFile } from "node:fs/promises";
import { and, eq } from "drizzle-orm";
import type { SettingValues } from "../../contract/service/settings.ts";
import { magnetFiles } from "../db/schema.ts";
import { giveUp, tryLater, write } from "../domain/ingest/magnets/claim-magnets.ts";
import { importFiles } from "../domain/ingest/magnets/import-files.ts";
import { keepMetadata } from "../domain/ingest/magnets/keep-metadata.ts";
import {
  magnetFolder,
  MagnetTrouble,
  metadataPath,
  type MagnetFileRow,
  type MagnetRow,
} from "../domain/ingest/magnets/magnet-row.ts";
import { filesOf } from "../domain/ingest/magnets/read-magnets.ts";
import { readMetadata } from "../domain/ingest/magnets/read-metadata.ts";
import { verifyFiles } from "../domain/ingest/magnets/verify-files.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { LeaseLost } from "../domain/kernel/lease.ts";
import type { TorrentStatus } from "../ports/torrent.ts";
import type { ReconcilerDeps, MagnetTimes } from "./reconciler-deps.ts";

export type StepDeps = Omit<ReconcilerDeps, "times"> & {
  times: MagnetTimes;
  /** Work that takes longer than one round: at most one for each magnet. */
  tasks: Map<string, Promise<void>>;
};

/** The facts of one comparison of all magnets with the client. */
export type Round = {
  now: Date;
  values: SettingValues;
  maxBytes: number;
  /** Bytes that new work may still take. */
  roomLeft: number;
  /** Those whose metadata may be fetched. */
  asked: Set<MagnetRow>;
  /** Those that may begin to download, or why one that has its turn can't. */
  turns: Map<MagnetRow, "begin" | "too_large" | "disk_full">;
  /** Fires when this process ends. */
  signal: AbortSignal;
};

/** A round, with the client's status of one magnet; undefined when the client does not know it. */
type Step = Round & { told: TorrentStatus | undefined };

/**
 * Moves a magnet one step forward.
 * @throws LeaseLost when it was changed in the meantime
 */
export async function stepMagnet(deps: StepDeps, row: MagnetRow, step: Step): Promise<void> {
  const rests = row.notBefore !== null && row.notBefore > step.now;
  try {
    if (row.state === "waiting-metadata" && !rests) await askContent(deps, row, step);
    else if (row.state === "waiting") await takeTurn(deps, row, step);
    else if (row.state === "downloading") await follow(deps, row, step);
    else if (row.state === "verifying" || row.state === "importing") finish(deps, row, step);
    else if (row.seeding) await giveBack(deps, row, step);
  } catch (error) {
    await settle(deps, row, { error, signal: step.signal });
  }
}

async function askContent(deps: StepDeps, row: MagnetRow, step: Step): Promise<void> {
  const { db, client, magnetsDir, times } = deps;
  const { told, maxBytes, now } = step;
  if (told?.metadata) {
    await client.remove(row.infohash);
    return keepMetadata({ db, magnetsDir }, { row, metadata: told.metadata, maxBytes, now });
  }
  if (told?.phase === "failed") {
    await client.remove(row.infohash);
    throw new MagnetTrouble("client_failed", told.error ?? "");
  }
  if (!step.asked.has(row)) return;
  if (row.movedAt === null) await write(db, row, { movedAt: now, problem: null, detail: null }, now);
  if (now.getTime() - row.movedAt!.getTime() > times.metadataMs) throw new MagnetTrouble("no_metadata");
  if (!told) await client.add({ ...placeOf(deps, row), content: null, seed: false });
  else if (told.peers !== row.peers) await write(db, row, { peers: told.peers }, now);
}

async function takeTurn(deps: StepDeps, row: MagnetRow, { turns, now }: Step): Promise<void> {
  const turn = turns.get(row);
  if (turn === undefined) return;
  if (turn !== "begin") throw new MagnetTrouble(turn, turn === "too_large" ? `${row.bytes} bytes` : "");
  const begun = { problem: null, detail: null, notBefore: null, movedAt: now };
  await write(deps.db, row, { ...begun, state: "downloading" }, now);
  await addContent(deps, row, { seed: false, now });
}

async function follow(deps: StepDeps, row: MagnetRow, { told, now, roomLeft }: Step): Promise<void> {
  const { db, times } = deps;
  // Other writers also use the disk: stop before it is full.
  if (roomLeft < 0) throw new MagnetTrouble("disk_full");
  if (!told?.hasContent) return addContent(deps, row, { seed: false, now });
  if (told.phase === "failed") {
    await deps.client.remove(row.infohash);
    throw new MagnetTrouble("client_failed", told.error ?? "");
  }
  const done = await noteFiles(deps, row, told);
  const moved = done > row.doneBytes;
  const { peers, downBps, upBps } = told;
  const facts = {
    peers,
    downBps,
    upBps,
    ...sent(row, told),
    doneBytes: done,
    ...(moved && { movedAt: now }),
  };
  if (told.phase === "complete")
    return write(db, row, { ...facts, state: "verifying", doneBytes: row.bytes!, downBps: 0, upBps: 0 }, now);
  await write(db, row, facts, now);
  if (now.getTime() - row.movedAt!.getTime() > times.stallMs) throw new MagnetTrouble("no_peers");
}

/** Verifies and imports outside the rounds; the result is recorded. */
function finish(deps: StepDeps, row: MagnetRow, step: Step): void {
  if (deps.tasks.has(row.id)) return;
  const work = async () => {
    try {
      if (row.state === "verifying") await verify(deps, row, step);
      await bringIn(deps, row, step);
    } catch (error) {
      await settle(deps, row, { error, signal: step.signal });
    }
  };
  const task = work()
    .catch((error: unknown) => {
      if (!(error instanceof LeaseLost)) deps.onBug(error, `magnet ${row.id}`);
    })
    .finally(() => deps.tasks.delete(row.id));
  deps.tasks.set(row.id, task);
}

async function verify(deps: StepDeps, row: MagnetRow, { signal }: Step): Promise<void> {
  const { db, magnetsDir, clock } = deps;
  const content = await readMetadata(await readFile(metadataPath(magnetsDir, row)), row);
  const wanted = wantedOf(await filesOf(db, row.id));
  await verifyFiles(content, { folder: magnetFolder(magnetsDir, row), wanted, signal });
  await write(db, row, { state: "importing" }, clock.now());
}

async function bringIn(deps: StepDeps, row: MagnetRow, { signal, values }: Step): Promise<void> {
  const { db, clock } = deps;
  await importFiles(deps, { row, now: clock.now(), signal });
  const now = clock.now();
  const seeding = values.magnetSeeding === "seed";
  const over = { problem: null, detail: null, notBefore: null, attempts: 0, finishedAt: now, movedAt: now };
  const free = seeding ? {} : { claim: null, owner: null, heartbeatAt: null };
  await write(db, row, { ...over, ...free, state: "done", seeding }, now);
}

async function giveBack(deps: StepDeps, row: MagnetRow, { told, now, values }: Step): Promise<void> {
  const { db } = deps;
  const most = (row.bytes! * values.magnetSeedPercent) / 100;
  const until = row.finishedAt!.getTime() + values.magnetSeedHours * 3_600_000;
  const enough = row.sentBefore + row.sentBytes >= most || now.getTime() >= until;
  if (enough || values.magnetSeeding === "stop" || told?.phase === "failed")
    return write(db, row, { seeding: false, peers: 0, upBps: 0, downBps: 0, claim: null, owner: null }, now);
  if (!told?.hasContent) return addContent(deps, row, { seed: true, now });
  const { peers, upBps } = told;
  await write(db, row, { peers, upBps, ...sent(row, told) }, now);
}

/** Records the progress or the failure of a magnet. */
async function settle(
  deps: StepDeps,
  row: MagnetRow,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<void> {
  const { db, clock } = deps;
  if (error instanceof LeaseLost) throw error;
  // The next worker continues from here.
  if (signal.aborted) return;
  const now = clock.now();
  const { code } = error as NodeJS.ErrnoException;
  const full = code === "ENOSPC" || (error instanceof Failure && error.code === "storage_full");
  const other = code === "NO_CLIENT" ? "no_client" : "client_failed";
  const problem = error instanceof MagnetTrouble ? error.problem : full ? "disk_full" : other;
  const detail = (error as Error).message ?? "";
  const kept = row.state === "waiting-metadata" || row.state === "importing";
  const state = kept ? row.state : "waiting";
  switch (problem) {
    case "disk_full":
      return tryLater(db, row, { state, problem, detail: "", counted: false, now });
    case "damaged":
    case "client_failed":
    case "no_client":
      if (!(error instanceof MagnetTrouble)) deps.onBug(error, `magnet ${row.id}`);
      return tryLater(db, row, { state, problem, detail, counted: true, now });
    default:
      return giveUp(db, row, { problem, detail: detail === problem ? "" : detail, now });
  }
}

async function addContent(
  deps: StepDeps,
  row: MagnetRow,
  { seed, now }: { seed: boolean; now: Date },
): Promise<void> {
  const files = await filesOf(deps.db, row.id);
  const metadata = await readFile(metadataPath(deps.magnetsDir, row)).catch(() => null);
  // Its folder was removed when the magnet was given up: fetch its metadata again, and keep the chosen files.
  if (!metadata)
    return write(deps.db, row, { state: "waiting-metadata", seeding: false, movedAt: null }, now);
  await mkdir(magnetFolder(deps.magnetsDir, row), { recursive: true });
  const content = { metadata, wanted: wantedOf(files) };
  await deps.client.add({ ...placeOf(deps, row), content, seed });
}

function placeOf({ magnetsDir, client }: StepDeps, row: MagnetRow) {
  const { trackers, peers } = row.sources;
  const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "");
  return {
    infohash: row.infohash,
    // An address that was allowed when the magnet was added may be forbidden now.
    trackers: trackers.filter((url) => client.allows(hostOf(url))),
    peers: peers.filter((peer) => client.allows(peer.replace(/:\d+$/, "").replace(/^\[|\]$/g, ""))),
    folder: magnetFolder(magnetsDir, row),
  };
}

function wantedOf(files: readonly MagnetFileRow[]): number[] {
  return files.flatMap(({ index, episode }) => (episode === null ? [] : [index]));
}

/** @returns how many bytes of the wanted files are present */
async function noteFiles({ db }: StepDeps, row: MagnetRow, told: TorrentStatus): Promise<number> {
  const files = (await filesOf(db, row.id)).filter(({ episode }) => episode !== null);
  let done = 0;
  for (const { index, doneBytes } of files) {
    const bytes = told.doneBytes[index] ?? 0;
    done += bytes;
    if (bytes === doneBytes) continue;
    await db
      .update(magnetFiles)
      .set({ doneBytes: bytes })
      .where(and(eq(magnetFiles.magnetId, row.id), eq(magnetFiles.index, index)));
  }
  return done;
}

/** A restarted client counts from zero. */
function sent(row: MagnetRow, { sentBytes }: TorrentStatus): Partial<MagnetRow> {
  const before = sentBytes < row.sentBytes ? { sentBefore: row.sentBefore + row.sentBytes } : {};
  return { ...before, sentBytes };
}
