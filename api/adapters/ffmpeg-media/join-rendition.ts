import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { mediaPlaylist, parseMediaPlaylist, type Segment } from "./playlists.ts";

const file = "rendition.mp4";

/**
 * Joins the init segment and the segments of a folder into `rendition.mp4`, without a change in their bytes, and names
 * them in its playlist as byte ranges of that file (RFC 8216, 4.3.2.2). A store then has two objects for a rendition
 * instead of hundreds.
 */
export const joinRendition = async (folder: string): Promise<void> => {
  const segments = parseMediaPlaylist(await readFile(join(folder, "index.m3u8"), "utf8"));
  let start = 0;
  const append = async (name: string) => {
    const bytes = await readFile(join(folder, name));
    await appendFile(join(folder, file), bytes);
    await rm(join(folder, name));
    const range = { start, length: bytes.length };
    start += bytes.length;
    return range;
  };
  const init = { uri: file, range: await append("init.mp4") };
  const joined: Segment[] = [];
  for (const { uri, durationS } of segments) joined.push({ uri: file, durationS, range: await append(uri) });
  await writeFile(join(folder, "index.m3u8"), mediaPlaylist(joined, init));
};
