import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Rendition } from "../../ports/media.ts";
import { MediaError } from "./media-error.ts";
import type { Rung } from "./rungs.ts";

export type Segment = { readonly uri: string; readonly durationS: number };

/** Reads the segments of a media playlist, in order. Durations in seconds. */
export const parseMediaPlaylist = (text: string): Segment[] => {
  const segments: Segment[] = [];
  let durationS = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("#EXTINF:")) durationS = Number.parseFloat(line.slice(8));
    else if (line && !line.startsWith("#")) segments.push({ uri: line, durationS });
  }
  return segments;
};

/**
 * The RFC 6381 name of the H.264 stream in an init segment, from its `avcC` box: profile, constraints and level
 * exactly as the decoder will see them (a probe prints names, which lose the constraint bits).
 */
export const readAvcCodec = (init: Buffer): string => {
  const at = init.indexOf("avcC", 0, "latin1");
  if (at < 0 || at + 8 > init.length)
    throw new MediaError("encode_failed", "The first segment holds no H.264.");
  return `avc1.${init.subarray(at + 5, at + 8).toString("hex")}`;
};

/** Measures one finished quality folder: peak and mean rate in bits per second, codecs, number of segments. */
export const describeRendition = async (
  folder: string,
  rung: Rung,
  frameRate: number,
): Promise<Rendition> => {
  const segments = parseMediaPlaylist(await readFile(join(folder, "index.m3u8"), "utf8"));
  if (segments.length === 0) throw new MediaError("encode_failed", "The film came out empty.");
  const init = await readFile(join(folder, "init.mp4"));
  let peak = 0;
  let bits = init.length * 8;
  let seconds = 0;
  for (const segment of segments) {
    const { size } = await stat(join(folder, segment.uri));
    // A last segment of a few frames says nothing about the rate a player must sustain.
    if (segment.durationS >= 1 || segments.length === 1)
      peak = Math.max(peak, (size * 8) / segment.durationS);
    bits += size * 8;
    seconds += segment.durationS;
  }
  const hasSound = init.includes("mp4a", 0, "latin1");
  return {
    name: rung.name,
    width: rung.width,
    height: rung.height,
    bandwidth: Math.ceil(Math.max(peak, bits / seconds)),
    averageBandwidth: Math.ceil(bits / seconds),
    codecs: hasSound ? `${readAvcCodec(init)},mp4a.40.2` : readAvcCodec(init),
    frameRate,
    segments: segments.length,
  };
};

/** Writes the text of a multivariant playlist, lowest bandwidth first. */
export const masterPlaylist = (renditions: readonly Rendition[]): string => {
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  for (const r of [...renditions].sort((a, b) => a.bandwidth - b.bandwidth)) {
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${r.bandwidth},AVERAGE-BANDWIDTH=${r.averageBandwidth},` +
        `RESOLUTION=${r.width}x${r.height},CODECS="${r.codecs}",FRAME-RATE=${r.frameRate.toFixed(3)}`,
      `${r.name}/index.m3u8`,
    );
  }
  return `${lines.join("\n")}\n`;
};

/** Total size in bytes of a folder, two levels deep as ladders are. */
export const folderSize = async (folder: string): Promise<number> => {
  let total = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    total += entry.isDirectory() ? await folderSize(path) : (await stat(path)).size;
  }
  return total;
};
