import { appendFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaPlaylist, parseMediaPlaylist, segmentName, type Segment } from "./playlists.ts";

/** Segments at the beginning that stay as short as ffmpeg made them, so that the first picture needs few bytes. */
const SHORT_SEGMENTS = 3;
/** Fragments in each later segment. */
const FRAGMENTS_EACH = 3;

/** Which of `count` fragments make up each segment. Only the last segment can have fewer than the others. */
const groupsOf = (fragments: readonly Segment[]): Segment[][] => {
  const groups = fragments.slice(0, SHORT_SEGMENTS).map((fragment) => [fragment]);
  for (let at = SHORT_SEGMENTS; at < fragments.length; at += FRAGMENTS_EACH)
    groups.push(fragments.slice(at, at + FRAGMENTS_EACH));
  return groups;
};

/**
 * Joins the fragments that ffmpeg wrote into the segments that viewers fetch, and writes their playlist. Each fragment
 * begins with a keyframe, and fragments in a row are one segment (ISO 14496-12, 8.16). ffmpeg's HLS writer makes the
 * first segments shorter only in a live playlist, and cuts a sound at one length. The same numbers belong together in
 * every rendition and sound, because all begin as fragments of one length.
 */
export const joinSegments = async (folder: string): Promise<void> => {
  const fragments = parseMediaPlaylist(await readFile(join(folder, "index.m3u8"), "utf8"));
  const segments: Segment[] = [];
  for (const group of groupsOf(fragments)) {
    const uri = segmentName(segments.length);
    const [first, ...others] = group;
    await rename(join(folder, first!.uri), join(folder, uri));
    for (const { uri: other } of others) {
      await appendFile(join(folder, uri), await readFile(join(folder, other)));
      await rm(join(folder, other));
    }
    segments.push({ uri, durationS: group.reduce((sum, { durationS }) => sum + durationS, 0) });
  }
  await writeFile(join(folder, "index.m3u8"), mediaPlaylist(segments));
};
