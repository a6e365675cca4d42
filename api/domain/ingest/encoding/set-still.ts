import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import type { MediaTool } from "../../../ports/media.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import { drawArtwork, putArtwork } from "../../catalogue/admin/draw-artwork.ts";
import { Failure } from "../../kernel/failure.ts";
import type { Claimed } from "./claim-encoding.ts";

/** Artwork version of a movie that has only its colour. */
const none = "0";

/**
 * Makes a frame of the asset the poster and backdrop of a movie without artwork, until an admin uploads some.
 * @returns whether it did
 */
export async function setStill(
  { db, artwork, pictures }: { db: Db; artwork: Files; pictures: Pictures },
  still: {
    claimed: Claimed;
    source: string;
    media: MediaTool;
    durationS: number;
    /** Folder for the tool's temporary files. */
    workDir: string;
    signal: AbortSignal;
  },
): Promise<boolean> {
  const { claimed, source, media, durationS, workDir, signal } = still;
  const bare = and(eq(movies.id, claimed.movieId), eq(movies.artworkVersion, none));
  const [title] = await db.select({ id: movies.id }).from(movies).where(bare);
  if (!title) return false;
  const frame = await media.takeStill(source, { durationS, workDir, signal });
  if (!frame) return false;
  const drawn = await drawBoth(pictures, frame);
  if (!drawn) return false;
  return db.transaction(async (tx) => {
    const [row] = await tx.select({ id: movies.id }).from(movies).where(bare).for("update");
    // An admin has uploaded a picture meanwhile.
    if (!row) return false;
    await putArtwork(artwork, row.id, drawn.files);
    const artworkVersion = randomBytes(6).toString("hex");
    await tx.update(movies).set({ artworkVersion, colour: drawn.colour }).where(eq(movies.id, row.id));
    return true;
  });
}

async function drawBoth(pictures: Pictures, bytes: Buffer) {
  try {
    const poster = await drawArtwork(pictures, { bytes, role: "poster", patient: true });
    const backdrop = await drawArtwork(pictures, { bytes, role: "backdrop", patient: true });
    return { files: [...poster.files, ...backdrop.files], colour: poster.colour };
  } catch (error) {
    // The frame is too narrow, as of a portrait video.
    if (error instanceof Failure) return null;
    throw error;
  }
}
