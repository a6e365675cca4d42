import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSecret } from "./secret.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "matinee-secret-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const load = () => loadSecret({ given: undefined, dataDir });

test("all that start together have the same key, kept for the next start, and its owner's alone", async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, load));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(await load()).toBe(keys[0]);
  expect(await readdir(dataDir)).toEqual(["secret"]);
  expect((await stat(join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
});

test("one that is given is taken, and none is made", async () => {
  expect(await loadSecret({ given: "a given key", dataDir })).toBe("a given key");
  expect(await readdir(dataDir)).toEqual([]);
});
