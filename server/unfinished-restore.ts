import { existsSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "./cannot-start.ts";

/** The file of DATA_DIR that is there while a restore replaces data. */
export const unfinishedRestore = (dataDir: string) => join(dataDir, "restore-unfinished");

/** @throws CannotStart when a restore was interrupted, and part of the data may be of before it */
export function requireNoUnfinishedRestore(dataDir: string): void {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new CannotStart(
      `DATA_DIR ${dataDir}: a restore was interrupted. Run npm run restore again with the same backup.`,
    );
}
