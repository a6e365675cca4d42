import type { EncodeHlsRequest, VideoCodec } from "../../ports/media.ts";
import { encodeArgs, type EncodeLimits, type Plan } from "./ladder-command.ts";
import type { LocatedTool } from "./locate.ts";
import { MediaError } from "./media-error.ts";
import { encodeLimits, hardwareLimits } from "./process-limits.ts";
import { hasRoom } from "./require-whole.ts";
import type { Rung } from "./rungs.ts";
import { runProcess } from "./run-process.ts";
import { encodersFor, type VideoEncoder } from "./video-encoders.ts";

const LOOK_FOR_ROOM_MS = 2_000;
/** Problems that software has not, on the same file. A full disk and a stop are no fault of the encoder. */
const OF_THE_ENCODER: readonly string[] = ["encode_failed", "timeout", "unavailable", "too_large"];

type Request = Pick<EncodeHlsRequest, "signal" | "lowPriority" | "encoder" | "onProgress" | "onFallback">;
type Work = {
  readonly codec: VideoCodec;
  readonly plan: Plan;
  readonly rungs: readonly Rung[];
  /** Has the folder of each rung and further sound. */
  readonly folder: string;
  readonly limits: EncodeLimits;
};

const progressReader =
  (durationS: number, report: ((fraction: number) => void) | undefined) => (text: string) => {
    const microseconds = [...text.matchAll(/out_time_ms=(\d+)/g)].at(-1)?.[1];
    if (microseconds && report) report(Math.min(1, Number(microseconds) / 1e6 / Math.max(durationS, 0.1)));
  };

const runOnce = async (
  tool: LocatedTool,
  { signal, lowPriority = true, onProgress }: Request,
  { plan, rungs, folder, limits, encoder }: Work & { encoder: VideoEncoder },
): Promise<void> => {
  const timeoutMs = 60_000 + plan.durationS * limits.timeoutPerSecondMs;
  const full = new AbortController();
  const watch = setInterval(() => {
    void hasRoom(folder).then((room) => room || full.abort());
  }, LOOK_FOR_ROOM_MS);
  try {
    await runProcess({
      path: tool.ffmpeg,
      args: encodeArgs(plan, rungs, { folder, encoder }),
      timeoutMs,
      limits: encoder.kind === "software" ? encodeLimits(timeoutMs) : hardwareLimits(timeoutMs),
      signal: signal ? AbortSignal.any([signal, full.signal]) : full.signal,
      lowPriority,
      onOutput: progressReader(plan.durationS, onProgress),
    });
  } catch (error) {
    throw full.signal.aborted ? new MediaError("disk_full", "The disk is full.") : error;
  } finally {
    clearInterval(watch);
  }
};

/**
 * Encodes all rungs of one codec. Where a graphics processor fails, software encodes them from the beginning, over what
 * was written. Rejects with the MediaError of the last attempt.
 */
export const runEncode = async (tool: LocatedTool, request: Request, work: Work): Promise<void> => {
  const [first, second] = encodersFor(tool.abilities, work.codec, request.encoder);
  try {
    await runOnce(tool, request, { ...work, encoder: first! });
  } catch (error) {
    if (!second || !(error instanceof MediaError) || !OF_THE_ENCODER.includes(error.code)) throw error;
    request.onFallback?.({ encoder: first!.name, detail: error.detail });
    await runOnce(tool, request, { ...work, encoder: second });
  }
};
