import type { Files } from "../../../ports/files.ts";
import { readJoined, type JoinedRendition } from "./joined-rendition.ts";

/** A part of a stored file: `path` as its store names it, and bytes. */
export type Slice = { path: string; start: number; length: number };

export type RenditionSlices = {
  /** Where a file is that viewers ask for, such as `v240/seg_00004.m4s`. Null: it is a file of its own, if it exists. */
  find: (asset: string, path: string) => Promise<Slice | null>;
  /** The init segment and so many segments of a rendition. Null: they are files of their own. */
  beginning: (asset: string, rendition: string, segments: number) => Promise<Slice | null>;
  /** Whether the renditions of an asset are one file each. */
  isJoined: (asset: string, rendition: string) => Promise<boolean>;
};

const named = /^([\w-]+)\/(?:(init\.mp4)|seg_(\d{5,9})\.m4s)$/;
/** Milliseconds for which offsets are used again: an encoding that is repeated has other ones. */
const freshMs = 60_000;
const mostKnown = 2_000;

type Entry = { at: number; reading: Promise<JoinedRendition | null> };

/**
 * Finds segments in the file of their rendition, by the byte ranges in its playlist. Playlists are kept in memory for a
 * minute, 8 bytes a segment.
 * @param isInSegments whether an asset is known to have a file for each segment: its playlists are not read then
 */
export function createRenditionSlices({
  assetStore,
  isInSegments,
}: {
  assetStore: Pick<Files, "text">;
  isInSegments: (asset: string) => Promise<boolean>;
}): RenditionSlices {
  const known = new Map<string, Entry>();

  const joined = async (asset: string, rendition: string): Promise<JoinedRendition | null> => {
    if (await isInSegments(asset)) return null;
    const key = `${asset}/${rendition}`;
    const held = known.get(key);
    if (held && performance.now() - held.at < freshMs) return held.reading;
    const reading = assetStore.text(`${key}/index.m3u8`).then((text) => (text ? readJoined(text) : null));
    known.delete(key);
    known.set(key, { at: performance.now(), reading });
    reading.catch(() => known.delete(key));
    if (known.size > mostKnown) known.delete(known.keys().next().value!);
    return reading;
  };
  const pieces = ({ file, offsets }: JoinedRendition, folder: string, from: number, to: number) => {
    const [start, end] = [offsets[from], offsets[to]];
    if (start === undefined || end === undefined) return null;
    return { path: `${folder}/${file}`, start, length: end - start };
  };

  return {
    async find(asset, path) {
      const [, rendition, init, number] = named.exec(path) ?? [];
      const found = rendition && (await joined(asset, rendition));
      if (!found) return null;
      const at = init ? 0 : Number(number) + 1;
      return pieces(found, `${asset}/${rendition}`, at, at + 1);
    },
    async beginning(asset, rendition, segments) {
      const found = await joined(asset, rendition);
      return found && pieces(found, `${asset}/${rendition}`, 0, segments + 1);
    },
    isJoined: async (asset, rendition) => (await joined(asset, rendition)) !== null,
  };
}
