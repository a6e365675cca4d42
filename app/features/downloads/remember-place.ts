import { readAccountNote } from "../../lib/account-note.ts";
import { isAnythingKept } from "./kept-flag.ts";
import { keyOf } from "./protocol.ts";

/** Saves the position of an episode, for its copy on this device. Does nothing without a copy. */
export async function rememberPlace(
  episode: { id: string; index: number },
  positionS: number,
): Promise<void> {
  if (!isAnythingKept()) return;
  const { openDownloads } = await import("./store.ts");
  const { mark } = await readAccountNote();
  if (mark === null) return;
  const key = keyOf(episode, mark);
  await openDownloads().update(key, (download) => download && { ...download, positionS });
}
