import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

export type Memory = {
  /** Resident memory of the process and all its descendants, added up, in MB (a million bytes). */
  residentMB: number;
  /** The same with shared memory counted once; null when the system does not report it (Linux does). */
  proportionalMB: number | null;
  processes: number;
};

/** Present memory of a process and its descendants. */
export async function memoryOf(pid: number): Promise<Memory> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,rss="]);
  const all = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number]);
  const family = new Set([pid]);
  // A child may be listed before its parent.
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const [child, parent] of all) if (family.has(parent)) family.add(child);
  }
  const resident = all.filter(([id]) => family.has(id)).reduce((sum, [, , kiB]) => sum + kiB * 1024, 0);
  const shares = await Promise.all([...family].map(proportionalOf));
  return {
    residentMB: resident / 1e6,
    proportionalMB: shares.includes(null)
      ? null
      : shares.reduce<number>((sum, share) => sum + share!, 0) / 1e6,
    processes: family.size,
  };
}

/** Bytes; null when not available. */
async function proportionalOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const kiB = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
  return kiB === undefined ? null : Number(kiB) * 1024;
}
