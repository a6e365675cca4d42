import { randomBytes } from "node:crypto";
import { and, eq, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { episodes, movies } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import { drawArtwork, putArtwork, type Drawn } from "../../catalogue/admin/draw-artwork.ts";
import { lookOf, newStillId, putStill } from "../../catalogue/still.ts";
import { Failure } from "../../kernel/failure.ts";
import type { Claimed } from "./claim-encoding.ts";

/** Artwork version of a movie that has only its colour. */
const none = "0";

/**
 * Makes a frame of the video the poster and backdrop of a movie without artwork, until an admin uploads some.
 * @returns whether it did
 */
export async function setArtworkFrom(
  { db, artwork, pictures }: { db: Db; artwork: Files; pictures: Pictures },
  { claimed, frame }: { claimed: Claimed; frame: Buffer },
): Promise<boolean> {
  const bare = and(eq(movies.id, claimed.movieId), eq(movies.artworkVersion, none));
  const [title] = await db.select({ id: movies.id }).from(movies).where(bare);
  if (!title) return false;
  const drawn = await unlessNarrow(() => drawBoth(pictures, frame));
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

async function drawBoth(pictures: Pictures, bytes: Buffer): Promise<Drawn> {
  const poster = await drawArtwork(pictures, { bytes, role: "poster", patient: true });
  const backdrop = await drawArtwork(pictures, { bytes, role: "backdrop", patient: true });
  return { files: [...poster.files, ...backdrop.files], colour: poster.colour };
}

/** Draws a frame of a video as the still of its episode; null for one that is too narrow. */
export async function drawFrame(pictures: Pictures, frame: Buffer): Promise<Drawn | null> {
  return unlessNarrow(() => drawArtwork(pictures, { bytes: frame, role: "still", patient: true }));
}

/** A frame may be too narrow, as of a portrait video. */
async function unlessNarrow(draw: () => Promise<Drawn>): Promise<Drawn | null> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/**
 * Makes a frame of its new video an episode's still, within a transaction that has locked the movie. A picture that an
 * admin has sent is shown as before.
 * @param place condition of the episode
 * @param frame null = the video has none; that of the former video is not shown any more
 */
export async function putFrame(
  tx: Db,
  artwork: Files,
  { movieId, place, frame }: { movieId: string; place: SQL; frame: Drawn | null },
): Promise<void> {
  const [row] = await tx.select({ stills: episodes.stills }).from(episodes).where(place);
  const { frame: _former, ...others } = row?.stills ?? { id: newStillId() };
  if (frame) await putStill(artwork, { movieId, kind: "frame", id: others.id, files: frame.files });
  const stills = frame ? { ...others, frame: lookOf(frame) } : others;
  await tx.update(episodes).set({ stills }).where(place);
}
