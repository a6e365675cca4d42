import { DatabaseUnusable } from "../database-unusable.ts";
import { lockDirectory } from "../directory-lock.ts";
import { diskFault } from "../disk-fault.ts";
import { startThread, type OpenedEmbedded } from "./thread-client.ts";

/** An embedded database whose thread has begun to start it. */
export type Opening = {
  /** Rejects with DatabaseUnusable when the operator has to fix something. `close` also gives the folder back. */
  opened: Promise<OpenedEmbedded>;
};

/**
 * Locks a folder and begins to start its embedded database. What this thread does next does not delay it.
 * @throws DirectoryInUse when another process holds the folder, DirectoryUnusable
 */
export async function beginToOpen(dataDir: string): Promise<Opening> {
  const release = await lockDirectory(dataDir);
  const opened = startThread(dataDir).then(
    ({ client, stopped, close }) => {
      const closeAndRelease = async () => {
        await close();
        await release();
      };
      let closed: Promise<void> | null = null;
      return { client, stopped, close: () => (closed ??= closeAndRelease()) };
    },
    async (error: unknown) => {
      await release();
      const fault = diskFault(error);
      throw fault ? new DatabaseUnusable(`DATA_DIR ${dataDir}: ${fault}`) : error;
    },
  );
  // Who awaits it learns of the error, and may do so later.
  opened.catch(() => {});
  return { opened };
}
