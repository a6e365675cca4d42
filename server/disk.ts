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

/** A reason why the service is not ready that may be shown to everyone. */
export class NotReady extends Error {}

/** @returns a handler that throws a start's error again, as a problem the operator can fix if the disk is full */
export function nameFullDisk(folder: string): (error: unknown) => never {
  return (error) => {
    throw isDiskFull(error) ? unusable(folder, full) : error;
  };
}

/**
 * Checks that the embedded database has room to start: a start that fails half-way does not report why.
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

/** @throws NotReady while the disk of a folder is full: existing files are served, and nothing can be written */
export async function requireDisk(folder: string): Promise<void> {
  if (await isFull(folder)) throw new NotReady(full);
}
