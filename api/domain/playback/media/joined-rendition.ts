/** The pieces of a rendition that is stored as one file: piece 0 is its init segment, and the segments follow. */
export type JoinedRendition = {
  /** Name of the file, in the rendition's folder. */
  file: string;
  /** Where each piece begins, and at last where the file ends. Bytes. */
  offsets: Float64Array;
};

/** Name of a segment, counted from 0, by which viewers ask for it. */
export const segmentName = (number: number): string => `seg_${String(number).padStart(5, "0")}.m4s`;

const map = /^#EXT-X-MAP:URI="([\w-]+\.mp4)",BYTERANGE="(\d{1,15})@0"$/m;
const piece = /^#EXT-X-BYTERANGE:(\d{1,15})@(\d{1,15})\r?\n(\S+)$/gm;

/**
 * Reads the playlist of a rendition that is stored as one file (RFC 8216, 4.3.2.2).
 * @returns null when its segments are files of their own
 */
export function readJoined(playlist: string): JoinedRendition | null {
  const [, file, init] = map.exec(playlist) ?? [];
  if (!file || !init) return null;
  const offsets = [0, Number(init)];
  for (const [, length, start, name] of playlist.matchAll(piece)) {
    if (name !== file || Number(start) !== offsets.at(-1)) throw new Error("The playlist leaves out bytes");
    offsets.push(Number(start) + Number(length));
  }
  return { file, offsets: Float64Array.from(offsets) };
}

/** The playlist with a name for each piece, as that of a rendition in segments; one of those stays as it is. */
export function nameSegments(playlist: string): string {
  const [line, file] = map.exec(playlist) ?? [];
  if (!line || !file) return playlist;
  let number = 0;
  return playlist.replace(line, '#EXT-X-MAP:URI="init.mp4"').replace(piece, () => segmentName(number++));
}
