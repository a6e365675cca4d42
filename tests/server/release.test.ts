import { mkdir, mkdtemp, readdir, readFile, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { beginRelease, publishRelease } from "../../scripts/release.ts";

const dayMs = 24 * 60 * 60 * 1_000;
let build: string;
let at: number;

beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), "matinee-build-"));
  at = Date.now();
});
afterEach(() => rm(build, { recursive: true, force: true }));

/** What the bundler does. */
async function bundle(files: string[]): Promise<void> {
  const folder = join(build, "next/client/assets");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of files) await writeFile(join(folder, name), files.join());
}

/** @returns the assets that servers find after it */
async function buildWith(files: string[], now = (at += 1_000)): Promise<string[]> {
  await beginRelease(build);
  await bundle(files);
  await publishRelease(build, new Date(now));
  return (await readdir(join(build, "assets"))).sort();
}

const current = () => realpath(join(build, "current"));
const age = async (days: number) => {
  const old = new Date(Date.now() - days * dayMs);
  for (const folder of ["assets", "releases"])
    for (const name of await readdir(join(build, folder))) await utimes(join(build, folder, name), old, old);
};

test("the current release has the files of its own build; assets of earlier builds are found beside them", async () => {
  expect(await buildWith(["root-1.js", "same.js"])).toEqual(["root-1.js", "same.js"]);
  const first = await current();
  expect(await buildWith(["root-2.js", "same.js"])).toEqual(["root-1.js", "root-2.js", "same.js"]);
  expect(await readdir(join(await current(), "client/assets"))).toEqual(["root-2.js", "same.js"]);
  expect(await readFile(join(build, "assets/same.js"), "utf8")).toBe("root-2.js,same.js");
  // A server that still runs on the first build finds all of it.
  expect(await readdir(join(first, "client/assets"))).toEqual(["root-1.js", "same.js"]);
  expect(await readFile(join(first, "client/assets/same.js"), "utf8")).toBe("root-1.js,same.js");
});

test("a build that was ended early changes nothing, and the next one begins anew", async () => {
  await buildWith(["root-1.js"]);
  const before = await current();
  await beginRelease(build);
  await bundle(["half.js"]);
  expect(await current()).toBe(before);
  expect(await buildWith(["root-2.js"])).toEqual(["root-1.js", "root-2.js"]);
});

test("the last two builds stay however old they are, others for a week", async () => {
  await buildWith(["root-1.js"]);
  await buildWith(["root-2.js"]);
  expect(await buildWith(["root-3.js"])).toEqual(["root-1.js", "root-2.js", "root-3.js"]);
  expect(await readdir(join(build, "releases"))).toHaveLength(3);
  await age(8);
  expect(await buildWith(["root-4.js"])).toEqual(["root-3.js", "root-4.js"]);
  expect(await readdir(join(build, "releases"))).toHaveLength(2);
});
