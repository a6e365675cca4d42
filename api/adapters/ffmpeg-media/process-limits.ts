import { availableParallelism } from "node:os";
import type { ProcessLimits } from "./run-process.ts";

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

/** For probing a file and for asking the tool's abilities: nothing is written. */
export const PROBE_LIMITS: ProcessLimits = { memoryBytes: 2 * gigabyte, cpuS: 20, fileBytes: megabyte };

/** For decoding some frames or all sounds. */
export const readLimits = (timeoutMs: number, fileBytes = 64 * megabyte): ProcessLimits => ({
  memoryBytes: 3 * gigabyte,
  cpuS: cpuSeconds(timeoutMs),
  fileBytes,
});

/**
 * For encoding a ladder: a picture of 8192×4320 takes 50 MB, and decoders and encoders hold dozens.
 * @param timeoutMs milliseconds after which the process is stopped in any case
 */
export const encodeLimits = (timeoutMs: number): ProcessLimits => ({
  memoryBytes: 8 * gigabyte,
  cpuS: cpuSeconds(timeoutMs),
  // A segment holds some seconds at 20 Mbit/s at most.
  fileBytes: 256 * megabyte,
});

/**
 * Drivers of graphics processors reserve address space as large as all memory, so no limit of it says how much they
 * use. The kernel still ends such a process before the server.
 */
const addressSpaceOfDrivers = 16 * 1024 * gigabyte;

/** For the test of a graphics processor. */
export const HARDWARE_LIMITS: ProcessLimits = { ...PROBE_LIMITS, memoryBytes: addressSpaceOfDrivers };

/** For encoding a ladder by a graphics processor. */
export const hardwareLimits = (timeoutMs: number): ProcessLimits => ({
  ...encodeLimits(timeoutMs),
  memoryBytes: addressSpaceOfDrivers,
});

/** All processors for the whole time limit: only threads that outlive the timeout exceed it. */
function cpuSeconds(timeoutMs: number): number {
  return Math.ceil((timeoutMs / 1000) * availableParallelism());
}
