import type { LocatedTool } from "./locate.ts";
import { asFileInput, INPUT_GUARD } from "./probe.ts";
import { readLimits } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";

const TIMEOUT_MS = 60 * 60_000;
const RATE_HZ = 16_000;
/** Bytes of a second: one channel of 16 bits. */
const BYTES_PER_S = 2 * RATE_HZ;

/**
 * Writes the first sound of a file as WAV with 16 kHz, mono and 16 bits, which is what programs expect that write speech
 * down. Rejects with MediaError (`encode_failed` without a sound, `too_large`, `timeout`, `aborted`).
 * @param options.durationS of the file; what is longer by more than a minute is `too_large`
 */
export const extractSpeech = async (
  tool: LocatedTool,
  file: string,
  { signal, into, durationS }: { signal?: AbortSignal; into: string; durationS: number },
): Promise<void> => {
  await runProcess({
    path: tool.ffmpeg,
    // prettier-ignore
    args: [
      "-nostdin", "-hide_banner", "-v", "error", "-y", ...INPUT_GUARD, "-i", asFileInput(file),
      "-map", "0:a:0", "-vn", "-ac", "1", "-ar", `${RATE_HZ}`, "-c:a", "pcm_s16le", "-f", "wav",
      asFileInput(into),
    ],
    timeoutMs: TIMEOUT_MS,
    limits: readLimits(TIMEOUT_MS, Math.ceil((durationS + 60) * BYTES_PER_S)),
    signal,
    lowPriority: true,
  });
};
