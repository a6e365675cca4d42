import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DirectoryInUse, lockDirectory } from "./directory-lock.ts";

let folder: string;
const lockFile = () => join(folder, "in-use.json");
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that lives until it is killed. */
async function bystander() {
  const child = spawn("sleep", ["60"]);
  await new Promise((resolve) => child.once("spawn", resolve));
  return child;
}
const write = (owner: object) => writeFile(lockFile(), JSON.stringify(owner));

test("one at a time; released, it can be taken again", async () => {
  const release = await lockDirectory(folder);
  await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUse);
  await expect(lockDirectory(folder)).rejects.toThrow(`process ${process.pid}`);
  await release();
  await (
    await lockDirectory(folder)
  )();
});

test("of ten that start together, one gets it", async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(folder)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("of ten that find a dead lock, one gets it", async () => {
  await write({ pid: 2 ** 22 + 1, host: hostname(), started: "1" });
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(folder)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a living process keeps its lock; a killed one's, and one whose pid was given out again, are replaced", async () => {
  const child = await bystander();
  const started = (await readFile(`/proc/${child.pid}/stat`, "latin1")).split(") ").at(-1)!.split(" ")[19];
  await write({ pid: child.pid, host: hostname(), started });
  await expect(lockDirectory(folder)).rejects.toThrow(DirectoryInUse);
  await write({ pid: child.pid, host: hostname(), started: "1" });
  await (
    await lockDirectory(folder)
  )();
  await write({ pid: child.pid, host: hostname(), started });
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
  await (
    await lockDirectory(folder)
  )();
});

test("another machine's lock counts while it is refreshed", async () => {
  await write({ pid: 1, host: "another-machine", started: "1" });
  await expect(lockDirectory(folder)).rejects.toThrow("another-machine");
  const old = new Date(Date.now() - 60_000);
  await utimes(lockFile(), old, old);
  await (
    await lockDirectory(folder)
  )();
});

test("a lock cut off in the middle of being written is not taken for good", async () => {
  await writeFile(lockFile(), '{"pid":');
  const old = new Date(Date.now() - 10_000);
  await utimes(lockFile(), old, old);
  await (
    await lockDirectory(folder)
  )();
});
