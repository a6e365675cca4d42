import { argon2Sync } from "node:crypto";
import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort } from "node:worker_threads";

/** Derives one argon2id tag after another in a thread of its own; `id` comes back with each. */
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

// Films come before sign-ins. Linux gives each thread a priority of its own; elsewhere this one keeps the process's.
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
    // Parameters that no hash of ours has.
  }
  parentPort!.postMessage({ id, tag } satisfies Argon2Answer);
});
