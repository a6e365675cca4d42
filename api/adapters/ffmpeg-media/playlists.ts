import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Rendition, SoundName, SoundRendition } from "../../ports/media.ts";
import { videoCodecName } from "./codec-names.ts";
import { MediaError } from "./media-error.ts";
import type { Rung } from "./rungs.ts";

/** `range`: its bytes in the file; without it, the whole file. */
type Piece = {
  readonly uri: string;
  readonly range?: { readonly start: number; readonly length: number };
};
export type Segment = Piece & { readonly durationS: number };

/** Reads the segments of a media playlist in order. Durations are in seconds. */
export const parseMediaPlaylist = (text: string): Segment[] => {
  const segments: Segment[] = [];
  let durationS = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("#EXTINF:")) durationS = Number.parseFloat(line.slice(8));
    else if (line && !line.startsWith("#")) segments.push({ uri: line, durationS });
  }
  return segments;
};

/** Name of a segment, counted from 0. */
export const segmentName = (number: number): string => `seg_${String(number).padStart(5, "0")}.m4s`;

const rangeOf = ({ range }: Piece): string | null => (range ? `${range.length}@${range.start}` : null);

const mapLine = (init: Piece): string => {
  const range = rangeOf(init);
  return `#EXT-X-MAP:URI="${init.uri}"${range ? `,BYTERANGE="${range}"` : ""}`;
};

const segmentLines = (segment: Segment): string[] => {
  const range = rangeOf(segment);
  const byteRange = range ? [`#EXT-X-BYTERANGE:${range}`] : [];
  return [`#EXTINF:${segment.durationS.toFixed(6)},`, ...byteRange, segment.uri];
};

/** The playlist of a folder of segments. The target duration is the longest one, rounded (RFC 8216, 4.3.3.1). */
export const mediaPlaylist = (segments: readonly Segment[], init: Piece = { uri: "init.mp4" }): string =>
  [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.max(1, ...segments.map(({ durationS }) => Math.round(durationS)))}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    mapLine(init),
    ...segments.flatMap(segmentLines),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");

type Rates = {
  readonly peak: number;
  readonly average: number;
  readonly init: Buffer;
};

/** Peak and mean rate in bits per second of a folder of segments. */
const measure = async (folder: string): Promise<Rates> => {
  const segments = parseMediaPlaylist(await readFile(join(folder, "index.m3u8"), "utf8"));
  if (segments.length === 0) throw new MediaError("encode_failed", "The encoded video is empty.");
  const init = await readFile(join(folder, "init.mp4"));
  let peak = 0;
  let bits = init.length * 8;
  let seconds = 0;
  for (const segment of segments) {
    const { size } = await stat(join(folder, segment.uri));
    // A last segment of a few frames does not show the rate a player must sustain.
    if (segment.durationS >= 1 || segments.length === 1)
      peak = Math.max(peak, (size * 8) / segment.durationS);
    bits += size * 8;
    seconds += segment.durationS;
  }
  const average = Math.ceil(bits / seconds);
  return { peak: Math.ceil(Math.max(peak, average)), average, init };
};

/** Measures one finished rendition folder: rates and codecs. */
export const describeRendition = async (
  folder: string,
  rung: Rung,
  frameRate: number,
): Promise<Rendition> => {
  const { peak, average, init } = await measure(folder);
  const hasSound = init.includes("mp4a", 0, "latin1");
  return {
    name: rung.name,
    width: rung.width,
    height: rung.height,
    bandwidth: peak,
    averageBandwidth: average,
    codecs: [videoCodecName(init), ...(hasSound ? ["mp4a.40.2"] : [])].join(","),
    frameRate,
  };
};

/** Peak rate of a finished sound folder, in bits per second. */
export const soundBandwidth = async (folder: string): Promise<number> => (await measure(folder)).peak;

/** Value of a playlist attribute: a quoted string can hold neither quotes nor line breaks (RFC 8216, 4.2). */
const quoted = (text: string): string => `"${text.replace(/["\r\n]/g, "")}"`;

const soundLine = (
  { name, language, describes = false }: SoundName,
  { folder, first }: { folder: string | null; first: boolean },
): string =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME=${quoted(name)},LANGUAGE=${quoted(language)},` +
  `DEFAULT=${folder === null ? "YES" : "NO"},AUTOSELECT=${first ? "YES" : "NO"},CHANNELS="2"` +
  (describes ? ',CHARACTERISTICS="public.accessibility.describes-video"' : "") +
  (folder === null ? "" : `,URI="${folder}/index.m3u8"`);

/** A player chooses by language and kind alone: only the first sound of each may be chosen so (RFC 8216, 4.3.4.1.1). */
const soundLines = ({ main, further }: Sounds): string[] => {
  const seen = new Set<string>();
  const line = (sound: SoundName, folder: string | null) => {
    const kind = `${sound.language} ${sound.describes ?? false}`;
    const first = !seen.has(kind);
    seen.add(kind);
    return soundLine(sound, { folder, first });
  };
  return [line(main, null), ...further.map((sound) => line(sound, sound.folder))];
};

/** The default sound, which is part of every rendition, and the separate ones. */
export type Sounds = { readonly main: SoundName; readonly further: readonly SoundRendition[] };

/**
 * Writes a multivariant playlist, lowest bandwidth first. With several sounds the default one has no URI (RFC 8216,
 * 4.3.4.2.1: it is in the variants), and each rate is the largest sum of a picture and a sound.
 */
export const masterPlaylist = (renditions: readonly Rendition[], sounds: Sounds | null = null): string => {
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  if (sounds) lines.push(...soundLines(sounds));
  const apart = Math.max(0, ...(sounds?.further ?? []).map(({ bandwidth }) => bandwidth));
  for (const r of [...renditions].sort((a, b) => a.bandwidth - b.bandwidth)) {
    lines.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${r.bandwidth + apart},AVERAGE-BANDWIDTH=${r.averageBandwidth + apart},` +
        `RESOLUTION=${r.width}x${r.height},CODECS="${r.codecs}",FRAME-RATE=${r.frameRate.toFixed(3)}` +
        (sounds ? `,AUDIO="sound"` : ""),
      `${r.name}/index.m3u8`,
    );
  }
  return `${lines.join("\n")}\n`;
};
