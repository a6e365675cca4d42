import { constants } from "node:fs";
import { access, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { diskFault } from "./disk-fault.ts";

/** A running process uses the folder. `message` is written for the terminal. */
export class DirectoryInUse extends Error {}

/** The folder can't be used at this location. `message` is written for the terminal. */
export class DirectoryUnusable extends Error {}

/**
 * Two processes that try at the same moment may each see the other's attempt. Both retry for this long. Milliseconds.
 */
const usualPatienceMs = 1_000;
const busy = 5;

/** Keeps a reference to each open lock: a garbage-collected database closes, and its lock is lost. */
const held = new Set<DatabaseSync>();

/**
 * Locks a folder for this process. Two embedded databases on one folder lose data without an error, so the second
 * process has to stop before it opens anything.
 *
 * The lock is a kernel lock on a file in the folder. It ends with the process however that ends, and it works across
 * containers, which have their own process numbers and networks. Node has no such lock, but SQLite does: an empty
 * database with an exclusive transaction.
 * @param patienceMs milliseconds this process may block while another process holds the folder
 * @returns a function that releases the lock
 * @throws DirectoryInUse, DirectoryUnusable
 */
export async function lockDirectory(
  directory: string,
  { patienceMs = usualPatienceMs }: { patienceMs?: number } = {},
): Promise<() => Promise<void>> {
  try {
    return await lock(directory, patienceMs);
  } catch (error) {
    const fault = diskFault(error);
    throw fault ? new DirectoryUnusable(`DATA_DIR ${directory}: ${fault}`) : error;
  }
}

async function lock(directory: string, patienceMs: number): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Only SQLite may open the lock file: the kernel drops all locks of a process on a file when it closes any descriptor
  // of it.
  const path = join(directory, "in-use.lock");
  const note = join(directory, "in-use.json");
  const taken = await take(directory, { path, note, patienceMs });
  held.add(taken);
  const release = async () => {
    await rm(note, { force: true });
    held.delete(taken);
    if (taken.isOpen) taken.close();
  };
  try {
    await writeFile(note, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

async function take(
  directory: string,
  { path, note, patienceMs }: { path: string; note: string; patienceMs: number },
): Promise<DatabaseSync> {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: patienceMs });
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    database?.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === busy) throw await inUse(directory, note);
    // SQLite reports that it failed, but not why.
    await access(directory, constants.W_OK);
    await access(path, constants.W_OK);
    throw new DirectoryUnusable(`DATA_DIR ${directory} can't be locked: ${message}`);
  }
}

async function inUse(directory: string, note: string): Promise<DirectoryInUse> {
  const owner = await readFile(note, "utf8")
    .then((text) => JSON.parse(text) as { pid: number; host: string })
    .catch(() => null);
  const who = owner ? `process ${owner.pid} on ${owner.host}` : "another process";
  return new DirectoryInUse(
    `DATA_DIR ${directory} is in use by ${who}. Stop it first, choose another DATA_DIR, or set DATABASE_URL to share one database.`,
  );
}
