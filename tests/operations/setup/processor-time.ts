import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks of the kernel in a second. */
const ticks = 100;

type Stat = { pid: number; parent: number; seconds: number };

function stats(): Stat[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const text = readFileSync(`/proc/${name}/stat`, "utf8");
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      const [user, system] = [Number(fields[11]), Number(fields[12])];
      return [{ pid: Number(name), parent: Number(fields[1]), seconds: (user + system) / ticks }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** Processor seconds that these processes and their children have used so far. */
export function processorTime(pids: number[]): number {
  const wanted = new Set(pids);
  return stats()
    .filter(({ pid, parent }) => wanted.has(pid) || wanted.has(parent))
    .reduce((sum, { seconds }) => sum + seconds, 0);
}
