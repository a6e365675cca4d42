import { DatabaseUnusable } from "../database-unusable.ts";
import { diskFault } from "../disk-fault.ts";

/** The embedded database has stopped. `message` is one line for the terminal. */
export class DatabaseStopped extends Error {
  readonly code: string;
  constructor(cause: Error & { code?: string }) {
    super(`The embedded database has stopped: ${cause.message}`, { cause });
    this.code = cause.code ?? "";
  }
}

/** What is thrown for an embedded database that did not start: for one that is damaged, what the operator can do. */
export function whyUnusable(error: unknown, dataDir: string | undefined): unknown {
  if (diskFault(error) || !dataDir) return error;
  const { message } = error as Error;
  return new DatabaseUnusable(
    `DATA_DIR ${dataDir}: the database in pg/ does not open (${message || "it says no more"}). It is damaged, or was made by another version: restore a backup.`,
  );
}
