import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { putAssetsBack, setAssetsAside } from "../../scripts/keep-assets.ts";

const dayMs = 24 * 60 * 60 * 1_000;
let build: string;

beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), "matinee-build-"));
});
afterEach(() => rm(build, { recursive: true, force: true }));

/** What the bundler does: an empty folder, and its files in it. */
async function bundle(files: string[]): Promise<void> {
  const folder = join(build, "client/assets");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of files) await writeFile(join(folder, name), files.join());
}

async function buildWith(files: string[], now = Date.now()): Promise<string[]> {
  await setAssetsAside(build);
  await bundle(files);
  await putAssetsBack(build, now);
  return (await readdir(join(build, "client/assets"))).sort();
}

test("the first build has nothing to keep", async () => {
  expect(await buildWith(["root-1.js"])).toEqual(["root-1.js"]);
});

test("files of earlier builds stay beside the new ones, and a new one stands above an old one of its name", async () => {
  await buildWith(["root-1.js", "same.js"]);
  expect(await buildWith(["root-2.js", "same.js"])).toEqual(["root-1.js", "root-2.js", "same.js"]);
  expect(await readFile(join(build, "client/assets/same.js"), "utf8")).toBe("root-2.js,same.js");
  expect(await buildWith(["root-3.js"])).toEqual(["root-1.js", "root-2.js", "root-3.js", "same.js"]);
});

test("for a week, counted from their own build", async () => {
  await buildWith(["root-1.js", "root-2.js"]);
  const old = new Date(Date.now() - 8 * dayMs);
  await utimes(join(build, "client/assets/root-1.js"), old, old);
  expect(await buildWith(["root-3.js"])).toEqual(["root-2.js", "root-3.js"]);
  expect(await buildWith(["root-4.js"], Date.now() + 8 * dayMs)).toEqual(["root-4.js"]);
});
