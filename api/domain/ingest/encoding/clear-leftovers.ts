import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets, encodings, episodes } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { idsOf, workFolder } from "./encoding-row.ts";

/** The longest a link to a film is good for: who began to watch it can watch it to its end. Hours. */
export const graceHours = 13;

/** `mediaDir` is of this machine: work goes on in it, wherever films are kept. */
type Deps = { db: Db; films: Files; mediaDir: string };

/**
 * Removes what an encoding left behind: its work folder, and films of its that never were an episode's. For whoever has
 * it in hand, or when nobody has.
 */
export async function clearEncoding({ db, films, mediaDir }: Deps, id: string): Promise<void> {
  const { preview, film } = idsOf(id);
  const known = await db
    .select({ id: assets.id })
    .from(assets)
    .where(inArray(assets.id, [preview, film]));
  for (const asset of [preview, film]) {
    if (!known.some((one) => one.id === asset)) await films.removeFolder(asset);
  }
  await rm(workFolder(mediaDir, id), { recursive: true, force: true });
}

/**
 * Removes what encodings that are not under way left behind, such as those of a worker that was killed, and films that
 * others took the place of, once nobody can be watching them any more.
 */
export async function clearLeftovers({ db, films, mediaDir }: Deps, now: Date): Promise<void> {
  const ids = await readdir(join(mediaDir, ".encoding")).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const id of ids) {
    await db.transaction(async (tx) => {
      // Locked: nobody takes it, and begins to write, while it is being cleared.
      const [row] = await tx
        .select({ state: encodings.state })
        .from(encodings)
        .where(eq(encodings.id, id))
        .for("update");
      if (row?.state !== "encoding") await clearEncoding({ db: tx, films, mediaDir }, id);
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
    await films.removeFolder(id);
    await db.delete(assets).where(and(eq(assets.id, id), over));
  }
}
