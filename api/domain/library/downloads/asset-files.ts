import { posix } from "node:path";
import { nameSegments, readJoined, segmentName } from "../../playback/media/joined-rendition.ts";
import type { Files } from "../../../ports/files.ts";

/** A file in an asset's folder, and its length in bytes. */
export type AssetFile = [path: string, bytes: number];

/** The files of assets, cached so that not every call walks their folders. */
export type AssetFiles = {
  /** @param asset an asset; `readyAt` tells a new encoding from an old one */
  of: (asset: { id: string; readyAt: Date | null }) => Promise<AssetFile[]>;
};

/** Most assets in the cache: a long one's list has thousands of entries. */
const most = 50;
/** Subtitles and the like may be corrected at any time. Milliseconds. */
const freshMs = 60_000;
/**
 * Files that no download needs: the master playlist is made for each licence, the progressive file is for players
 * without HLS, and a copy is H.264, which the browser plays after any update.
 */
const leftOut = /^(?:master\.m3u8|progressive\.mp4)$|\.json$|(?:^|\/)\.|^v\d+_/;

/** @param assetStore contains one folder per asset */
export function createAssetFiles(assetStore: Files): AssetFiles {
  const known = new Map<string, { at: number; listing: Promise<AssetFile[]> }>();
  return {
    of({ id, readyAt }) {
      const key = `${id} ${readyAt?.getTime() ?? 0}`;
      const held = known.get(key);
      if (held && performance.now() - held.at < freshMs) return held.listing;
      const listing = list(assetStore, id);
      known.delete(key);
      known.set(key, { at: performance.now(), listing });
      listing.catch(() => known.delete(key));
      if (known.size > most) known.delete(known.keys().next().value!);
      return listing;
    },
  };
}

/**
 * The files of one rendition: its own folder, and everything outside other renditions' folders, such as audio,
 * subtitles and thumbnails. Small files come first, so that a download is listed correctly before its first segment
 * arrives.
 * @param folders of all renditions
 */
export function filesOf(all: readonly AssetFile[], folder: string, folders: readonly string[]): AssetFile[] {
  const others = folders.filter((other) => other !== folder).map((other) => `${other}/`);
  const wanted = all.filter(([path]) => !others.some((other) => path.startsWith(other)));
  const late = ([path]: AssetFile) => (path.endsWith(".m4s") ? 1 : 0);
  return wanted.sort((a, b) => late(a) - late(b) || (a[0] < b[0] ? -1 : 1));
}

/** @returns the multivariant playlist with only this rendition */
export function masterOf(master: string, folder: string): string {
  const lines = master.split(/\r?\n/);
  const kept = lines.filter((line, at) => {
    if (line.startsWith("#EXT-X-STREAM-INF:")) return lines[at + 1]?.startsWith(`${folder}/`);
    if (line.startsWith("#EXT-X-I-FRAME-STREAM-INF:")) return false;
    return line.startsWith("#") || line === "" || line.startsWith(`${folder}/`);
  });
  return kept.join("\n");
}

/** The files that viewers ask for. An asset whose folder is gone has none, and so no rendition to download. */
async function list(assetStore: Files, asset: string): Promise<AssetFile[]> {
  const found: AssetFile[] = [];
  for await (const { path, bytes } of assetStore.list(asset)) {
    const name = path.slice(asset.length + 1);
    if (!leftOut.test(name)) found.push([name, bytes]);
  }
  const joined = found
    .filter(([path]) => path.endsWith("/rendition.mp4"))
    .map(([path]) => posix.dirname(path));
  const apart = found.filter(([path]) => !joined.includes(posix.dirname(path)));
  const pieces = joined.map((folder) => piecesOf(assetStore, asset, folder));
  return [...apart, ...(await Promise.all(pieces)).flat()];
}

/** What the file of a rendition holds, under the names by which it is fetched. */
async function piecesOf(assetStore: Files, asset: string, folder: string): Promise<AssetFile[]> {
  const text = (await assetStore.text(`${asset}/${folder}/index.m3u8`)) ?? "";
  const { offsets = [] } = readJoined(text) ?? {};
  const lengths = Array.from(offsets.slice(1), (end, at) => end - offsets[at]!);
  const names = lengths.map((_length, at) => (at === 0 ? "init.mp4" : segmentName(at - 1)));
  const files = lengths.map((bytes, at): AssetFile => [`${folder}/${names[at]}`, bytes]);
  return [[`${folder}/index.m3u8`, Buffer.byteLength(nameSegments(text))], ...files];
}
