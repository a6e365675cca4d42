import { beginToOpen, type Opening } from "../api/db/embedded/open-folder.ts";
import { requireDiskToStart } from "./disk.ts";
import type { Env } from "./env.ts";
import { requireNoUnfinishedRestore } from "./unfinished-restore.ts";

/**
 * Begins to start the embedded database, in a thread of its own: the process reads the rest of its program meanwhile.
 * @returns undefined when this process has no embedded database
 * @throws DirectoryInUse, DirectoryUnusable, and CannotStart after an interrupted restore
 */
export async function beginDatabase(env: Env): Promise<Opening | undefined> {
  const { API_URL, DATABASE_URL, DATA_DIR: dataDir } = env;
  if (API_URL || DATABASE_URL) return undefined;
  await requireDiskToStart(dataDir);
  requireNoUnfinishedRestore(dataDir);
  return beginToOpen(dataDir);
}
