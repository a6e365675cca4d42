import { access, open, stat } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";
import { availableParallelism } from "node:os";
import type { CaptionsRequest, CaptionsTool, WrittenCaptions } from "../../ports/captions.ts";
import type { MediaErrorCode, MediaFailure } from "../../ports/media.ts";

/** Runs a program without a shell, within limits; see `runProcess` of the video tool. */
type Run = (request: {
  path: string;
  args: readonly string[];
  limits: { memoryBytes: number; cpuS: number; fileBytes: number };
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  lowPriority: boolean;
  onOutput: (text: string) => void;
  onErrors: (text: string) => void;
}) => Promise<unknown>;

export type WhisperOptions = {
  /** Absolute paths of whisper.cpp's `whisper-cli`, or of what takes its arguments, and of a model. */
  readonly command: string;
  readonly model: string;
  readonly run: Run;
  /** The largest file of captions that is read. */
  readonly mostBytes: number;
};

/**
 * A large model takes gigabytes, and drivers of graphics processors reserve address space as large as all memory, so
 * no limit of it says how much is used. The kernel ends this process before the server.
 */
const memoryBytes = 16 * 1024 ** 4;
const progress = /progress\s*=\s*(\d{1,3})%/g;
const heard = /auto-detected language: ([a-z]{2,3})\b/;
/** Longest part of a line that is kept until the rest of it arrives. */
const mostOfLine = 400;

/** Codes of whisper's own, and languages that it knows by another one. */
const codes: Record<string, string> = { nb: "no", fil: "tl", jv: "jw" };
const tags: Record<string, string> = { tl: "fil", jw: "jv", iw: "he" };

class CaptionsError extends Error implements MediaFailure {
  readonly code: MediaErrorCode;
  readonly detail: string;
  constructor(code: MediaErrorCode, detail: string) {
    super(`No captions: ${code}`);
    this.code = code;
    this.detail = detail;
  }
}

/** Creates the captions port on top of whisper.cpp's command line. Nothing is started, or looked for, before it is used. */
export function createWhisperCaptions(options: WhisperOptions): CaptionsTool {
  return { write: (request) => write(options, request) };
}

async function write(
  { command, model, run, mostBytes }: WhisperOptions,
  { sound, language, folder, timeoutMs, onProgress, signal }: CaptionsRequest,
): Promise<WrittenCaptions> {
  await requireFile(command, constants.X_OK);
  await requireFile(model, constants.R_OK);
  const into = join(folder, "captions");
  let found: string | null = null;
  let rest = "";
  const read = (text: string) => {
    const lines = rest + text;
    rest = lines.slice(lines.lastIndexOf("\n") + 1).slice(-mostOfLine);
    found ??= heard.exec(lines)?.[1] ?? null;
    const percent = [...lines.matchAll(progress)].at(-1)?.[1];
    if (percent) onProgress?.(Math.min(1, Number(percent) / 100));
  };
  await run({
    path: command,
    // prettier-ignore
    args: [
      "-m", model, "-f", sound, "-l", language === null ? "auto" : (codes[language] ?? language),
      "-pp", "-ovtt", "-of", into,
    ],
    limits: {
      memoryBytes,
      cpuS: Math.ceil((timeoutMs / 1000) * availableParallelism()),
      fileBytes: mostBytes + 512,
    },
    timeoutMs,
    signal,
    lowPriority: true,
    // It prints each line as well, as long as it may be.
    onOutput: () => {},
    onErrors: read,
  }).catch(async (error: unknown) => {
    // Programs that are not ended at the limit see a failed write.
    const size = await stat(`${into}.vtt`).then(
      (file) => file.size,
      () => 0,
    );
    throw size > mostBytes ? new CaptionsError("too_large", `The program wrote ${size} bytes.`) : error;
  });
  const vtt = await readSmall(`${into}.vtt`, mostBytes);
  return { vtt, language: found && (tags[found] ?? found) };
}

async function requireFile(path: string, mode: number): Promise<void> {
  await access(path, mode).catch((error: Error) => {
    throw new CaptionsError("unavailable", error.message);
  });
}

/** Reads a file that another program wrote: no more of it than there may be. */
async function readSmall(path: string, mostBytes: number): Promise<Uint8Array> {
  const file = await open(path, "r").catch(() => {
    throw new CaptionsError("encode_failed", "The program ended well and wrote no captions.vtt.");
  });
  try {
    const { size } = await file.stat();
    if (size > mostBytes) throw new CaptionsError("too_large", `The program wrote ${size} bytes.`);
    const bytes = new Uint8Array(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
