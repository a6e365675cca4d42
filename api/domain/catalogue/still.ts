import { createHash, randomBytes } from "node:crypto";
import type { Still } from "../../../contract/models.ts";
import type { EpisodeStills, PictureLook } from "../../db/schema/catalogue/episodes.ts";
import type { Files } from "../../ports/files.ts";
import { artworkNames, putArtwork, type Drawn } from "./admin/draw-artwork.ts";

/** Who a still is from: the episode's video, or an admin. */
export type StillKind = "frame" | "sent";

/** The still of an episode that viewers see; null if there is none. */
export function shownStill(movieId: string, stills: EpisodeStills | null): Still | null {
  const kind = stills?.sent ? "sent" : "frame";
  const look = stills?.[kind];
  return look ? { path: `/artwork/${movieId}/${prefixOf(kind, stills.id)}`, ...look } : null;
}

/** Name of the files of new stills. */
export const newStillId = () => randomBytes(8).toString("hex");

/** Names of a still's files in its movie's folder, the largest first. */
export function stillNames(kind: StillKind, id: string): string[] {
  return artworkNames("still").map((name) => name.replace("still", prefixOf(kind, id)));
}

/** @returns the id in the name of a still's file; null for other files */
export function stillIdOf(name: string): string | null {
  return /^(?:frame|sent)-([0-9a-z]+)-\d+\.(?:webp|avif)$/.exec(name)?.[1] ?? null;
}

/** The version follows from the content: the same picture again needs no new copy in a cache. */
export function lookOf({ files, colour }: Drawn): PictureLook {
  const version = createHash("sha256").update(files[0]!.bytes).digest("hex").slice(0, 12);
  return { version, colour };
}

/** Writes a drawn still to its movie's folder. */
export async function putStill(
  artwork: Files,
  { movieId, kind, id, files }: { movieId: string; kind: StillKind; id: string; files: Drawn["files"] },
): Promise<void> {
  const names = stillNames(kind, id);
  await putArtwork(
    artwork,
    movieId,
    files.map(({ bytes }, at) => ({ name: names[at]!, bytes })),
  );
}

/** Removes the files of a still that an admin had sent. */
export async function removeSent(
  artwork: Files,
  { movieId, id }: { movieId: string; id: string },
): Promise<void> {
  for (const name of stillNames("sent", id)) await artwork.remove(`${movieId}/${name}`);
}

function prefixOf(kind: StillKind, id: string): string {
  return `${kind}-${id}`;
}
