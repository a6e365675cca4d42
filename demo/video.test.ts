import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFfmpegMedia } from "../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import type { MediaTool } from "../api/ports/media.ts";
import { drawArtwork } from "./artwork.ts";
import { demoMovies } from "./catalogue/movies.ts";
import { makeVideo, planShots } from "./video.ts";
import { breakTitle } from "./poster-lines.ts";
import { composeSoundtrack, SAMPLE_RATE_HZ } from "./soundtrack.ts";

const title = demoMovies.find(({ id }) => id === "the-keeper-of-skarholm")!;
let folder = "";
let media: MediaTool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "demo-film-"));
  media = await createFfmpegMedia({ anyVersion: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a demo film", () => {
  it("is drawn, scored and encoded, and leaves no scratch files", { timeout: 120_000 }, async () => {
    const outDir = join(folder, "films", "one");
    const workDir = join(folder, "work");
    const ladder = await makeVideo({
      title,
      episode: title.episodes[0]!,
      media,
      workDir,
      outDir,
      lengthS: 6,
    });
    expect(ladder.renditions.map((rendition) => rendition.name)).toEqual(["v240", "v360"]);
    expect(ladder.durationS).toBeCloseTo(6, 1);
    expect(await readdir(workDir)).toEqual([]);
    const probe = await media.probe(join(outDir, "progressive.mp4"));
    expect(probe.video).toMatchObject({ codec: "h264", width: 640, height: 360, frameRate: 24 });
    expect(probe.audio).toMatchObject({ codec: "aac", channels: 2 });
    expect(await readFile(join(outDir, "master.m3u8"), "utf8")).toMatch(
      /RESOLUTION=640x360,CODECS="avc1\.4d40..,mp4a\.40\.2"/,
    );
  });

  it(
    "has its place's sound a second time without the music, where it is to have it",
    { timeout: 120_000 },
    async () => {
      const rich = demoMovies.find(({ id }) => id === "a-house-under-the-aurora")!;
      const outDir = join(folder, "films", "two-sounds");
      const workDir = join(folder, "work");
      await makeVideo({ title: rich, episode: rich.episodes[0]!, media, workDir, outDir, lengthS: 4 });
      const master = await readFile(join(outDir, "master.m3u8"), "utf8");
      expect(master.match(/NAME="[^"]+"/g)).toEqual(['NAME="Music and nature"', 'NAME="Nature only"']);
      const [first, second] = ["v240", "sound_1"].map((name) => readdir(join(outDir, name)));
      expect((await second)!.filter((name) => name.endsWith(".m4s")).length).toBeGreaterThanOrEqual(
        (await first)!.filter((name) => name.endsWith(".m4s")).length,
      );
    },
  );

  it("stops when told to and leaves nothing behind", { timeout: 120_000 }, async () => {
    const stop = new AbortController();
    const outDir = join(folder, "aborted", "two");
    const making = makeVideo({
      title,
      episode: title.episodes[1]!,
      media,
      workDir: join(folder, "work"),
      outDir,
      lengthS: 12,
      signal: stop.signal,
      onProgress: (fraction) => {
        if (fraction > 0.2) stop.abort();
      },
    });
    await expect(making).rejects.toMatchObject({ code: "aborted" });
    expect(await readdir(join(folder, "aborted"))).toEqual([]);
  });

  it("has three takes that add up", () => {
    const shots = planShots(title.scene, 48);
    expect(shots).toHaveLength(3);
    expect(shots.reduce((sum, shot) => sum + shot.durationS, 0)).toBe(48);
  });
});

describe("a soundtrack", () => {
  it("without its music is another, and quieter", async () => {
    const loudness = async (music: boolean) => {
      const pcm = await composeSoundtrack(title.scene.sound, 7, 6, { music });
      return new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2).reduce(
        (sum, one) => sum + Math.abs(one),
        0,
      );
    };
    const [whole, air] = [await loudness(true), await loudness(false)];
    expect(air).toBeGreaterThan(0);
    expect(air).toBeLessThan(whole);
  });

  it("is repeatable, quiet, and begins and ends in silence", async () => {
    const pcm = await composeSoundtrack(title.scene.sound, 7, 10);
    expect(pcm.length).toBe(10 * SAMPLE_RATE_HZ * 4);
    expect(pcm.equals(await composeSoundtrack(title.scene.sound, 7, 10))).toBe(true);
    const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2);
    let sum = 0;
    let peak = 0;
    for (const sample of samples) {
      sum += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    const rms = Math.sqrt(sum / samples.length) / 32768;
    expect(rms).toBeGreaterThan(0.01);
    expect(rms).toBeLessThan(0.2);
    expect(peak).toBeLessThan(26_000);
    expect(Math.abs(samples[2]!)).toBeLessThan(40);
    expect(Math.abs(samples.at(-1)!)).toBeLessThan(40);
  });
});

describe("artwork", () => {
  it("comes in every size", { timeout: 60_000 }, async () => {
    const steps: number[] = [];
    const art = join(folder, "art");
    await drawArtwork({ ...title, kind: "film" }, art, (fraction) => steps.push(fraction));
    const sizes = ["backdrop-1280", "backdrop-640", "poster-160", "poster-320", "poster-480"];
    expect((await readdir(art)).sort()).toEqual(sizes.flatMap((name) => [`${name}.avif`, `${name}.webp`]));
    expect(await sharp(join(art, "poster-320.webp")).metadata()).toMatchObject({ width: 320, height: 480 });
    expect(steps.at(-1)).toBe(1);
  });

  it("has a still for each episode of a series", { timeout: 60_000 }, async () => {
    const art = join(folder, "series");
    const [first] = title.episodes;
    const series = { ...title, kind: "series", episodes: [first!, { ...first!, index: 2 }] } as const;
    await drawArtwork(series, art);
    const stills = (await readdir(art)).filter((name) => name.startsWith("frame-") && name.endsWith(".webp"));
    expect(stills.sort()).toEqual(
      ["ep1-320", "ep1-640", "ep2-320", "ep2-640"].map((name) => `frame-${name}.webp`),
    );
    const pixels = stills.map((name) => sharp(join(art, name)).metadata());
    expect((await Promise.all(pixels)).map(({ width, height }) => [width, height])).toEqual([
      ...[
        [320, 180],
        [640, 360],
      ],
      ...[
        [320, 180],
        [640, 360],
      ],
    ]);
  });

  it("breaks titles where a reader would", () => {
    expect(breakTitle("The Keeper of Skarholm", 3)).toEqual(["The Keeper", "of Skarholm"]);
    expect(breakTitle("Cherry", 2)).toEqual(["Cherry"]);
  });
});
