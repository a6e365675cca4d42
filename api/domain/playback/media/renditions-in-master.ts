import type { AddedRendition } from "../../../db/schema.ts";

/** A sound of its own has 96 kbit/s; a variant's rate is that of its picture with the largest one (RFC 8216, 4.3.4.2). */
const soundBitrate = 128_000;

const isVariant = (line: string) => line.startsWith("#EXT-X-STREAM-INF:");

/**
 * The playlist with renditions in further codecs behind those it has, which every player knows. Players choose by
 * `CODECS`: who can't play one leaves it out.
 */
export function withRenditions(master: string, added: readonly AddedRendition[]): string {
  const lines = master.split("\n");
  const last = lines.findLastIndex(isVariant);
  if (last < 0 || added.length === 0) return master;
  const groups = lines[last]!.match(/,(?:AUDIO|SUBTITLES)="[^"]*"/g)?.join("") ?? "";
  const apart = groups.includes("AUDIO=") ? soundBitrate : 0;
  const variants = added.flatMap(({ folder, width, height, codecs, frameRate, ...rates }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${rates.bitrate + apart},AVERAGE-BANDWIDTH=${rates.averageBitrate + apart},` +
      `RESOLUTION=${width}x${height},CODECS="${codecs}",FRAME-RATE=${frameRate.toFixed(3)}${groups}`,
    `${folder}/index.m3u8`,
  ]);
  return [...lines.slice(0, last + 2), ...variants, ...lines.slice(last + 2)].join("\n");
}
