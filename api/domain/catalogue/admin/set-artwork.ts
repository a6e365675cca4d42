import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { movies, uploads } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import type { Storage } from "../../../ports/storage.ts";
import { invalidField } from "../../kernel/failure.ts";
import { findUpload } from "../../service/files/find-upload.ts";
import { drawArtwork, putArtwork } from "./draw-artwork.ts";
import { keepArtwork } from "./restore-artwork.ts";
import { writeMovie, type MovieWrite } from "./write-movie.ts";

/** Upload limit: even a print-quality poster is smaller. */
const mostBytes = 25 * 1024 * 1024;

/**
 * Makes a picture that the admin has uploaded a movie's poster or backdrop. The upload is removed, because the movie's
 * files contain all that is used of it. The replaced picture is kept for its undo.
 * @throws Failure not_found · conflict · pictures_busy · invalid for a file that is no picture, can't be read or is
 *   too small
 */
export async function setArtwork(
  deps: { db: Db; storage: Storage; artwork: Files; pictures: Pictures },
  input: Pick<ParsedOf<"z/movie/artwork">, "role" | "key"> & MovieWrite,
): Promise<OutputOf<"z/movie/artwork">> {
  const { id, role, key, admin } = input;
  const sent = await readSent(deps, { key, admin, now: input.now });
  const drawn = await drawArtwork(deps.pictures, { bytes: sent.bytes, role });
  const artworkVersion = randomBytes(6).toString("hex");
  const { revision, value, entry } = await writeMovie(deps.db, input, {
    action: "z/movie/artwork",
    apply: async (tx, { row }) => {
      // The movie's colour comes from the poster: it fills the space of both pictures.
      const colour = role === "poster" || row.artworkVersion === "0" ? drawn.colour : row.colour;
      const pictures = [...new Set([...row.pictures, role])];
      const undo = await keepArtwork(deps.artwork, { row, role, drawn, after: { artworkVersion, colour } });
      await tx.update(movies).set({ colour, artworkVersion, pictures }).where(eq(movies.id, id));
      await putArtwork(deps.artwork, id, drawn.files);
      return { colour, undo };
    },
    undo: ({ undo }) => undo,
  });
  await sent.remove();
  const artwork = { path: `/artwork/${id}`, version: artworkVersion, colour: value.colour };
  return { revision, artwork, entry };
}

/**
 * Reads a picture that the admin has uploaded.
 * @returns its bytes, and what removes the upload once they are used
 * @throws Failure invalid for a file that does not exist, is another user's or is too large
 */
export async function readSent(
  deps: { db: Db; storage: Storage },
  { key, admin, now }: { key: string } & Pick<MovieWrite, "admin" | "now">,
): Promise<{ bytes: Buffer; remove: () => Promise<void> }> {
  const mine = and(eq(uploads.key, key), eq(uploads.uid, admin.uid))!;
  const upload = await findUpload(deps, { key, uid: admin.uid, now });
  const bytes = upload && (await deps.storage.read({ key, maxBytes: mostBytes }));
  if (!bytes) throw invalidField("key", "format");
  return { bytes, remove: () => removeUnused(deps, key, mine) };
}

/** Removes an upload that is no longer used, because its content was copied elsewhere. */
export async function removeUnused(
  { db, storage }: { db: Db; storage: Storage },
  key: string,
  mine: ReturnType<typeof sql>,
): Promise<void> {
  const gone = await db
    .delete(uploads)
    .where(
      and(
        mine,
        sql`not exists (select 1 from feedback where feedback.screenshot = ${key})`,
        // The same subtitles may belong to a video file that waits for its encoding.
        sql`not exists (select 1 from magnet_file where magnet_file.key = ${key})`,
        sql`${key} not in (
          select sidecar->>'key' from encoding, jsonb_array_elements(encoding.sidecars) as sidecar)`,
      ),
    )
    .returning({ key: uploads.key });
  if (gone.length > 0) await storage.remove(key);
}
