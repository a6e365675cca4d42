import { statfs } from "node:fs/promises";
import { Failure } from "../failure.ts";

/**
 * Bytes of the disk new work leaves alone: databases, logs and what is under way still have to be written when somebody
 * sends a file that is too large for what is left.
 */
export const reserve = 2 * 1024 ** 3;

/** Reads how many bytes are free where a folder lies, for who is no administrator of the machine. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

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
