import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process. `started` tells it from a later one with its number; empty where the system does not say. */
export type Owner = { pid: number; host: string; started: string };

/** This process, as another one will have to recognise it. */
export function thisProcess(): Owner {
  return { pid: process.pid, host: thisHost(), started: startOf(process.pid) };
}

/** Whether a process still runs. Asked only about one whose `host` is this process's: elsewhere its number says nothing. */
export function isRunning(owner: Owner): boolean {
  if (owner.pid === process.pid) return owner.started === startOf(process.pid);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return owner.started === startOf(owner.pid);
}

/** The machine, and the container on it: containers can share a host name, but each counts its processes itself. */
function thisHost(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
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
