import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { captionings } from "../../../db/schema.ts";
import { captionsFolder } from "./captioning-row.ts";

/** Removes what killed workers left: folders named by a claim that no worker holds. */
export async function clearCaptions({
  db,
  mediaDir,
  held,
}: {
  db: Db;
  /** On this machine: the work happens there, wherever assets are stored. */
  mediaDir: string;
  /** Claims that this process works on. */
  held: ReadonlySet<string>;
}): Promise<void> {
  const claims = await readdir(captionsFolder(mediaDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const claim of claims) {
    if (held.has(claim)) continue;
    const [row] = await db
      .select({ id: captionings.id })
      .from(captionings)
      .where(eq(captionings.claim, claim));
    if (!row) await rm(join(captionsFolder(mediaDir), claim), { recursive: true, force: true });
  }
}
