import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process. `started` tells it from a later process with the same number; empty if the system does not report it. */
export type Owner = { pid: number; host: string; started: string };

/** This process, in a form that another process can recognise. */
export function thisProcess(): Owner {
  return { pid: process.pid, host: thisHost(), started: startOf(process.pid) };
}

/**
 * Whether a process still runs. Call it only if its `host` is this process's host: elsewhere the number means nothing.
 */
export function isRunning(owner: Owner): boolean {
  if (owner.pid === process.pid) return owner.started === startOf(process.pid);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return owner.started === startOf(owner.pid);
}

/**
 * Identifies the machine and the container: containers can share a host name, but each numbers its processes itself.
 */
function thisHost(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

/** When a process started, in kernel ticks: tells a reused pid from the old one. '' without /proc. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
