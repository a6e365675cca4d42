import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LocatedTool } from "./locate.ts";
import { parseMediaPlaylist } from "./playlists.ts";
import { asFileInput } from "./probe.ts";
import { readLimits } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";

/** Pictures across and down one sheet: about 150 KB, small enough for phones to decode at once. */
const ACROSS = 8;
const DOWN = 8;
/** Pixels of the short side of one picture. */
const SHORT_SIDE = 112;
/** Largest number of pictures: about the number of positions on a scrub bar. */
const MOST_PICTURES = 320;
const TIMEOUT_MS = 10 * 60_000;

type Size = { readonly width: number; readonly height: number };

const sizeOf = ({ width, height }: Size): Size => {
  const scale = SHORT_SIDE / Math.min(width, height);
  const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));
  // Without this limit, a very wide picture would make sheets too large to decode.
  return { width: Math.min(480, even(width * scale)), height: Math.min(480, even(height * scale)) };
};

const clock = (seconds: number): string => {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2) => `${Math.floor(value)}`.padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
};

/**
 * Takes the first picture of every segment, or of every second, third … one of a long movie. Puts the pictures on
 * sheets `sprite_<n>.webp` (or `.jpg`) and lists their times in `thumbnails.vtt` (`#xywh=`, W3C Media Fragments). Decodes
 * only keyframes of the smallest rendition: a tenth of the work of decoding the movie.
 * @param request.video the smallest rendition joined to one file, whose keyframes begin its segments
 */
export const drawThumbnails = async (
  tool: LocatedTool,
  request: { folder: string; video: string; rung: Size & { name: string }; signal?: AbortSignal | undefined },
): Promise<void> => {
  const { folder, video, rung, signal } = request;
  const segments = parseMediaPlaylist(await readFile(join(folder, rung.name, "index.m3u8"), "utf8"));
  const step = Math.ceil(segments.length / MOST_PICTURES);
  const picture = sizeOf(rung);
  // The single sheet of a short movie is no larger than its pictures.
  const rows = Math.min(DOWN, Math.ceil(segments.length / step / ACROSS));
  const ending = tool.abilities.webp ? "webp" : "jpg";
  const filter = [
    `select='not(mod(n\\,${step}))'`,
    // The matrix that both formats of picture have.
    `scale=${picture.width}:${picture.height}:flags=area:out_color_matrix=bt601`,
    `tile=${ACROSS}x${rows}`,
    // Sheets get consecutive frame times: with the movie's own times each sheet would be written many times.
    "setpts=N/(25*TB)",
  ].join(",");
  await runProcess({
    path: tool.ffmpeg,
    // prettier-ignore
    args: [
      "-nostdin", "-hide_banner", "-v", "error", "-y", "-protocol_whitelist", "file,pipe", "-f", "mp4",
      "-skip_frame", "nokey", "-i", asFileInput(video), "-an", "-sn", "-dn", "-vf", filter, "-r", "25",
      ...(ending === "webp" ? ["-c:v", "libwebp", "-quality", "62"] : ["-c:v", "mjpeg", "-q:v", "5"]),
      "-f", "image2", "-start_number", "0", asFileInput(join(folder, `sprite_%d.${ending}`)),
    ],
    timeoutMs: TIMEOUT_MS,
    limits: readLimits(TIMEOUT_MS),
    signal,
    lowPriority: true,
  });
  const sheets = (await readdir(folder)).filter((name) => name.startsWith("sprite_")).length;
  const lines = ["WEBVTT", ""];
  let startS = 0;
  for (let first = 0, n = 0; first < segments.length; first += step, n += 1) {
    const place = n % (ACROSS * rows);
    const sheet = Math.floor(n / (ACROSS * rows));
    if (sheet >= sheets) break;
    const lengthS = segments.slice(first, first + step).reduce((sum, { durationS }) => sum + durationS, 0);
    const x = (place % ACROSS) * picture.width;
    const y = Math.floor(place / ACROSS) * picture.height;
    lines.push(`${clock(startS)} --> ${clock(startS + lengthS)}`);
    lines.push(`sprite_${sheet}.${ending}#xywh=${x},${y},${picture.width},${picture.height}`, "");
    startS += lengthS;
  }
  if (sheets > 0) await writeFile(join(folder, "thumbnails.vtt"), lines.join("\n"));
};
