import { randomBytes } from "node:crypto";
import { appendFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EncodeHlsRequest, GraphInput, GraphSource, Ladder, MediaProbe } from "../../ports/media.ts";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { describeRendition, folderSize, masterPlaylist, parseMediaPlaylist } from "./playlists.ts";
import { asFileInput, INPUT_GUARD, probeFile } from "./probe.ts";
import { chooseRungs, type Rung } from "./rungs.ts";
import { runProcess } from "./run-process.ts";

const SEGMENT_S = 2;
const PROGRESSIVE_SHORT_SIDE = 360;
const FASTEST_FRAME_RATE = 60;
const FALLBACK_FRAME_RATE = 30;

export type EncodeLimits = {
  /** Milliseconds allowed per second of film, on top of one minute. */
  readonly timeoutPerSecondMs: number;
  readonly maxDurationS: number;
  readonly maxPixels: number;
};

type Plan = {
  readonly inputs: readonly string[];
  readonly filterHead: string;
  readonly videoLabel: string;
  readonly audioMap: string | null;
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
  return [
    ...guard,
    // A repeated input is endless: its length must be set before -i, or the tool never stops.
    ...(input.repeatForS === null ? [] : ["-stream_loop", "-1", "-t", input.repeatForS.toFixed(3)]),
    ...["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", `${input.width}x${input.height}`],
    ...["-framerate", `${input.frameRate}`, "-i", asFileInput(input.path)],
  ];
};

const planGraph = (graph: GraphSource): Plan => ({
  inputs: graph.inputs.flatMap(graphInputArgs),
  filterHead: graph.filter,
  videoLabel: graph.videoLabel,
  audioMap: graph.audioInput === null ? null : `${graph.audioInput}:a`,
  frameRate: graph.frameRate,
  durationS: graph.durationS,
  width: graph.width,
  height: graph.height,
});

const planFile = (file: string, probe: MediaProbe, limits: EncodeLimits): Plan => {
  const { video } = probe;
  if (!video) throw new MediaError("no_video", "The file has no picture.");
  if (probe.durationS > limits.maxDurationS || video.width * video.height > limits.maxPixels) {
    throw new MediaError("too_large", "The film is longer or larger than is allowed here.");
  }
  const sane = video.frameRate >= 1 && video.frameRate <= 240;
  const frameRate = sane ? Math.min(FASTEST_FRAME_RATE, video.frameRate) : FALLBACK_FRAME_RATE;
  return {
    inputs: [...INPUT_GUARD, "-i", asFileInput(file)],
    filterHead: `[0:V:0]fps=${frameRate.toFixed(5)},setsar=1[whole]`,
    videoLabel: "whole",
    audioMap: probe.audio ? "0:a:0" : null,
    frameRate,
    durationS: probe.durationS,
    width: video.width,
    height: video.height,
  };
};

/** The whole command: one decode, one split, one HLS output per rung. */
const encodeArgs = (plan: Plan, rungs: readonly Rung[], folder: string): string[] => {
  const labels = rungs.map((rung) => `[in_${rung.name}]`).join("");
  const scales = rungs.map(
    (rung) =>
      `[in_${rung.name}]scale=${rung.width}:${rung.height}:flags=bicubic,format=yuv420p[out_${rung.name}]`,
  );
  const filter = [plan.filterHead, `[${plan.videoLabel}]split=${rungs.length}${labels}`, ...scales].join(";");
  const outputs = rungs.flatMap((rung) => [
    ...["-map", `[out_${rung.name}]`],
    ...(plan.audioMap
      ? ["-map", plan.audioMap, "-c:a", "aac", "-b:a", `${rung.audioKbps}k`, "-ac", "2", "-ar", "48000"]
      : []),
    ...["-c:v", "libx264", "-preset", "veryfast", "-profile:v", rung.profile, "-crf", `${rung.crf}`],
    ...["-maxrate", `${rung.maxKbps}k`, "-bufsize", `${rung.maxKbps * 2}k`, "-aq-mode", "3"],
    ...["-g", `${Math.ceil(plan.frameRate * SEGMENT_S)}`, "-sc_threshold", "0"],
    ...[
      "-force_key_frames",
      `expr:gte(t,n_forced*${SEGMENT_S})`,
      "-map_metadata",
      "-1",
      "-map_chapters",
      "-1",
      "-sn",
      "-dn",
    ],
    ...["-t", plan.durationS.toFixed(3)],
    ...["-f", "hls", "-hls_time", `${SEGMENT_S}`, "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"],
    ...["-hls_flags", "independent_segments", "-hls_fmp4_init_filename", "init.mp4"],
    ...[
      "-hls_segment_filename",
      join(folder, rung.name, "seg_%05d.m4s"),
      join(folder, rung.name, "index.m3u8"),
    ],
  ]);
  return [
    ...["-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:1", "-nostats"],
    ...plan.inputs,
    ...["-filter_complex", filter],
    ...outputs,
  ];
};

