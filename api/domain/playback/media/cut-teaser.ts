import { readCues, writeCues } from "./read-cues.ts";

/**
 * Cuts a media playlist (RFC 8216, 4.3.3) to the segments that begin before `endS`, and ends it. A segment that runs
 * longer, such as a whole subtitle file, is declared to end there.
 * @param endS seconds
 */
export function cutPlaylist(text: string, endS: number): string {
  const kept: string[] = [];
  let atS = 0;
  let lengthS = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line === "" || line === "#EXT-X-ENDLIST") continue;
    if (line.startsWith("#EXTINF:")) {
      // Playlists round durations: less than a millisecond is not a segment.
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

/** Cuts a WebVTT file to the cues that begin before `endS` seconds. */
export function cutCues(text: string, endS: number): string {
  return writeCues(readCues(text).filter(({ fromS }) => fromS < endS));
}
