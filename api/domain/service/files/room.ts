import { statfs } from "node:fs/promises";
import { Failure } from "../../kernel/failure.ts";

/**
 * Bytes of the disk that new work leaves free: databases, logs and running work still have to be written when a user
 * sends a file that is too large for the remaining space.
 */
export const reserve = 2 * 1024 ** 3;

/**
 * Below this many free bytes nothing new is written. The embedded database needs up to 16 MB for the next part of its
 * journal, and stops for good if it can't have them.
 */
export const leastFree = 32 * 1024 ** 2;

/** Seconds after which there may be space again. */
const fullAgainS = 60;

/** Reads how many bytes are free on a folder's disk, for a user who is not root. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Whether a disk is too full for any write; false for a missing folder. */
export async function isFull(folder: string): Promise<boolean> {
  return (await freeBytes(folder).catch(() => Infinity)) < leastFree;
}

/**
 * The disk's watermark: work that would fill the disk is refused before it starts, and existing movies can still be
 * watched.
 * @param bytes it will take, if known
 * @throws Failure storage_full
 */
export async function requireRoom(
  folder: string,
  { bytes, free = freeBytes }: { bytes: number; free?: FreeBytes | undefined },
): Promise<void> {
  if ((await free(folder)) - bytes < reserve) throw new Failure("storage_full");
}

/** @throws Failure disk_full if nothing may be written any more */
export async function requireSomeRoom(folder: string): Promise<void> {
  if (await isFull(folder)) throw new Failure("disk_full", [], fullAgainS);
}
