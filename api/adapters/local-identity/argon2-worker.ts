import { argon2Sync } from "node:crypto";
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort } from "node:worker_threads";

/** Derives argon2id tags one after another in a separate thread; each answer carries the request's `id`. */
export type Argon2Request = {
  id: number;
  message: Uint8Array;
  nonce: Uint8Array;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
};
export type Argon2Answer = { id: number; tag: Uint8Array | null };

// Playing movies has priority over sign-ins. Linux gives each thread its own priority; elsewhere this thread keeps that
// of the process.
try {
  setPriority(Number(basename(readlinkSync("/proc/thread-self"))), constants.priority.PRIORITY_LOW);
} catch {
  // Not Linux.
}

parentPort!.on("message", ({ id, ...parameters }: Argon2Request) => {
  let tag: Uint8Array | null = null;
  try {
    tag = argon2Sync("argon2id", parameters);
  } catch {
    // Parameters that none of our hashes has.
  }
  parentPort!.postMessage({ id, tag } satisfies Argon2Answer);
});
