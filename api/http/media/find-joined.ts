import type { Context } from "hono";
import { nameSegments } from "../../domain/playback/media/joined-rendition.ts";
import type { RenditionSlices, Slice } from "../../domain/playback/media/rendition-slices.ts";
import { isStorageFailure } from "../../domain/service/files/storage-failure.ts";
import type { Files } from "../../ports/files.ts";
import { plainAnswer } from "./serve-file.ts";
import { againS } from "./serve-remote.ts";
import { textAnswer } from "./text-answer.ts";

export type JoinedRequest = {
  asset: string;
  /** Relative to the asset, decoded. It may be hostile. */
  path: string;
  /** The playlist may name byte ranges of the rendition's file, which the grant opens. */
  ranges: boolean;
  cacheControl: string;
};

/** @returns an answer, or the bytes to answer with; null for files that are stored as they are asked for */
export type JoinedFinder = (c: Context, request: JoinedRequest) => Promise<Response | Slice | null>;

const mediaPlaylist = /^([\w-]+)\/index\.m3u8$/;

/**
 * For assets whose renditions are one file each: finds the bytes of an init segment or a segment, and names the
 * segments in playlists.
 * @param assetStore texts of the movies, by path
 * @param onAway called when a store could not be read
 */
export function createJoinedFinder({
  assetStore,
  slices,
  onAway,
}: {
  assetStore: Pick<Files, "text">;
  slices: RenditionSlices;
  onAway: (error: unknown) => void;
}): JoinedFinder {
  return async function findJoined(c, { asset, path, ranges, cacheControl }) {
    try {
      const [, rendition] = mediaPlaylist.exec(path) ?? [];
      if (rendition === undefined) return await slices.find(asset, path);
      if (ranges || !(await slices.isJoined(asset, rendition))) return null;
      const text = await assetStore.text(`${asset}/${path}`);
      return text === null ? null : textAnswer(c, { path, text: nameSegments(text), cacheControl });
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      onAway(error);
      return plainAnswer(503, "Not available now", { "Retry-After": String(againS) });
    }
  };
}
