import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Ladder, MediaTool } from "../../ports/media.ts";
import { createFfmpegMedia } from "./ffmpeg-media.ts";
import { locateTool } from "./locate.ts";
import { readPicture } from "./read-picture.ts";
import { chooseRungs } from "./rungs.ts";
import { pictureFacts } from "./picture-facts.ts";
import { ffmpeg, frameTimes, likeness, streamFacts } from "../../../tests/setup/compare-pictures.ts";

// A case runs a dozen processes one after the other.
vi.setConfig({ testTimeout: 60_000 });

let folder = "";
let media: MediaTool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "true-picture-"));
  media = await createFfmpegMedia();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Moving shapes without fine patterns, so that encoding and scaling change little. */
const scene = (size: string, rate: number, seconds = 2) =>
  `testsrc2=s=${size}:r=${rate}:d=${seconds},gblur=sigma=2`;
const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "8", "-pix_fmt", "yuv420p"];

/** Makes a master and the finished ladder of it. @returns paths of both, and the largest rendition's playlist */
async function encoded(name: string, args: readonly string[], rungs?: number[]) {
  const file = join(folder, name);
  await ffmpeg(["-f", "lavfi", ...args, file]);
  return { file, ...(await ladderOf(file, rungs)) };
}

async function ladderOf(
  file: string,
  rungs?: number[],
): Promise<{ ladder: Ladder; top: string; out: string }> {
  const out = `${file}-ladder`;
  const ladder = await media.encodeHls({ source: file, outDir: out, ...(rungs && { rungs }) });
  return { ladder, out, top: join(out, ladder.renditions.at(-1)!.name, "index.m3u8") };
}

async function stillOf(file: string): Promise<string> {
  const picture = await media.takeStill(file, { durationS: 2, workDir: folder });
  await writeFile(`${file}.png`, picture!);
  return `${file}.png`;
}

const sizes = ({ renditions }: Ladder) => renditions.map(({ name, width, height }) => [name, width, height]);

describe("pixels that are not square", () => {
  it("become square, with the shape that the file asks for, in renditions, thumbnails and poster", async () => {
    const wide = scene("1024x576", 25, 1);
    const { file, ladder, top, out } = await encoded(
      "pal.mp4",
      [...["-i", wide, "-vf", "scale=720:576,setsar=64/45", ...x264]],
      [240, 480],
    );
    expect(sizes(ladder)).toEqual([
      ["v240", 426, 240],
      ["v480", 854, 480],
    ]);
    expect(await media.probe(file)).toMatchObject({ video: { width: 1024, height: 576 } });
    expect(await streamFacts(top)).toMatchObject({ width: 854, height: 480, sample_aspect_ratio: "1:1" });
    await ffmpeg(["-f", "lavfi", "-i", wide, ...x264, join(folder, "square.mp4")]);
    const square = join(folder, "square.mp4");
    expect(await likeness(top, square, { scaled: "854:480" })).toBeGreaterThan(28);
    expect(await readFile(join(out, "thumbnails.vtt"), "utf8")).toContain("xywh=0,0,198,112");
    expect(await streamFacts(await stillOf(file))).toMatchObject({ width: 1280, height: 720 });
  });

  it("of a wrong shape are taken for square ones", () => {
    const facts = pictureFacts({ width: 640, height: 360, sample_aspect_ratio: "90:1" });
    expect(facts).toMatchObject({ width: 640, height: 360 });
  });
});

describe("rungs", () => {
  it.each([
    [1280, 534, ["v240 426x178", "v360 640x268", "v480 854x356", "v720 1280x534"]],
    [1080, 1920, ["v240 240x426", "v360 360x640", "v480 480x854", "v720 720x1280", "v1080 1080x1920"]],
    [3840, 1600, ["v240 426x178", "v360 640x266", "v480 854x356", "v720 1280x534", "v1080 1920x800"]],
    [640, 480, ["v240 320x240", "v360 480x360", "v480 640x480"]],
    [321, 181, ["v180 320x180"]],
  ])("of %i×%i use its full size and none is larger", (width, height, expected) => {
    expect(chooseRungs(width, height).map((r) => `${r.name} ${r.width}x${r.height}`)).toEqual(expected);
  });

  it("keep the full width of 1919×817, on even lines, as 1080p", async () => {
    const source = ["-i", "testsrc2=s=1919x817:r=5:d=1", "-c:v", "ffv1", "-pix_fmt", "yuv444p"];
    const { ladder, top } = await encoded("scope.mkv", source, [1080]);
    expect([ladder.height, sizes(ladder)]).toEqual([1080, [["v1080", 1918, 816]]]);
    expect(await streamFacts(top)).toMatchObject({ width: 1918, height: 816 });
  });
});