/** Joins the pieces of one rung and moves the index to the front: a plain file for players without HLS. */
const writeProgressive = async (
  tool: LocatedTool,
  folder: string,
  rung: Rung,
  signal?: AbortSignal,
): Promise<void> => {
  const from = join(folder, rung.name);
  const joined = join(folder, "joined.tmp");
  const segments = parseMediaPlaylist(await readFile(join(from, "index.m3u8"), "utf8"));
  for (const name of ["init.mp4", ...segments.map((segment) => segment.uri)]) {
    await appendFile(joined, await readFile(join(from, name)));
  }
  await runProcess({
    path: tool.ffmpeg,
    args: [
      ...["-nostdin", "-hide_banner", "-v", "error", "-y", "-protocol_whitelist", "file,pipe", "-f", "mp4"],
      ...["-i", asFileInput(joined), "-map", "0", "-c", "copy", "-movflags", "+faststart", "-f", "mp4"],
      asFileInput(join(folder, "progressive.mp4")),
    ],
    timeoutMs: 120_000,
    signal,
  });
  await rm(joined);
};

/** Puts a finished folder in place; the one it replaces is away only for the time of two renames. */
const swapIn = async (finished: string, target: string): Promise<void> => {
  const old = `${finished}.old`;
  const hadOld = await rename(target, old).then(
    () => true,
    () => false,
  );
  await rename(finished, target);
  if (hadOld) await rm(old, { recursive: true, force: true });
};

const progressReader =
  (durationS: number, report: ((fraction: number) => void) | undefined) => (text: string) => {
    const microseconds = [...text.matchAll(/out_time_ms=(\d+)/g)].at(-1)?.[1];
    if (microseconds && report) report(Math.min(1, Number(microseconds) / 1e6 / Math.max(durationS, 0.1)));
  };

/**
 * Encodes a ladder into a hidden folder beside `outDir` and renames it at the end.
 * Rejects with MediaError (`unsupported`, `no_video`, `too_large`, `timeout`, `aborted`, `encode_failed`),
 * having removed what it had written.
 */
export const encodeLadder = async (
  tool: LocatedTool,
  request: EncodeHlsRequest,
  limits: EncodeLimits,
): Promise<Ladder> => {
  const { source, outDir, signal } = request;
  const plan =
    typeof source === "string"
      ? planFile(source, await probeFile(tool.ffprobe, source, signal), limits)
      : planGraph(source);
  const rungs = chooseRungs(plan.width, plan.height, request.rungs);
  const folder = join(dirname(outDir), `.partial-${randomBytes(6).toString("hex")}`);
  try {
    for (const rung of rungs) await mkdir(join(folder, rung.name), { recursive: true });
    await runProcess({
      path: tool.ffmpeg,
      args: encodeArgs(plan, rungs, folder),
      timeoutMs: 60_000 + plan.durationS * limits.timeoutPerSecondMs,
      signal,
      lowPriority: request.lowPriority ?? true,
      onOutput: progressReader(plan.durationS, request.onProgress),
    });
    const plain =
      rungs.findLast((rung) => Math.min(rung.width, rung.height) <= PROGRESSIVE_SHORT_SIDE) ?? rungs[0]!;
    await writeProgressive(tool, folder, plain, signal);
    const renditions = await Promise.all(
      rungs.map((rung) => describeRendition(join(folder, rung.name), rung, plan.frameRate)),
    );
    renditions.sort((a, b) => a.bandwidth - b.bandwidth);
    await writeFile(join(folder, "master.m3u8"), masterPlaylist(renditions));
    const lowest = await readFile(join(folder, rungs[0]!.name, "index.m3u8"), "utf8");
    const ladder: Ladder = {
      durationS: parseMediaPlaylist(lowest).reduce((sum, segment) => sum + segment.durationS, 0),
      width: rungs.at(-1)!.width,
      height: rungs.at(-1)!.height,
      renditions,
      master: "master.m3u8",
      progressive: "progressive.mp4",
      sizeBytes: await folderSize(folder),
    };
    if (signal?.aborted) throw new MediaError("aborted", "The work was stopped.");
    await swapIn(folder, outDir);
    request.onProgress?.(1);
    return ladder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};
