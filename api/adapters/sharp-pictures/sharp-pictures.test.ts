import { readdir, readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { bombChunk, manyFrames, zeroPng } from "../../../tests/setup/hostile-pictures.ts";
import type { PictureRequest } from "../../ports/pictures.ts";
import { createSharpPictures, type SharpPicturesOptions } from "./sharp-pictures.ts";

const failing = { program: "tests/setup/failing-drawer.ts" };
const wanted = {
  sizes: [
    [64, 32],
    [16, 8],
  ],
  quality: 80,
} as const;
const made = (options?: SharpPicturesOptions) => {
  const pictures = createSharpPictures(options);
  onTestFinished(() => pictures.close());
  const draw = (bytes: Uint8Array | string, more: Partial<PictureRequest> = {}, options = {}) =>
    pictures.draw({ ...wanted, ...more, bytes: Buffer.from(bytes as Uint8Array) }, options);
  return { ...pictures, draw };
};
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c2183c" } });
/** Child processes of this one that run a program. */
async function running(program: string): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, "utf8");
  const found: number[] = [];
  for (const pid of children.split(" ").filter(Boolean)) {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (line.includes(program)) found.push(Number(pid));
  }
  return found;
}

test("a picture in every size, upright, with its colour and nothing else of the file", async () => {
  const { draw } = made();
  const sideways = await plain(200, 400)
    .jpeg()
    .withExif({ IFD0: { Copyright: "me" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { files, colour } = await draw(sideways, { leastWidth: 400 });
  expect(files).toHaveLength(2);
  const [large, small] = await Promise.all(files.map((file) => sharp(file).metadata()));
  expect([large!.format, large!.width, large!.height, large!.exif]).toEqual(["webp", 64, 32, undefined]);
  expect([small!.width, small!.height]).toEqual([16, 8]);
  expect(colour).toMatch(/^#[bc][0-9a-f]1/);
  await expect(draw(sideways, { leastWidth: 401 })).rejects.toMatchObject({ problem: "too_small" });
});

test("what is transparent stays so, or stands before a background", async () => {
  const { draw } = made();
  const empty = zeroPng(64, 32);
  const [kept] = (await draw(empty)).files;
  expect((await sharp(kept).metadata()).hasAlpha).toBe(true);
  const [flat] = (await draw(empty, { background: "#17141f" })).files;
  expect((await sharp(flat).metadata()).hasAlpha).toBe(false);
});

test("a vector picture is drawn where it is ours alone", async () => {
  const { draw } = made();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32"/></svg>`;
  expect((await draw(svg)).files).toHaveLength(2);
  await expect(draw(svg, { leastWidth: 1 })).rejects.toMatchObject({ problem: "unreadable" });
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ["one that is cut short", async () => (await plain(900, 900).png().toBuffer()).subarray(0, 700)],
  ["a JPEG whose end is missing", async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 3_000)],
  ["a GIF", () => plain(9, 9).gif().toBuffer()],
  ["64 megapixels in 64 kB", () => zeroPng(8_000, 8_000)],
  ["no picture", () => Buffer.from("<!doctype html>")],
])("%s is unreadable, and the next one is drawn", async (_what, bytes) => {
  const { draw } = made();
  await expect(draw(await bytes())).rejects.toMatchObject({ problem: "unreadable" });
  expect((await draw(await plain(70, 70).png().toBuffer())).files).toHaveLength(2);
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ["a profile of 300 MB in 300 kB", () => zeroPng(100, 100, [bombChunk("iCCP", 3e8)])],
  ["a text of 300 MB in 300 kB", () => zeroPng(100, 100, [bombChunk("zTXt", 3e8)])],
  ["10,000 frames", () => manyFrames(10_000)],
  ["32 megapixels", () => zeroPng(8_192, 4_096)],
])("%s takes no more than 600 MB and 8 s, whatever comes of it", async (_what, make) => {
  const { draw } = made();
  const bytes = await make();
  const began = performance.now();
  await draw(bytes).catch((error: unknown) => expect(error).toMatchObject({ problem: "unreadable" }));
  expect(performance.now() - began).toBeLessThan(9_000);
  for (const pid of await running("picture-process.ts")) {
    const peak = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8"))![1];
    expect(Number(peak)).toBeLessThan(600_000);
  }
});

test.each([
  ["dies", "d"],
  ["is silent", "s"],
])("of who %s the others hear nothing", async (_how, letter) => {
  const { draw } = made({ ...failing, timeoutMs: 1_500 });
  const [first, second] = await Promise.allSettled([draw(letter), draw("a picture")]);
  expect(first).toMatchObject({ status: "rejected", reason: { problem: "unreadable" } });
  expect(second.status).toBe("fulfilled");
});

test("no more wait than may; what no person waits for does", async () => {
  const pictures = made({ ...failing, mostWaiting: 2, timeoutMs: 2_500 });
  const all = await Promise.allSettled(["s", "a", "b", "c"].map((bytes) => pictures.draw(bytes)));
  expect(all.map((one) => (one.status === "rejected" ? one.reason.problem : "drawn"))).toEqual([
    "unreadable",
    ...["drawn", "drawn", "busy"],
  ]);
});

test("what has waited too long is given up, but for what no person waits for", async () => {
  const pictures = made({ ...failing, timeoutMs: 2_500, waitMs: 300 });
  const late = [pictures.draw("s"), pictures.draw("a")];
  const patient = pictures.draw("b", {}, { patient: true });
  const [, second] = await Promise.allSettled(late);
  expect(second).toMatchObject({ status: "rejected", reason: { problem: "busy" } });
  expect((await patient).files).toHaveLength(1);
});

test("the process ends when nothing has come for a while", async () => {
  const { draw } = made({ ...failing, idleMs: 100 });
  await draw("a");
  expect(await running("failing-drawer.ts")).toHaveLength(1);
  await expect.poll(() => running("failing-drawer.ts")).toEqual([]);
  await draw("b");
  expect((await readdir(`/proc/${(await running("failing-drawer.ts"))[0]}/fd`)).length).toBeGreaterThan(0);
});