describe("interlaced video", () => {
  const fields = (order: "top" | "bottom") => `tinterlace=interleave_${order}`;
  it.each([
    ["that says so", "top", ["-flags", "+ilme+ildct", "-x264-params", "tff=1"]],
    ["that claims to be progressive, with the lower field first", "bottom", []],
  ] as const)("%s becomes one frame of each field", async (name, order, flags) => {
    const smooth = scene("720x576", 50, 1);
    const { ladder, top } = await encoded(
      `${order}-${flags.length}.mkv`,
      [...["-i", smooth, "-vf", fields(order), ...x264, ...flags]],
      [480],
    );
    expect(ladder.renditions.at(-1), name).toMatchObject({ frameRate: 50 });
    expect(await streamFacts(top)).toMatchObject({ avg_frame_rate: "50/1" });
    const master = join(folder, "smooth.mp4");
    await ffmpeg(["-f", "lavfi", "-i", smooth, ...x264, master]);
    expect(await likeness(top, master, { scaled: "600:480" })).toBeGreaterThan(28);
  });

  it("is not what sharp shapes that move are", async () => {
    const { ladder } = await encoded("sharp.mp4", ["-i", "testsrc2=s=640x360:r=25:d=1", ...x264], [240]);
    expect(ladder.renditions[0]).toMatchObject({ frameRate: 25 });
  });

  it("that only claims to be so keeps its frames", async () => {
    const { ladder, top, file } = await encoded(
      "psf.mkv",
      [...["-i", scene("640x480", 25), ...x264, "-flags", "+ilme+ildct", "-x264-params", "tff=1"]],
      [480],
    );
    expect(ladder.renditions.at(-1)).toMatchObject({ frameRate: 25 });
    expect(await likeness(top, file, { scaled: "640:480" })).toBeGreaterThan(30);
  });
});

describe("high dynamic range", () => {
  const linear =
    "setparams=colorspace=gbr:color_primaries=bt709:color_trc=bt709,zscale=t=linear:npl=203,format=gbrpf32le";
  it.each(["smpte2084", "arib-std-b67"])(
    "of %s becomes BT.709, poster and thumbnails too",
    async (transfer) => {
      // Below the brightness from which highlights are compressed.
      const sdr = `smptehdbars=s=426x240:r=12:d=1,gblur=sigma=2,format=gbrp,colorlevels=romax=0.75:gomax=0.75:bomax=0.75`;
      const tags = ["-color_primaries", "bt2020", "-colorspace", "bt2020nc", "-color_trc", transfer];
      const toHdr = `${linear},zscale=t=${transfer}:p=2020:m=2020_ncl:r=tv:npl=203,format=yuv420p10le`;
      const { file, top, out } = await encoded(
        `${transfer}.mp4`,
        [...["-i", sdr, "-vf", toHdr, "-c:v", "libx264", "-preset", "ultrafast", "-crf", "4", ...tags]],
        [240],
      );
      const bt709 = { color_space: "bt709", color_primaries: "bt709", color_transfer: "bt709" };
      expect(await streamFacts(top)).toMatchObject({ ...bt709, color_range: "tv", pix_fmt: "yuv420p" });
      const master = join(folder, "sdr.mkv");
      await ffmpeg(["-f", "lavfi", "-i", sdr, "-c:v", "ffv1", master]);
      expect(await likeness(top, master, { scaled: "426:240" })).toBeGreaterThan(28);
      const still = await stillOf(file);
      expect(await likeness(still, master, { scaled: "426:240" })).toBeGreaterThan(28);
      const first = "crop=198:112:0:0";
      const sheet = join(out, "thumbnail.png");
      await ffmpeg(["-i", join(out, "sprite_0.webp"), "-vf", first, sheet]);
      expect(await likeness(sheet, master, { scaled: "198:112" })).toBeGreaterThan(28);
    },
  );

  it("is refused, with its own reason, by a tool that cannot map it", async () => {
    const tool = await locateTool({});
    const filters = new Set([...tool.abilities.filters].filter((name) => name !== "zscale"));
    const without = { ...tool, abilities: { ...tool.abilities, filters } };
    const file = join(folder, "smpte2084.mp4");
    await expect(readPicture(without, file)).rejects.toMatchObject({ code: "no_tone_mapping" });
  });
});

