import type { Context } from "hono";
import { servedMaster, type ServedAsset } from "../../domain/playback/media/served-master.ts";
import { isStorageFailure } from "../../domain/service/files/storage-failure.ts";
import type { Files } from "../../ports/files.ts";
import { plainAnswer } from "./serve-file.ts";
import { againS } from "./serve-remote.ts";
import { textAnswer } from "./text-answer.ts";

export type MasterRequest = { asset: string; path: string; cacheControl: string };

/** @returns null for any other file, and for a playlist that is served as it is stored */
export type MasterServer = (c: Context, request: MasterRequest) => Promise<Response | null>;

/**
 * Serves an asset's multivariant playlist as its row says, with its sounds as an admin has arranged them.
 * @param assetStore texts of the movies, by path
 * @param factsOf what the row of an asset says; null where nothing of it changes the stored playlist
 * @param onAway called when a store could not be read
 */
export function createMasterServer({
  assetStore,
  factsOf,
  onAway,
}: {
  assetStore: Pick<Files, "text">;
  factsOf: (asset: string) => Promise<ServedAsset | null>;
  onAway: (error: unknown) => void;
}): MasterServer {
  return async function serveMaster(c, { asset, path, cacheControl }) {
    if (path !== "master.m3u8") return null;
    try {
      const row = await factsOf(asset);
      const text = row && (await assetStore.text(`${asset}/${path}`));
      return text ? textAnswer(c, { path, text: servedMaster(text, row), cacheControl }) : null;
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      onAway(error);
      return plainAnswer(503, "Not available now", { "Retry-After": String(againS) });
    }
  };
}
