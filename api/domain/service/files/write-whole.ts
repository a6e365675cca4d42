import { randomBytes } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Writes a file completely or not at all: a concurrent reader gets the previous file. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const aside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
  try {
    await writeFile(aside, bytes, { mode: 0o640 });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
