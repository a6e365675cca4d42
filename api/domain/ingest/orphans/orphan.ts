import type { Db } from "../../../db/client.ts";
import type { Files, StoredFile } from "../../../ports/files.ts";
import type { Storage } from "../../../ports/storage.ts";

/**
 * Kinds of unreferenced files. `upload`: a stored file that no episode, message or movie was made of. `stray`: a file
 * among the stored ones without a known sender. `arrival`: sent to the bucket, and never used. `film`: an asset without
 * an episode. `work`: an unfinished encoding without a worker. `piece`: a partial upload. `magnet`: a download without
 * its magnet. `picture`: of no movie, episode or user.
 */
export type OrphanKind = "upload" | "stray" | "arrival" | "film" | "work" | "piece" | "magnet" | "picture";

export type Orphan = {
  kind: OrphanKind;
  name: string;
  bytes: number;
  /** When it was last written to. */
  changedAt: Date;
  /** Checks again whether it is an orphan, and removes it. @returns false if it is no longer one */
  remove: () => Promise<boolean>;
};

export type OrphanDeps = {
  db: Db;
  storage: Storage;
  assetStore: Files;
  /** On this machine: assets are made in its `.encoding/` folder. */
  mediaDir: string;
  artwork: Files;
  magnetsDir: string;
  /** Folder of uploads in progress. */
  arrivingDir: string;
};

/** A younger file may still be in use. Milliseconds. */
export const graceMs = 24 * 3_600_000;

/** @param before files written to later are left alone */
export type Finder = (deps: OrphanDeps, before: Date) => AsyncGenerator<Orphan>;

const batchRows = 500;

/** @returns the items in batches */
export async function* batchesOf<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    if (batch.push(one) < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** @returns size and last change of each folder, with all that is in it */
export async function heapsOf(
  files: AsyncIterable<StoredFile>,
): Promise<Map<string, Omit<StoredFile, "path">>> {
  const heaps = new Map<string, Omit<StoredFile, "path">>();
  for await (const { path, bytes, changedAt } of files) {
    const name = path.split("/")[0]!;
    const heap = heaps.get(name) ?? { bytes: 0, changedAt };
    heaps.set(name, {
      bytes: heap.bytes + bytes,
      changedAt: changedAt > heap.changedAt ? changedAt : heap.changedAt,
    });
  }
  return heaps;
}
