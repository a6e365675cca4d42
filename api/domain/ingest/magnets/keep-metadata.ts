import { mkdir, rename, writeFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { magnetFiles, magnets } from "../../../db/schema.ts";
import { hold } from "./claim-magnets.ts";
import { magnetFolder, MagnetTrouble, metadataPath, unclaimed, type MagnetRow } from "./magnet-row.ts";
import { readMetadata, rowsOf } from "./read-metadata.ts";

/**
 * Stores the file list of a magnet. An admin has to choose files now, unless that was done before its folder was
 * cleared.
 * @throws MagnetTrouble for unusable content · LeaseLost
 */
export async function keepMetadata(
  { db, magnetsDir }: { db: Db; magnetsDir: string },
  { row, metadata, maxBytes, now }: { row: MagnetRow; metadata: Uint8Array; maxBytes: number; now: Date },
): Promise<void> {
  const content = await readMetadata(metadata, row);
  if (content.bytes > maxBytes) throw new MagnetTrouble("too_large", `${content.bytes} bytes`);
  const files = rowsOf(row.id, content);
  if (!files.some(({ kind }) => kind === "video")) throw new MagnetTrouble("no_video");
  await mkdir(magnetFolder(magnetsDir, row), { recursive: true });
  const path = metadataPath(magnetsDir, row);
  await writeFile(`${path}.part`, metadata);
  await rename(`${path}.part`, path);
  await db.transaction(async (tx) => {
    await hold(tx, row);
    const isChosen = row.files !== null && row.target !== null;
    if (!isChosen) await tx.delete(magnetFiles).where(eq(magnetFiles.magnetId, row.id));
    for (let at = 0; !isChosen && at < files.length; at += 500)
      await tx.insert(magnetFiles).values(files.slice(at, at + 500));
    await tx
      .update(magnets)
      .set({
        ...unclaimed,
        state: isChosen ? "waiting" : "choose",
        name: content.name,
        ...(isChosen ? {} : { files: files.length, bytes: content.bytes }),
        problem: null,
        detail: null,
        notBefore: null,
        attempts: 0,
        movedAt: null,
        updatedAt: now,
      })
      .where(eq(magnets.id, row.id));
  });
}
