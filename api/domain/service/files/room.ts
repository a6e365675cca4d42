import { statfs } from "node:fs/promises";
import { Failure } from "../../kernel/failure.ts";

/**
 * Bytes of the disk new work leaves alone: databases, logs and what is under way still have to be written when somebody
 * sends a file that is too large for what is left.
 */
export const reserve = 2 * 1024 ** 3;

/**
 * Bytes below which nothing new is written at all. The embedded database needs up to 16 MB for the next part of its journal,
 * and stops for good where it can't have them.
 */
export const leastFree = 32 * 1024 ** 2;

/** Seconds after which somebody may have made room. */
const fullAgainS = 60;

/** Reads how many bytes are free where a folder lies, for who is no administrator of the machine. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Whether a disk is so full that nothing may be written any more; no folder, no disk. */
export async function isFull(folder: string, free: FreeBytes = freeBytes): Promise<boolean> {
  return (await free(folder).catch(() => Infinity)) < leastFree;
}

/**
 * The disk's watermark: work that would fill it is refused before it begins, and what is there goes on being watched.
 * @param bytes it will take, as far as that is known
 * @throws Failure storage_full
 */
export async function requireRoom(
  folder: string,
  { bytes, free = freeBytes }: { bytes: number; free?: FreeBytes | undefined },
): Promise<void> {
  if ((await free(folder)) - bytes < reserve) throw new Failure("storage_full");
}

/** @throws Failure disk_full where nothing may be written any more */
export async function requireSomeRoom(folder: string): Promise<void> {
  if (await isFull(folder)) throw new Failure("disk_full", [], fullAgainS);
}