describe("variable frame rate", () => {
  it("keeps the rate of each passage", async () => {
    for (const [name, rate] of [
      ["slow", 24],
      ["fast", 60],
    ] as const)
      await ffmpeg([
        "-f",
        "lavfi",
        "-i",
        scene("640x360", rate),
        ...x264,
        "-video_track_timescale",
        "90000",
        join(folder, `${name}.mp4`),
      ]);
    const list = join(folder, "list.txt");
    await writeFile(list, "file slow.mp4\nfile fast.mp4\nfile slow.mp4\n");
    const file = join(folder, "vfr.mkv");
    await ffmpeg(["-f", "concat", "-i", list, "-c", "copy", file]);
    const { top, ladder, out } = await ladderOf(file, [240, 360]);
    const times = await frameTimes(top);
    const between = (from: number, to: number) =>
      times.filter((t) => t >= from - 0.01 && t < to - 0.01).length;
    expect([between(0, 2), between(2, 4), between(4, 6)]).toEqual([48, 120, 48]);
    expect(await likeness(top, file, { scaled: "640:360" })).toBeGreaterThan(30);
    expect(ladder.renditions[0]!.frameRate).toBeCloseTo(60, 0);
    const [low, high] = await Promise.all(
      ["v240", "v360"].map((rung) => readFile(join(out, rung, "index.m3u8"), "utf8")),
    );
    expect(high).toBe(low);
    expect(low!.match(/#EXTINF:(2\.0|1\.9)/g)).toHaveLength(3);
  });
});

describe("colours", () => {
  it.each([
    ["full range", "bt709", ["-color_range", "pc"], "out_range=pc:out_color_matrix=bt709", "1280x720"],
    ["BT.601", "smpte170m", ["-color_primaries", "smpte170m"], "out_color_matrix=smpte170m", "640x480"],
  ])("of %s are the master's, and named", async (name, matrix, tags, convert, size) => {
    const { file, top } = await encoded(
      `${matrix}.mp4`,
      [
        ...[
          "-i",
          `${scene(size, 24, 1)},format=rgb24,scale=${convert}`,
          ...x264,
          ...tags,
          "-colorspace",
          matrix,
        ],
      ],
      [480],
    );
    const facts = await streamFacts(top);
    expect(facts, name).toMatchObject({ color_range: "tv", color_space: matrix });
    expect(await likeness(top, file, { scaled: size.replace("x", ":") })).toBeGreaterThan(30);
  });
});

describe("what was right", () => {
  it.each([
    ["59.94 frames a second", "60.mkv", scene("640x360", 59.94, 1), [], 59.94],
    ["10 bits", "ten.mp4", scene("640x360", 24, 1), ["-pix_fmt", "yuv420p10le"], 24],
  ])("stays: %s", async (_what, name, source, options, rate) => {
    const { file, top, ladder } = await encoded(name, ["-i", source, ...x264, ...options], [360]);
    expect(ladder.renditions[0]!.frameRate).toBeCloseTo(rate, 1);
    expect(await frameTimes(top)).toHaveLength((await frameTimes(file)).length);
    expect(await streamFacts(top)).toMatchObject({ pix_fmt: "yuv420p", width: 640, height: 360 });
    expect(await likeness(top, file, { scaled: "640:360" })).toBeGreaterThan(30);
  });

  it("stays: a turned picture is upright", async () => {
    const { file } = await encoded("flat.mp4", ["-i", scene("640x360", 24, 1), ...x264], [240]);
    const turned = join(folder, "turned.mp4");
    await ffmpeg(["-i", file, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned]);
    const { top, ladder } = await ladderOf(turned, [360]);
    expect(sizes(ladder)).toEqual([["v360", 360, 640]]);
    expect(await likeness(top, turned, { scaled: "360:640" })).toBeGreaterThan(30);
    expect(await streamFacts(await stillOf(turned))).toMatchObject({ width: 720, height: 1280 });
  });
});
