import type { Db } from "../../../db/client.ts";
import type { Files } from "../../../ports/files.ts";
import type { Storage } from "../../../ports/storage.ts";

/**
 * What nobody refers to. `upload`: a stored file no film, message or title was made of. `stray`: a file among the stored
 * ones that nobody is known to have sent. `arrival`: sent to the bucket, and never asked for. `film`: encoded, and no
 * episode's. `work`: a ladder that was begun, and nobody works on. `piece`: half of an upload. `magnet`: downloaded, and no
 * magnet's. `picture`: of no title or person.
 */
export type OrphanKind = "upload" | "stray" | "arrival" | "film" | "work" | "piece" | "magnet" | "picture";

export type Orphan = {
  kind: OrphanKind;
  name: string;
  bytes: number;
  /** When it was last written to. */
  changedAt: Date;
  /** Looks once more whether it is one, and removes it. @returns false where it is none any more */
  remove: () => Promise<boolean>;
};

export type OrphanDeps = {
  db: Db;
  storage: Storage;
  films: Files;
  /** Of this machine: `.encoding/` of it is where films are made. */
  mediaDir: string;
  artworkDir: string;
  magnetsDir: string;
  /** Where uploads lie while they come. */
  arrivingDir: string;
};

/** What is younger may be in somebody's hands. Milliseconds. */
export const graceMs = 24 * 3_600_000;

/** @param before what was written to later is left alone */
export type Finder = (deps: OrphanDeps, before: Date) => AsyncGenerator<Orphan>;

/** @returns what is in a list, some at a time */
export async function* batchesOf<T>(all: AsyncIterable<T>, size = 500): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    if (batch.push(one) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
