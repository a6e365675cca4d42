import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets, encodings, episodes } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { clearUnfinished } from "./add-renditions.ts";
import { idsOf, workFolder } from "./encoding-row.ts";

/** Longest validity of a media URL: a viewer who has started can watch to the end. Hours. */
export const graceHours = 13;

/** `mediaDir` is on this machine: encoding happens there, wherever assets are stored. */
type Deps = { db: Db; assetStore: Files; mediaDir: string };

/**
 * Removes what an encoding left behind: its work folder, and its assets that never belonged to an episode. Call it only
 * for an encoding that this process owns, or that has no worker.
 */
export async function clearEncoding({ db, assetStore, mediaDir }: Deps, id: string): Promise<void> {
  const { preview, whole } = idsOf(id);
  const known = await db
    .select({ id: assets.id })
    .from(assets)
    .where(inArray(assets.id, [preview, whole]));
  for (const asset of [preview, whole]) {
    if (!known.some((one) => one.id === asset)) await assetStore.removeFolder(asset);
  }
  await clearUnfinished({ db, assetStore }, id);
  await rm(workFolder(mediaDir, id), { recursive: true, force: true });
}

/**
 * Removes what inactive encodings left behind, such as those of a killed worker. Also removes replaced assets that can
 * no longer have viewers.
 */
export async function clearLeftovers({ db, assetStore, mediaDir }: Deps, now: Date): Promise<void> {
  const ids = await readdir(join(mediaDir, ".encoding")).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const id of ids) {
    await db.transaction(async (tx) => {
      // Locked, so that no worker claims it and starts to write while it is being cleared.
      const [row] = await tx
        .select({ state: encodings.state })
        .from(encodings)
        .where(eq(encodings.id, id))
        .for("update");
      if (row?.state !== "encoding") await clearEncoding({ db: tx, assetStore, mediaDir }, id);
    });
  }
  const before = new Date(now.getTime() - graceHours * 3_600_000);
  const over = and(
    lt(assets.retiredAt, before),
    notExists(
      db
        .select({ one: sql`1` })
        .from(episodes)
        .where(eq(episodes.assetId, assets.id)),
    ),
  );
  const retired = await db.select({ id: assets.id }).from(assets).where(over);
  for (const { id } of retired) {
    await assetStore.removeFolder(id);
    await db.delete(assets).where(and(eq(assets.id, id), over));
  }
}
