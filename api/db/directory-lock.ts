import { mkdir, open, readFile, rename, rm, rmdir, stat, utimes } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

/** A process. `started` tells it from a later one with its number; empty where the system does not say. */
export type Owner = { pid: number; host: string; started: string };

/** A lock on another machine (a shared volume) is taken for dead when it was not refreshed for this long. */
const staleAfterMs = 30_000;
const refreshEveryMs = 5_000;

/** The folder is in use by a living process. `message` is made for the terminal. */
export class DirectoryInUse extends Error {}

/**
 * Takes a folder for this process alone. Two embedded databases on one folder lose data without a word,
 * so the second process has to stop before it opens anything.
 *
 * A lock left by a killed process is recognised (its pid is gone, or belongs to a process started later)
 * and replaced. The lock is refreshed, so that one left on a shared volume by another machine ages out.
 * @returns releases the lock
 * @throws DirectoryInUse
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "in-use.json");
  const me = thisProcess();
  if (!(await claim(path, me))) {
    await replaceDeadLock(directory, path);
    if (!(await claim(path, me))) throw await inUse(directory, path);
  }
  const timer = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), refreshEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await rm(path, { force: true });
  };
}

async function claim(path: string, me: Owner): Promise<boolean> {
  // Written aside and linked by exclusive open: a reader never sees half a lock as a dead one.
  try {
    const file = await open(path, "wx", 0o600);
    await file.writeFile(JSON.stringify(me));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Only one process at a time may judge and remove a lock; else the second could remove the first one's new lock. */
async function replaceDeadLock(directory: string, path: string): Promise<void> {
  const judging = join(directory, "in-use.judging");
  try {
    await mkdir(judging);
  } catch {
    const age = Date.now() - (await stat(judging).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age < staleAfterMs) throw await inUse(directory, path);
    await rmdir(judging).catch(() => {});
    await mkdir(judging);
  }
  try {
    if (await isAlive(path)) throw await inUse(directory, path);
    await rename(path, `${path}.dead`).catch(() => {});
    await rm(`${path}.dead`, { force: true });
  } finally {
    await rmdir(judging).catch(() => {});
  }
}

async function isAlive(path: string): Promise<boolean> {
  const owner = await readOwner(path);
  const touched = await stat(path).then(
    (s) => s.mtimeMs,
    () => 0,
  );
  if (!owner) return Date.now() - touched < 2_000;
  if (owner.host !== hostname()) return Date.now() - touched < staleAfterMs;
  return isRunning(owner);
}

/** This process, as another one will have to recognise it. */
export function thisProcess(): Owner {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** Whether a process of this machine still runs. */
export function isRunning(owner: Owner): boolean {
  if (owner.pid === process.pid) return owner.started === startOf(process.pid);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return owner.started === startOf(owner.pid);
}

async function readOwner(path: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Owner;
  } catch {
    return null;
  }
}

/** When a process started, in the kernel's ticks: tells a reused pid from the old one. '' where /proc is not there. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

async function inUse(directory: string, path: string): Promise<DirectoryInUse> {
  const owner = await readOwner(path);
  const who = owner ? `process ${owner.pid} on ${owner.host}` : "another process";
  return new DirectoryInUse(
    `DATA_DIR ${directory} is in use by ${who}. Stop it first, choose another DATA_DIR, or set DATABASE_URL to share one database.`,
  );
}
