import { and, eq, type SQL } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { episodes, type EpisodeStills } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import type { Storage } from "../../../ports/storage.ts";
import { Failure } from "../../kernel/failure.ts";
import { lookOf, newStillId, putStill, removeSent, shownStill } from "../still.ts";
import { drawArtwork, type Drawn } from "./draw-artwork.ts";
import { keepStill } from "./restore-still.ts";
import { readSent } from "./set-artwork.ts";
import { writeMovie, type MovieWrite } from "./write-movie.ts";

/**
 * Makes a picture that the admin has uploaded an episode's still, or goes back to the frame of its video. The upload is
 * removed. The replaced picture is kept for its undo.
 * @throws Failure not_found · conflict · pictures_busy · invalid for a file that is no picture, can't be read or is
 *   too small
 */
export async function setStill(
  deps: { db: Db; storage: Storage; artwork: Files; pictures: Pictures },
  input: Pick<ParsedOf<"z/episode/still">, "index" | "key"> & MovieWrite,
): Promise<OutputOf<"z/episode/still">> {
  const { id, index, key, admin, now } = input;
  const sent = key === null ? null : await readSent(deps, { key, admin, now });
  const drawn = sent && (await drawArtwork(deps.pictures, { bytes: sent.bytes, role: "still" }));
  const { revision, value, entry } = await writeMovie(deps.db, input, {
    action: "z/episode/still",
    apply: async (tx) => {
      const place = and(eq(episodes.movieId, id), eq(episodes.index, index))!;
      const stills = await readStills(tx, place);
      const undo = stills && (await keepStill(deps.artwork, { movieId: id, stills, drawn }));
      const after = drawn
        ? await putSent(tx, deps.artwork, { movieId: id, place, drawn })
        : await dropSent(tx, { place, stills });
      return { still: shownStill(id, after), undo, gone: stills?.sent && !after?.sent ? stills.id : null };
    },
    undo: ({ undo }) => undo,
  });
  if (value.gone !== null) await removeSent(deps.artwork, { movieId: id, id: value.gone });
  await sent?.remove();
  return { revision, still: value.still, entry };
}

/** Makes a picture the still of an episode, within a transaction that has locked its movie. */
export async function putSent(
  tx: Db,
  artwork: Files,
  { movieId, place, drawn }: { movieId: string; place: SQL; drawn: Drawn },
): Promise<EpisodeStills> {
  const stills = await readStills(tx, place);
  const id = stills?.id ?? newStillId();
  await putStill(artwork, { movieId, kind: "sent", id, files: drawn.files });
  const after = { ...stills, id, sent: lookOf(drawn) };
  await tx.update(episodes).set({ stills: after }).where(place);
  return after;
}

async function dropSent(
  tx: Db,
  { place, stills }: { place: SQL; stills: EpisodeStills | null },
): Promise<EpisodeStills | null> {
  if (!stills?.sent) return stills;
  const { sent: _sent, ...after } = stills;
  await tx.update(episodes).set({ stills: after }).where(place);
  return after;
}

/** @throws Failure not_found if there is no such episode */
async function readStills(tx: Db, place: SQL): Promise<EpisodeStills | null> {
  const [row] = await tx.select({ stills: episodes.stills }).from(episodes).where(place);
  if (!row) throw new Failure("not_found");
  return row.stills;
}
