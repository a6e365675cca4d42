import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DirectoryInUse, DirectoryUnusable, lockDirectory } from "./directory-lock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lock = () => lockDirectory(folder, { patienceMs: 10 });

test("one at a time; released, it can be taken again", async () => {
  const release = await lock();
  await expect(lock()).rejects.toThrow(DirectoryInUse);
  await expect(lock()).rejects.toThrow(`process ${process.pid}`);
  await release();
  await (
    await lock()
  )();
});

test("of ten that start together, one gets it", async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, lock));
  const held = results.filter((one) => one.status === "fulfilled");
  expect(held).toHaveLength(1);
  await held[0]!.value();
});

test("a note cut off in the middle of being written names no process, and keeps no folder from being taken", async () => {
  await writeFile(join(folder, "in-use.json"), '{"pid":');
  const release = await lock();
  await writeFile(join(folder, "in-use.json"), '{"pid":');
  await expect(lock()).rejects.toThrow("in use by another process");
  await release();
});

test("the note is its owner's alone", async () => {
  const release = await lock();
  expect((await stat(join(folder, "in-use.json"))).mode & 0o777).toBe(0o600);
  await release();
});

test("a file where the folder should be is an error that names it", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  await expect(lockDirectory(file)).rejects.toThrow(
    new DirectoryUnusable(`DATA_DIR ${file}: it is not a folder`),
  );
});
