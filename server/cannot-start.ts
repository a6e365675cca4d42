import { DatabaseUnusable } from "../api/db/database-unusable.ts";
import { DirectoryInUse, DirectoryUnusable } from "../api/db/directory-lock.ts";
import { diskFault } from "../api/db/disk-fault.ts";
import { BadEnv } from "./env.ts";

/** A problem the operator must fix before the process can start. `message` is one line that names it. */
export class CannotStart extends Error {}

const known = [CannotStart, BadEnv, DirectoryInUse, DirectoryUnusable, DatabaseUnusable];

/**
 * Why a process did not start, for the terminal: one line for a problem the operator can fix. Any other error is a bug
 * and keeps its stack.
 */
export function explainStart(error: unknown): string {
  if (known.some((kind) => error instanceof kind)) return (error as Error).message;
  const { stack, message } = error as Error;
  return notListening(error) ?? fullDisk(error) ?? stack ?? message ?? JSON.stringify(error);
}

type NetworkError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string };

function notListening(error: unknown): string | null {
  const { syscall, code, address, port, hostname } = error as NetworkError;
  if (syscall === "getaddrinfo") return `HOST: ${hostname} is not the name of a machine`;
  if (syscall !== "listen") return null;
  if (code === "EADDRINUSE") return `PORT: ${port} of ${address} is in use by another process`;
  if (code === "EADDRNOTAVAIL") return `HOST: ${address} is not an address of this machine`;
  if (code === "EACCES") return `PORT: this user may not listen on ${port}`;
  return null;
}

function fullDisk(error: unknown): string | null {
  const { path } = error as NodeJS.ErrnoException;
  const fault = diskFault(error);
  if (fault === null) return null;
  return path === undefined ? `The database: ${fault}` : `${path}: ${fault}`;
}
