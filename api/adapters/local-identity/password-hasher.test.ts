import type * as Crypto from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

/** Hashes under way in the threads that also read films from the disk; each ends when the test says so. */
const threads = vi.hoisted(() => ({ busy: 0, most: 0, end: [] as (() => void)[] }));
vi.mock("node:crypto", async (load) => {
  const crypto = await load<typeof Crypto>();
  const argon2 = (...[, , callback]: Parameters<typeof crypto.argon2>) => {
    threads.most = Math.max(threads.most, (threads.busy += 1));
    threads.end.push(() => {
      threads.busy -= 1;
      callback(null, Buffer.alloc(32));
    });
  };
  return { ...crypto, argon2 };
});
beforeEach(() => Object.assign(threads, { busy: 0, most: 0, end: [] }));

const busy = new Error("busy");
const hasher = () => createPasswordHasher({ atOnce: 2, mostWaiting: 3, busy: () => busy });
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function endAll(): Promise<void> {
  while (threads.end.length > 0) {
    threads.end.shift()!();
    await turn();
  }
}

test("so many hashes at once, so many wait, and who comes then is told to come again", async () => {
  const { hash } = hasher();
  const answers = Array.from({ length: 7 }, () =>
    hash("any").then(
      () => "hashed",
      (error: unknown) => error,
    ),
  );
  await turn();
  expect(threads.busy).toBe(2);
  await endAll();
  expect(await Promise.all(answers)).toEqual([...Array<string>(5).fill("hashed"), busy, busy]);
  expect(threads.most).toBe(2);
});

test("a place is free again after each, also after a password that is none", async () => {
  const { hash, verify } = hasher();
  for (let n = 0; n < 8; n++) {
    const hashed = n % 2 ? hash("any") : verify("any", "no hash at all");
    await turn();
    await endAll();
    await hashed;
  }
  const last = hash("any");
  await turn();
  expect(threads.busy).toBe(1);
  await endAll();
  expect(await last).toMatch(/^\$argon2id\$/);
});
