import { availableParallelism } from "node:os";
import type { ProcessLimits } from "./run-process.ts";

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

/** To look into a file, and to ask the tool what it can do: nothing is written. */
export const PROBE_LIMITS: ProcessLimits = { memoryBytes: 2 * gigabyte, cpuS: 20, fileBytes: megabyte };

/** To decode some frames, or all sounds. */
export const readLimits = (timeoutMs: number, fileBytes = 64 * megabyte): ProcessLimits => ({
  memoryBytes: 3 * gigabyte,
  cpuS: cpuSeconds(timeoutMs),
  fileBytes,
});

/**
 * To encode a ladder: a picture of 8192×4320 takes 50 MB, and decoders and encoders hold dozens.
 * @param timeoutMs after which it is stopped anyhow
 */
export const encodeLimits = (timeoutMs: number): ProcessLimits => ({
  memoryBytes: 8 * gigabyte,
  cpuS: cpuSeconds(timeoutMs),
  // A piece has some seconds at 20 Mbit/s at the most.
  fileBytes: 256 * megabyte,
});

/** All processors for all of its time: what takes longer has threads that outlive it. */
function cpuSeconds(timeoutMs: number): number {
  return Math.ceil((timeoutMs / 1000) * availableParallelism());
}
