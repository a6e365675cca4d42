import { readCues, writeCues } from "./read-cues.ts";

/**
 * The beginning of a media playlist (RFC 8216, 4.3.3): its segments that begin before `endS`, and its end. One that goes
 * on longer, as a file of subtitles does, is said to end there.
 * @param endS seconds
 */
export function cutPlaylist(text: string, endS: number): string {
  const kept: string[] = [];
  let atS = 0;
  let lengthS = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line === "" || line === "#EXT-X-ENDLIST") continue;
    if (line.startsWith("#EXTINF:")) {
      // Lengths are rounded in playlists: what is left of a millisecond is no segment.
      if (atS > endS - 0.001) break;
      lengthS = Number.parseFloat(line.slice("#EXTINF:".length)) || 0;
      const leftS = endS - atS;
      kept.push(lengthS > leftS + 0.001 ? `#EXTINF:${leftS.toFixed(6)},` : line);
      continue;
    }
    kept.push(line);
    if (!line.startsWith("#")) atS += lengthS;
  }
  return [...kept, "#EXT-X-ENDLIST", ""].join("\n");
}

/** The words of a film's beginning: the cues of a WebVTT file that begin before `endS` seconds. */
export function cutCues(text: string, endS: number): string {
  return writeCues(readCues(text).filter(({ fromS }) => fromS < endS));
}
