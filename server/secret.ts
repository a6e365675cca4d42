import { randomBytes } from "node:crypto";
import { link, mkdir, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { diskFault } from "../api/db/disk-fault.ts";
import { CannotStart } from "./cannot-start.ts";

/**
 * The key that signs everything: the given one, else one made on the first start and kept in DATA_DIR.
 * @throws CannotStart when the file is unusable: it cannot be read or written, is empty, or is readable by other users
 */
export async function loadSecret({
  given,
  dataDir,
}: {
  given: string | undefined;
  dataDir: string;
}): Promise<string> {
  if (given) return given;
  const path = join(dataDir, "secret");
  try {
    return (await read(path)) ?? (await make(dataDir, path));
  } catch (error) {
    const fault = diskFault(error);
    throw fault ? new CannotStart(`DATA_DIR: ${path}: ${fault}`) : error;
  }
}

async function read(path: string): Promise<string | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { mode } = await file.stat();
    if (mode & 0o007)
      throw new CannotStart(
        `DATA_DIR: ${path} is open to every user of this machine: chmod 600 it, or set SESSION_SECRET`,
      );
    const secret = (await file.readFile("utf8")).trim();
    if (secret.length < 32)
      throw new CannotStart(
        `DATA_DIR: ${path} does not hold a key: restore it from a backup, or remove it to have another one made`,
      );
    return secret;
  } finally {
    await file.close();
  }
}

/**
 * Written to a temporary file first, so that no other process reads half a key and a full disk leaves no empty one
 * behind.
 */
async function make(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  const secret = randomBytes(32).toString("hex");
  try {
    await writeFile(aside, `${secret}\n`, { mode: 0o600, flag: "wx" });
    // If two processes start together, one links its key to the name, and the other reads that key.
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(aside, { force: true });
  }
  return (await read(path))!;
}
