import { open, stat } from "node:fs/promises";
import type { MediaProbe, ProbedSound, ProbedSubtitle } from "../../ports/media.ts";
import { MediaError } from "./media-error.ts";
import { pictureFacts, type PictureFacts, type RawPicture } from "./picture-facts.ts";
import { PROBE_LIMITS } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";

const PROBE_TIMEOUT_MS = 20_000;

/**
 * Containers that people upload. Playlists (hls, dash, concat) and scripts are excluded: they name other files and
 * addresses, so such a "video" could read /etc/passwd or call an internal service.
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

/** Prefixes a path so that it cannot be read as an option or another protocol ("http:…", "concat:…"). */
export const asFileInput = (path: string): string => `file:${path}`;

type RawStream = RawPicture & {
  codec_type?: string;
  codec_name?: string;
  duration?: string;
  channels?: number;
  disposition?: {
    attached_pic?: number;
    default?: number;
    hearing_impaired?: number;
    visual_impaired?: number;
  };
  tags?: { language?: string; title?: string };
};
type RawProbe = {
  format?: { duration?: string };
  streams?: RawStream[];
  chapters?: { start_time?: string; tags?: { title?: string } }[];
};

export type FileProbe = MediaProbe & { readonly picture: PictureFacts | null };

/** Largest number of tracks of one kind; a file with more is hostile. */
const MOST_TRACKS = 40;
const MOST_CHAPTERS = 500;
const TEXT_CODECS = new Set(["subrip", "srt", "ass", "ssa", "mov_text", "webvtt", "text"]);

const tracksOf = (streams: readonly RawStream[], type: string): RawStream[] =>
  streams.filter((stream) => stream.codec_type === type).slice(0, MOST_TRACKS);

/** One line without control characters, safe to show; null when it is empty. */
const lineOf = (text: string | undefined): string | null =>
  text
    ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 120) || null;

/** Converts the container's three letters (`ger`, `deu`) to the usual tag (`de`); null for none or an invalid one. */
const languageOf = (tag: string | undefined): string | null => {
  if (!tag || /^(und|mul|zxx|mis)$/i.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
};

const asTrack = (stream: RawStream, index: number) => ({
  index,
  codec: stream.codec_name ?? "unknown",
  language: languageOf(stream.tags?.language),
  title: lineOf(stream.tags?.title),
  isDefault: stream.disposition?.default === 1,
});

const asSound = (stream: RawStream, index: number): ProbedSound => ({
  ...asTrack(stream, index),
  channels: stream.channels ?? 0,
  describes: stream.disposition?.visual_impaired === 1,
});

const asSubtitle = (stream: RawStream, index: number): ProbedSubtitle => ({
  ...asTrack(stream, index),
  isText: TEXT_CODECS.has(stream.codec_name ?? ""),
  forHearing: stream.disposition?.hearing_impaired === 1,
});

const chaptersOf = (raw: RawProbe, durationS: number): MediaProbe["chapters"] =>
  (raw.chapters ?? [])
    .slice(0, MOST_CHAPTERS)
    .map((chapter) => ({
      startS: Number(chapter.start_time ?? NaN),
      title: lineOf(chapter.tags?.title) ?? "",
    }))
    .filter(({ startS }) => startS >= 0 && startS < durationS)
    .sort((a, b) => a.startS - b.startS);

/** Text is never a video. Refusing it here saves a process and covers demuxers that guess by extension. */
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
 * Probes a file without trusting it: local file only, media containers only, 20 s at most. Rejects with MediaError
 * `unsupported`, `timeout` or `aborted`.
 */
export const probeFile = async (ffprobe: string, file: string, signal?: AbortSignal): Promise<FileProbe> => {
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
    "-show_chapters",
    "-i",
    asFileInput(file),
  ];
  const text = await runProcess({
    path: ffprobe,
    args,
    timeoutMs: PROBE_TIMEOUT_MS,
    limits: PROBE_LIMITS,
    signal,
  }).catch((error: unknown) => {
    if (error instanceof MediaError && error.code === "encode_failed") {
      throw new MediaError("unsupported", "The file is not a video or sound we can read.", error.detail);
    }
    throw error;
  });

  const raw = JSON.parse(text) as RawProbe;
  const streams = raw.streams ?? [];
  const stream = streams.find((s) => s.codec_type === "video" && s.disposition?.attached_pic !== 1);
  const sounds = tracksOf(streams, "audio").map(asSound);
  const sound = sounds.find(({ isDefault }) => isDefault) ?? sounds[0] ?? null;
  if (!stream && !sound) throw new MediaError("unsupported", "The file holds neither picture nor sound.");

  const picture = stream ? pictureFacts(stream) : null;
  const duration = Number(raw.format?.duration ?? streams.find((s) => s.duration)?.duration ?? 0);
  return {
    durationS: Number.isFinite(duration) ? duration : 0,
    picture,
    video: picture && {
      codec: stream?.codec_name ?? "unknown",
      width: picture.width,
      height: picture.height,
      frameRate: picture.frameRate,
    },
    audio: sound,
    sounds,
    subtitles: tracksOf(streams, "subtitle").map(asSubtitle),
    chapters: chaptersOf(raw, duration),
  };
};
