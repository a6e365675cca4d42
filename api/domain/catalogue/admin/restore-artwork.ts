import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { keepReplaced, readReplaced } from "../../service/files/replaced-files.ts";
import { artworkNames, putArtwork, type ArtworkRole, type Drawn } from "./draw-artwork.ts";
import type { MovieRow } from "./write-movie.ts";

/** Undo data of a replaced picture in the audit log. */
export type ReplacedArtwork = {
  kind: ArtworkRole;
  /** Where its files are kept, see `keepReplaced`. */
  token: string;
  /** Recognises the picture that replaced it. */
  put: string;
  /** Whether an admin had sent the replaced picture, too. */
  sent: boolean;
  before: Look;
  after: Look;
};
type Look = Pick<MovieRow, "artworkVersion" | "colour">;

/**
 * Keeps the picture that `drawn` is about to replace.
 * @returns the undo data; null if the movie has no picture to keep
 */
export async function keepArtwork(
  artwork: Files,
  { row, role, drawn, after }: { row: MovieRow; role: ArtworkRole; drawn: Drawn; after: Look },
): Promise<ReplacedArtwork | null> {
  const files = artworkNames(role).map(async (name) => ({
    name,
    content: await artwork.bytes(`${row.id}/${name}`),
  }));
  const token = await keepReplaced(artwork, await Promise.all(files));
  if (token === null) return null;
  const { artworkVersion, colour } = row;
  const put = digestOf(drawn.files.find(({ name }) => name === smallest(role))!.bytes);
  const sent = row.pictures.includes(role);
  return { kind: role, token, put, sent, before: { artworkVersion, colour }, after };
}

/** Whether the movie's picture is still the one that the action put. */
export async function isStillPut(
  artwork: Files,
  { id, undo }: { id: string; undo: ReplacedArtwork },
): Promise<boolean> {
  const bytes = await artwork.bytes(`${id}/${smallest(undo.kind)}`);
  return bytes !== null && digestOf(bytes) === undo.put;
}

/**
 * Puts a kept picture back. The movie is locked.
 * @returns false if its files do not exist any more; then nothing has changed
 */
export async function restoreArtwork(
  tx: Db,
  artwork: Files,
  { row, undo }: { row: MovieRow; undo: ReplacedArtwork },
): Promise<boolean> {
  const { kind: role, token, sent, before, after } = undo;
  const read = artworkNames(role).map(async (name) => ({
    name,
    bytes: await readReplaced(artwork, { token, name }),
  }));
  const files = (await Promise.all(read)).filter((file): file is Drawn["files"][number] => !!file.bytes);
  if (files.length < read.length) return false;
  await tx
    .update(movies)
    .set({
      // Caches may have the pictures of that version: they are the same again, unless the other one was replaced.
      artworkVersion:
        row.artworkVersion === after.artworkVersion ? before.artworkVersion : randomBytes(6).toString("hex"),
      colour: row.colour === after.colour ? before.colour : row.colour,
      pictures: sent ? row.pictures : row.pictures.filter((one) => one !== role),
    })
    .where(eq(movies.id, row.id));
  await putArtwork(artwork, row.id, files);
  return true;
}

function smallest(role: ArtworkRole): string {
  return artworkNames(role).at(-1)!;
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
