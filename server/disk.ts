import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DirectoryUnusable } from "../api/db/directory-lock.ts";
import { diskFault } from "../api/db/disk-fault.ts";
import { isDiskFull } from "../api/db/fault.ts";
import { freeBytes, isFull, leastFree } from "../api/domain/service/files/room.ts";

/** A new embedded database takes some 50 MB. */
const newDatabaseBytes = 128 * 1024 ** 2;

const unusable = (folder: string, fault: string) => new DirectoryUnusable(`DATA_DIR ${folder}: ${fault}`);
const full = "the disk is full";

/** What may be said to anybody of why the service is not ready. */
export class NotReady extends Error {}

/** @returns throws a start's error on as what an operator can mend, where that is a full disk */
export function nameFullDisk(folder: string): (error: unknown) => never {
  return (error) => {
    throw isDiskFull(error) ? unusable(folder, full) : error;
  };
}

/**
 * Looks whether the embedded database has room to begin with: a start that fails half-way tells nothing of why.
 * @throws DirectoryUnusable
 */
export async function requireDiskToStart(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    const fault = diskFault(error);
    throw fault ? unusable(folder, fault) : error;
  });
  const isNew = !existsSync(join(folder, "pg"));
  if ((await freeBytes(folder)) < (isNew ? newDatabaseBytes : leastFree)) throw unusable(folder, full);
}

/** @throws NotReady while the disk of a folder is full: what is there is served, and nothing can be written */
export async function requireDisk(folder: string): Promise<void> {
  if (await isFull(folder)) throw new NotReady(full);
}
