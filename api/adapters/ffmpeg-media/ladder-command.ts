import { join } from "node:path";
import type {
  EncodeHlsRequest,
  GraphInput,
  GraphSource,
  Ladder,
  ProbedSound,
  SoundName,
} from "../../ports/media.ts";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { headFilters, outputOptions, scaleOptions } from "./picture-chain.ts";
import { asFileInput, INPUT_GUARD } from "./probe.ts";
import { readPicture, type PictureReading } from "./read-picture.ts";
import { chooseRungs, type Rung } from "./rungs.ts";
import { softwareH264, type VideoEncoder } from "./video-encoders.ts";

/** Seconds between keyframes, and the length of the fragments that segments are made of. */
const FRAGMENT_S = 2;
/** Largest number of sound tracks of one movie. A viewer fetches only the chosen one, but all are encoded and kept. */
const MOST_SOUNDS = 8;
const FURTHER_SOUND_KBPS = 96;

export type EncodeLimits = {
  /** Milliseconds allowed per second of the movie, on top of one minute. */
  readonly timeoutPerSecondMs: number;
  readonly maxDurationS: number;
  readonly maxPixels: number;
};

const NO_LIMITS: EncodeLimits = { timeoutPerSecondMs: 0, maxDurationS: Infinity, maxPixels: Infinity };

/** The outputs to make from a source of either kind. */
export type Plan = {
  readonly inputs: readonly string[];
  /** Filters before the split, for the largest rendition; of a file from another label than its first picture. */
  readonly filterHead: (largest: Rung, from?: string) => string;
  readonly scaleOptions: string;
  /** Options of each output with a picture. */
  readonly pictureOptions: readonly string[];
  readonly videoLabel: string;
  /** Streams to map, the default first; empty for a silent movie. */
  readonly sounds: readonly (SoundName & { readonly map: string; readonly gainDb: number })[];
  /** The same sounds as the file has them; empty for a graph. */
  readonly tracks: Ladder["tracks"];
  readonly frameRate: number;
  readonly durationS: number;
  readonly width: number;
  readonly height: number;
};

const graphInputArgs = (input: GraphInput): string[] => {
  const guard = ["-protocol_whitelist", "file,pipe"];
  if (input.kind === "pcm16") {
    const { sampleRateHz, channels } = input;
    return [
      ...guard,
      "-f",
      "s16le",
      "-ar",
      `${sampleRateHz}`,
      "-ac",
      `${channels}`,
      "-i",
      asFileInput(input.path),
    ];
  }
  // prettier-ignore
  return [
    ...guard,
    // A repeated input is endless: its length must come before -i, or the tool never stops.
    ...(input.repeatForS === null ? [] : ["-stream_loop", "-1", "-t", input.repeatForS.toFixed(3)]),
    "-f", "rawvideo", "-pixel_format", "rgba", "-video_size", `${input.width}x${input.height}`,
    "-framerate", `${input.frameRate}`, "-i", asFileInput(input.path),
  ];
};

/** Label of a sound: its title in the file, else its language in that language, else a number. */
const wordsFor = (sound: Pick<ProbedSound, "language" | "title">, number: number): string => {
  if (sound.title) return sound.title.replaceAll('"', "");
  const language =
    sound.language && new Intl.DisplayNames([sound.language], { type: "language" }).of(sound.language);
  return language || `${number}`;
};

/** Names the sounds of one movie. Each name is unique, because players tell sounds apart by name only. */
export const nameSounds = (sounds: readonly Pick<ProbedSound, "language" | "title">[]): SoundName[] => {
  const taken = new Set<string>();
  return sounds.map((sound, i) => {
    const words = wordsFor(sound, i + 1);
    let name = words;
    for (let n = 2; taken.has(name); n += 1) name = `${words} (${n})`;
    taken.add(name);
    return { name, language: sound.language ?? "und" };
  });
};

type Heard = Pick<ProbedSound, "language" | "title"> & { map: string; gainDb: number; describes?: boolean };

const namedSounds = (sounds: readonly Heard[]): Plan["sounds"] => {
  const names = nameSounds(sounds);
  return sounds.map(({ map, gainDb, describes = false }, i) => ({ map, gainDb, describes, ...names[i]! }));
};

const planGraph = (graph: GraphSource): Plan => ({
  inputs: graph.inputs.flatMap(graphInputArgs),
  filterHead: () => graph.filter,
  scaleOptions: "",
  pictureOptions: [],
  videoLabel: graph.videoLabel,
  sounds: namedSounds(
    graph.sounds.map(({ input, name, language }) => ({
      map: `${input}:a`,
      language: language ?? null,
      title: name ?? null,
      gainDb: 0,
    })),
  ),
  tracks: [],
  frameRate: graph.frameRate,
  durationS: graph.durationS,
  width: graph.width,
  height: graph.height,
});

