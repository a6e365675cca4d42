import { open, stat } from "node:fs/promises";
import type { MediaProbe } from "../../ports/media.ts";
import { MediaError } from "./media-error.ts";
import { runProcess } from "./run-process.ts";

const PROBE_TIMEOUT_MS = 20_000;

/**
 * Containers a person would upload. Playlists (hls, dash, concat) and scripts are left out on purpose:
 * they name other files and addresses, which is how a "video" reads /etc/passwd or calls an inner service.
 */
const CONTAINERS =
  "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,mxf,gif,wav,mp3,aac,flac";

/** Arguments before `-i` of every input that may be hostile. */
export const INPUT_GUARD: readonly string[] = [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  CONTAINERS,
];

/** A path can never be taken for an option or for another protocol ("http:…", "concat:…"). */
export const asFileInput = (path: string): string => `file:${path}`;

type RawStream = {
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  duration?: string;
  channels?: number;
  sample_rate?: string;
  disposition?: { attached_pic?: number };
  tags?: { rotate?: string };
  side_data_list?: { rotation?: number }[];
};
type RawProbe = { format?: { format_name?: string; duration?: string }; streams?: RawStream[] };

const ratio = (text: string | undefined): number => {
  const [top, bottom] = (text ?? "").split("/").map(Number);
  const value = (top ?? 0) / (bottom ?? 1);
  return Number.isFinite(value) ? value : 0;
};

const quarterTurned = (stream: RawStream): boolean => {
  const turn =
    stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? stream.tags?.rotate ?? 0;
  return Math.abs(Number(turn)) % 180 === 90;
};

/** Text never is a video; refusing it here spares a process and covers demuxers that guess by extension. */
const refuseText = async (file: string): Promise<void> => {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    const head = buffer
      .subarray(0, bytesRead)
      .toString("latin1")
      .replace(/^\xef\xbb\xbf/, "")
      .trimStart();
    if (/^(#EXTM3U|<|ffconcat|\[playlist\]|\{|#!)/i.test(head)) {
      throw new MediaError("unsupported", "The file is text, not video.");
    }
  } finally {
    await handle.close();
  }
};

/**
 * Reads what a file holds without trusting it: local file only, media containers only, 20 s at most.
 * Rejects with MediaError `unsupported`, `timeout` or `aborted`.
 */
export const probeFile = async (
  ffprobe: string,
  file: string,
  signal?: AbortSignal,
  timeoutMs = PROBE_TIMEOUT_MS,
): Promise<MediaProbe> => {
  const facts = await stat(file).catch(() => null);
  if (!facts?.isFile() || facts.size === 0)
    throw new MediaError("unsupported", "The file is missing or empty.");
  await refuseText(file);
  const args = [
    "-v",
    "error",
    ...INPUT_GUARD,
    "-of",
    "json",
    "-show_format",
    "-show_streams",
    "-i",
    asFileInput(file),
  ];
  const text = await runProcess({ path: ffprobe, args, timeoutMs, signal }).catch((error: unknown) => {
    if (error instanceof MediaError && error.code === "encode_failed") {
      throw new MediaError("unsupported", "The file is not a video or sound we can read.", error.detail);
    }
    throw error;
  });

  const raw = JSON.parse(text) as RawProbe;
  const streams = raw.streams ?? [];
  const picture = streams.find((s) => s.codec_type === "video" && s.disposition?.attached_pic !== 1);
  const sound = streams.find((s) => s.codec_type === "audio");
  if (!picture && !sound) throw new MediaError("unsupported", "The file holds neither picture nor sound.");

  const turned = picture !== undefined && quarterTurned(picture);
  const width = picture?.width ?? 0;
  const height = picture?.height ?? 0;
  const duration = Number(raw.format?.duration ?? picture?.duration ?? sound?.duration ?? 0);
  return {
    durationS: Number.isFinite(duration) ? duration : 0,
    sizeBytes: facts.size,
    container: raw.format?.format_name ?? "unknown",
    video:
      picture && width > 0 && height > 0
        ? {
            codec: picture.codec_name ?? "unknown",
            width: turned ? height : width,
            height: turned ? width : height,
            frameRate: ratio(picture.avg_frame_rate) || ratio(picture.r_frame_rate),
          }
        : null,
    audio: sound
      ? {
          codec: sound.codec_name ?? "unknown",
          channels: sound.channels ?? 0,
          sampleRateHz: Number(sound.sample_rate ?? 0),
        }
      : null,
  };
};
