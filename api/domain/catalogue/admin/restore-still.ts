import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { episodes, type EpisodeStills, type PictureLook } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { keepReplaced, readReplaced } from "../../service/files/replaced-files.ts";
import { lookOf, putStill, removeSent, stillNames } from "../still.ts";
import type { Drawn } from "./draw-artwork.ts";

/** Undo data of a replaced still in the audit log. */
export type ReplacedStill = {
  kind: "still";
  /** `EpisodeStills.id`: the episode may have another number by now. */
  still: string;
  /** The replaced picture, and where its files are kept (see `keepReplaced`); null = the frame of the video. */
  before: (PictureLook & { token: string }) | null;
  /** Version of the picture that replaced it; null = the frame of the video. */
  put: string | null;
};

/**
 * Keeps the still of an episode that another picture, or the frame of its video, is about to replace.
 * @param drawn null = the frame of its video
 * @returns the undo data; null if its files are lost
 */
export async function keepStill(
  artwork: Files,
  { movieId, stills, drawn }: { movieId: string; stills: EpisodeStills; drawn: Drawn | null },
): Promise<ReplacedStill | null> {
  const { id, sent } = stills;
  const undo = { kind: "still", still: id, put: drawn && lookOf(drawn).version } as const;
  if (!sent) return { ...undo, before: null };
  const files = stillNames("sent", id).map(async (name) => ({
    name,
    content: await artwork.bytes(`${movieId}/${name}`),
  }));
  const token = await keepReplaced(artwork, await Promise.all(files));
  return token === null ? null : { ...undo, before: { ...sent, token } };
}

type Found = { index: number; stills: EpisodeStills };

/** The episode whose still an undo is about; null if it was deleted. */
export async function findStill(
  db: Db,
  { movieId, still }: { movieId: string; still: string },
): Promise<Found | null> {
  const [row] = await db
    .select({ index: episodes.index, stills: episodes.stills })
    .from(episodes)
    .where(and(eq(episodes.movieId, movieId), sql`${episodes.stills}->>'id' = ${still}`));
  return row?.stills ? { ...row, stills: row.stills } : null;
}

/** Whether an episode's still is the one that a change has put. */
export function isStillPutBy({ stills }: Found, { put }: ReplacedStill): boolean {
  return (stills.sent?.version ?? null) === put;
}

/**
 * Puts a kept still back. The movie is locked.
 * @returns false if its files do not exist any more; then nothing has changed
 */
export async function restoreStill(
  tx: Db,
  artwork: Files,
  { movieId, undo, found }: { movieId: string; undo: ReplacedStill; found: Found },
): Promise<boolean> {
  const { sent: _sent, ...after } = found.stills;
  const place = and(eq(episodes.movieId, movieId), eq(episodes.index, found.index));
  if (!undo.before) {
    await tx.update(episodes).set({ stills: after }).where(place);
    await removeSent(artwork, { movieId, id: undo.still });
    return true;
  }
  const { token, ...look } = undo.before;
  const files: Drawn["files"] = [];
  for (const name of stillNames("sent", undo.still)) {
    const bytes = await readReplaced(artwork, { token, name });
    if (!bytes) return false;
    files.push({ name, bytes });
  }
  await putStill(artwork, { movieId, kind: "sent", id: undo.still, files });
  await tx
    .update(episodes)
    .set({ stills: { ...after, sent: look } })
    .where(place);
  return true;
}
