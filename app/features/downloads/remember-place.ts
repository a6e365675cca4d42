import { isAnythingKept } from "./kept-flag.ts";
import { keyOf } from "./protocol.ts";

/** Notes where an episode was left, for who goes on with its copy on this device. Does nothing where there is none. */
export async function rememberPlace(
  episode: { id: string; index: number },
  positionS: number,
): Promise<void> {
  if (!isAnythingKept()) return;
  const { openDownloads } = await import("./store.ts");
  const key = keyOf(episode);
  await openDownloads().update(key, (download) => download && { ...download, positionS });
}