const planFile = (
  tool: LocatedTool,
  file: string,
  { probe, plan }: PictureReading,
  limits: EncodeLimits,
  gainsDb: EncodeHlsRequest["gainsDb"] = {},
): Plan => {
  const { video } = probe;
  if (!video || !plan) throw new MediaError("no_video", "The file has no picture.");
  if (probe.durationS > limits.maxDurationS || video.width * video.height > limits.maxPixels) {
    throw new MediaError("too_large", "The video is longer or larger than is allowed here.");
  }
  const heard = [
    ...(probe.audio ? [probe.audio] : []),
    ...probe.sounds.filter((sound) => sound !== probe.audio),
  ].slice(0, MOST_SOUNDS);
  return {
    inputs: [...INPUT_GUARD, "-i", asFileInput(file)],
    filterHead: (largest, from = "0:V:0") =>
      `[${from}]${[...headFilters(tool, plan, largest), "null"].join(",")}[whole]`,
    scaleOptions: scaleOptions(plan),
    pictureOptions: outputOptions(tool, plan),
    videoLabel: "whole",
    sounds: namedSounds(
      heard.map((sound) => ({ ...sound, map: `0:a:${sound.index}`, gainDb: gainsDb[sound.index] ?? 0 })),
    ),
    tracks: heard.map(({ codec, channels, language }) => ({ codec, channels, language })),
    frameRate: plan.frameRate,
    durationS: probe.durationS,
    width: video.width,
    height: video.height,
  };
};

// prettier-ignore
const audioArgs = ({ map, gainDb }: Plan["sounds"][number], kbps: number): string[] => [
  "-map", map,
  ...(gainDb === 0 ? [] : ["-af", `volume=${gainDb.toFixed(2)}dB`]),
  "-c:a", "aac", "-b:a", `${kbps}k`, "-ac", "2", "-ar", "48000",
];

// prettier-ignore
const hlsArgs = (plan: Plan, folder: string): string[] => [
  "-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn", "-t", plan.durationS.toFixed(3),
  "-f", "hls", "-hls_time", `${FRAGMENT_S}`, "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4",
  "-hls_flags", "independent_segments", "-hls_fmp4_init_filename", "init.mp4",
  "-hls_segment_filename", join(folder, "seg_%05d.m4s"), join(folder, "index.m3u8"),
];

/** Folder of a sound after the default one, counted from 1. */
export const soundFolder = (number: number): string => `sound_${number}`;

/** Filters from the picture of the split to the frames of one rung. */
export const scaleFilters = (plan: Plan, { width, height }: Rung, { format }: VideoEncoder): string =>
  `scale=${width}:${height}:flags=bicubic${plan.scaleOptions},setsar=1,${format}`;

/** Options of one output's picture. */
// prettier-ignore
export const videoArgs = (plan: Plan, rung: Rung, encoder: VideoEncoder): string[] => [
  ...plan.pictureOptions,
  "-c:v", encoder.name, ...encoder.quality(rung),
  "-g", `${Math.ceil(plan.frameRate * FRAGMENT_S)}`,
  "-force_key_frames", `expr:gte(t,n_forced*${FRAGMENT_S})`,
];

/** The whole command: one decode, one split, one HLS output per rung and per further sound. */
export const encodeArgs = (
  plan: Plan,
  rungs: readonly Rung[],
  { folder, encoder = softwareH264 }: { folder: string; encoder?: VideoEncoder },
): string[] => {
  const labels = rungs.map((rung) => `[in_${rung.name}]`).join("");
  const scales = rungs.map(
    (rung) => `[in_${rung.name}]${scaleFilters(plan, rung, encoder)}[out_${rung.name}]`,
  );
  const filter = [
    plan.filterHead(rungs.at(-1)!),
    `[${plan.videoLabel}]split=${rungs.length}${labels}`,
    ...scales,
  ].join(";");
  const [main, ...further] = plan.sounds;
  // prettier-ignore
  const pictures = rungs.flatMap((rung) => [
    "-map", `[out_${rung.name}]`,
    ...(main ? audioArgs(main, rung.audioKbps) : []),
    ...videoArgs(plan, rung, encoder),
    ...hlsArgs(plan, join(folder, rung.name)),
  ]);
  // prettier-ignore
  const apart = further.flatMap((sound, i) => [
    ...audioArgs(sound, FURTHER_SOUND_KBPS),
    "-vn", ...hlsArgs(plan, join(folder, soundFolder(i + 1))),
  ]);
  // prettier-ignore
  return [
    "-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:1", "-nostats",
    ...encoder.device,
    ...plan.inputs,
    "-filter_complex", filter,
    ...pictures,
    ...apart,
  ];
};

/**
 * Reads a source and decides which outputs to make. Rejects with MediaError when the source is not a video or is too
 * large.
 */
export const planOf = async (
  tool: LocatedTool,
  { source, signal, rungs, gainsDb }: Pick<EncodeHlsRequest, "source" | "signal" | "rungs" | "gainsDb">,
  limits: EncodeLimits,
): Promise<{ plan: Plan; rungs: Rung[] }> => {
  const plan =
    typeof source === "string"
      ? planFile(tool, source, await readPicture(tool, source, signal), limits, gainsDb)
      : planGraph(source);
  return { plan, rungs: chooseRungs(plan.width, plan.height, rungs) };
};

/**
 * The command that encodes a ladder, and the folders it needs in `outDir`, for measurements. The command writes
 * directly into `outDir`.
 */
export const ladderCommand = async (
  tool: LocatedTool,
  request: EncodeHlsRequest,
): Promise<{ args: string[]; folders: string[] }> => {
  const { plan, rungs } = await planOf(tool, request, NO_LIMITS);
  return {
    args: encodeArgs(plan, rungs, { folder: request.outDir }),
    folders: [...rungs.map(({ name }) => name), ...plan.sounds.slice(1).map((_one, i) => soundFolder(i + 1))],
  };
};
