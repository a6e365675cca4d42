import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFfmpegMedia } from "./ffmpeg-media.ts";
import { joinSegments } from "./join-segments.ts";
import { locateTool, type LocatedTool } from "./locate.ts";
import { mediaPlaylist, parseMediaPlaylist, segmentName } from "./playlists.ts";

const run = promisify(execFile);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "join-segments-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const targetOf = (text: string) => Number(/^#EXT-X-TARGETDURATION:(\d+)$/m.exec(text)?.[1]);

describe("of fragments", () => {
  it.each([
    ["a film shorter than a fragment", [0.48], [[0.48, "0"]], 1],
    [
      "one as long as the short segments",
      [2, 2, 1],
      [
        [2, "0"],
        [2, "1"],
        [1, "2"],
      ],
      2,
    ],
    [
      "one fragment more",
      [2, 2, 2, 0.04],
      [
        [2, "0"],
        [2, "1"],
        [2, "2"],
        [0.04, "3"],
      ],
      2,
    ],
    [
      "two whole segments",
      Array(9).fill(2),
      [
        [2, "0"],
        [2, "1"],
        [2, "2"],
        [6, "345"],
        [6, "678"],
      ],
      6,
    ],
    [
      "a last segment of two fragments",
      [...Array<number>(9).fill(2.002), 2.002, 1.3],
      [
        [2.002, "0"],
        [2.002, "1"],
        [2.002, "2"],
        [6.006, "345"],
        [6.006, "678"],
        [3.302, "9A"],
      ],
      6,
    ],
    [
      "a slow film",
      Array(5).fill(2.6),
      [
        [2.6, "0"],
        [2.6, "1"],
        [2.6, "2"],
        [5.2, "34"],
      ],
      5,
    ],
  ])("%s", async (what, lengths, expected, target) => {
    const own = await mkdtemp(join(folder, "fragments-"));
    const fragments = lengths.map((durationS: number, n) => ({ uri: segmentName(n), durationS }));
    for (const [n, { uri }] of fragments.entries())
      await writeFile(join(own, uri), n.toString(16).toUpperCase());
    await writeFile(join(own, "index.m3u8"), mediaPlaylist(fragments));
    await joinSegments(own);
    const text = await readFile(join(own, "index.m3u8"), "utf8");
    const segments = parseMediaPlaylist(text);
    expect(
      segments.map(({ uri }) => uri),
      what,
    ).toEqual(expected.map((_one, n) => segmentName(n)));
    expect((await readdir(own)).sort()).toEqual(["index.m3u8", ...segments.map(({ uri }) => uri)]);
    for (const [n, [lengthS, bytes]] of expected.entries()) {
      expect(segments[n]!.durationS).toBeCloseTo(Number(lengthS), 6);
      expect(await readFile(join(own, segmentName(n)), "utf8")).toBe(bytes);
    }
    expect(targetOf(text)).toBe(target);
  });
});

/** Times of the first packet, and of all keyframes, of the one stream in a segment. Seconds. */
async function packetsOf(tool: LocatedTool, path: string, kind: "v" | "a") {
  const { stdout } = await run(tool.ffprobe, [
    ...["-v", "error", "-of", "csv=p=0", "-select_streams", kind],
    ...["-show_entries", "packet=pts_time,flags", path],
  ]);
  const packets = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const keys = packets.flatMap(([time, flags]) => (flags!.startsWith("K") ? [Number(time)] : []));
  return { firstS: Math.min(...packets.map(([time]) => Number(time))), keys };
}

/** Where each segment begins, and how many keyframes it has. Seconds, from the first segment on. */
async function cutsOf(tool: LocatedTool, own: string, kind: "v" | "a") {
  const init = await readFile(join(own, "init.mp4"));
  const segments = parseMediaPlaylist(await readFile(join(own, "index.m3u8"), "utf8"));
  const found: { firstS: number; keys: number }[] = [];
  for (const { uri } of segments) {
    const played = join(own, "played.mp4");
    await writeFile(played, Buffer.concat([init, await readFile(join(own, uri))]));
    const { firstS, keys } = await packetsOf(tool, played, kind);
    if (kind === "v") expect(keys[0]).toBe(firstS);
    found.push({ firstS, keys: keys.length });
    await rm(played);
  }
  return found.map(({ firstS, keys }) => ({ atS: firstS - found[0]!.firstS, keys }));
}

describe("of films by ffmpeg", () => {
  const lengthS = 13.1;
  const gridS = [0, 2, 4, 6, 12];

  it.each([
    ["24000/1001", "640x360"],
    ["25", "128x72"],
    ["30000/1001", "128x72"],
    ["50", "128x72"],
    ["60", "128x72"],
  ])("at %s frames a second, %s, all are cut at the same times", { timeout: 120_000 }, async (rate, size) => {
    const tool = await locateTool({});
    const media = await createFfmpegMedia();
    const source = join(folder, `${rate.replace("/", "_")}.mkv`);
    const sine = (hertz: number) => ["-f", "lavfi", "-i", `sine=frequency=${hertz}:duration=${lengthS}`];
    await run(tool.ffmpeg, [
      ...["-v", "error", "-f", "lavfi", "-i", `color=c=teal:s=${size}:r=${rate}:d=${lengthS}`],
      ...[...sine(300), ...sine(600), "-map", "0:v", "-map", "1:a", "-map", "2:a"],
      ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "pcm_s16le", source],
    ]);
    const outDir = `${source}.film`;
    const { durationS, renditions } = await media.encodeHls({ source, outDir, rungs: [240, 360] });
    expect(durationS).toBeCloseTo(lengthS, 1);
    const [frames, each = 1] = rate.split("/").map(Number);
    const folders = renditions.map(({ name }) => name);
    for (const name of [...folders, "sound_1"]) {
      const own = join(outDir, name);
      const text = await readFile(join(own, "index.m3u8"), "utf8");
      const lengths = parseMediaPlaylist(text).map((segment) => segment.durationS);
      expect(lengths.map(Math.round)).toEqual([2, 2, 2, 6, 1]);
      expect(targetOf(text)).toBe(6);
      const cuts = await cutsOf(tool, own, name === "sound_1" ? "a" : "v");
      let startS = 0;
      for (const [n, { atS, keys }] of cuts.entries()) {
        // A picture can only begin with a frame, and a sound with a block of 21 ms.
        const lateS = name === "sound_1" ? 0.05 : each / frames! + 0.002;
        expect(Math.abs(atS - gridS[n]!), `${name}, segment ${n}`).toBeLessThan(lateS);
        expect(Math.abs(atS - startS), `${name}, segment ${n}`).toBeLessThan(0.03);
        if (name !== "sound_1") expect(keys).toBe(n === 3 ? 3 : 1);
        startS += lengths[n]!;
      }
      if (name === "v360") expect(cuts).toEqual(await cutsOf(tool, join(outDir, "v240"), "v"));
    }
  });
});
