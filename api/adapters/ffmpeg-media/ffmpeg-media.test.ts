import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GraphSource, MediaTool } from "../../ports/media.ts";
import { createFfmpegMedia } from "./ffmpeg-media.ts";
import { locateTool } from "./locate.ts";
import { parseMediaPlaylist } from "./playlists.ts";
import { readLimits } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";
import { chooseRungs } from "./rungs.ts";

const run = promisify(execFile);
let folder = "";
let bundledPath = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ffmpeg-media-"));
  const home = createRequire(import.meta.url).resolve(
    `@ffmpeg-installer/${process.platform}-${process.arch}/package.json`,
  );
  bundledPath = join(dirname(home), "ffmpeg");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A graph made here: moving bars with a tone, four seconds by default. */
const smallGraph = async (durationS = 4): Promise<GraphSource> => {
  const path = join(folder, "tone.pcm");
  const pcm = Buffer.alloc(24_000 * 4 * durationS);
  for (let i = 0; i < pcm.length; i += 2) pcm.writeInt16LE(Math.round(Math.sin(i / 40) * 6000), i);
  await writeFile(path, pcm);
  return {
    inputs: [{ kind: "pcm16", path, sampleRateHz: 24_000, channels: 2 }],
    filter: `color=c=teal:s=640x360:r=24:d=${durationS},hue=h=t*40[v]`,
    videoLabel: "v",
    sounds: [{ input: 0 }],
    width: 640,
    height: 360,
    frameRate: 24,
    durationS,
  };
};

describe.each([["system"], ["bundled"]] as const)("with the %s ffmpeg", (which) => {
  let media: MediaTool;
  let video = "";

  beforeAll(async () => {
    // An empty search path leaves only the npm build.
    media = await createFfmpegMedia(which === "bundled" ? { searchPath: folder, anyVersion: true } : {});
    expect(media.abilities.h264 && media.abilities.aac && media.abilities.hlsFmp4).toBe(true);
    expect(media.abilities.filters.has("overlay")).toBe(true);
    video = join(folder, which);
    await media.encodeHls({ source: await smallGraph(), outDir: video });
  }, 60_000);

  it("writes a ladder whose playlists, segments and keyframes agree", { timeout: 120_000 }, async () => {
    const master = await readFile(join(video, "master.m3u8"), "utf8");
    const names = master.split("\n").filter((line) => line.endsWith("index.m3u8"));
    expect(names).toEqual(["v240/index.m3u8", "v360/index.m3u8"]);
    const rates = [...master.matchAll(/[^-]BANDWIDTH=(\d+)/g)].map((match) => Number(match[1]));
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
    for (const name of names) {
      const playlist = await readFile(join(video, name), "utf8");
      expect(playlist).toContain("#EXT-X-PLAYLIST-TYPE:VOD");
      expect(playlist).toContain('#EXT-X-MAP:URI="init.mp4"');
      expect(playlist).toContain("#EXT-X-ENDLIST");
      const segments = parseMediaPlaylist(playlist);
      expect(segments.map((segment) => segment.uri)).toEqual(["seg_00000.m4s", "seg_00001.m4s"]);
      for (const segment of segments) {
        expect(segment.durationS).toBeCloseTo(2, 1);
        expect((await stat(join(video, dirname(name), segment.uri))).size).toBeGreaterThan(500);
      }
    }
  });

  it("names the codecs as the stream is, and puts keyframes every two seconds", async () => {
    const tool = await locateTool(which === "bundled" ? { searchPath: folder, anyVersion: true } : {});
    const { stdout } = await run(tool.ffprobe, [
      "-v",
      "error",
      "-of",
      "json",
      "-select_streams",
      "v",
      "-show_streams",
      "-show_packets",
      join(video, "progressive.mp4"),
    ]);
    const found = JSON.parse(stdout) as {
      streams: { profile: string; level: number }[];
      packets: { pts_time: string; flags: string }[];
    };
    expect(found.streams[0]?.profile).toBe("Main");
    const level = found.streams[0]!.level.toString(16).padStart(2, "0");
    expect(await readFile(join(video, "master.m3u8"), "utf8")).toMatch(
      new RegExp(`640x360,CODECS="avc1\\.4d40${level},mp4a\\.40\\.2"`),
    );
    const keys = found.packets
      .filter((packet) => packet.flags.startsWith("K"))
      .map((packet) => Number(packet.pts_time));
    expect(keys).toHaveLength(2);
    expect(keys[1]! - keys[0]!).toBeCloseTo(2, 2);
    const head = (await readFile(join(video, "progressive.mp4"))).toString("latin1");
    expect(head.indexOf("moov")).toBeLessThan(head.indexOf("mdat"));
  });

  it("encodes an ordinary file and replaces an older ladder", { timeout: 120_000 }, async () => {
    const outDir = join(folder, `${which}-again`);
    await mkdir(outDir);
    await writeFile(join(outDir, "old.txt"), "old");
    const source = join(video, "progressive.mp4");
    expect(await media.probe(source)).toMatchObject({
      video: { width: 640, height: 360 },
      audio: { codec: "aac" },
    });
    const progress: number[] = [];
    const ladder = await media.encodeHls({
      source,
      outDir,
      rungs: [240],
      onProgress: (fraction) => progress.push(fraction),
    });
    expect(ladder.renditions).toHaveLength(1);
    expect((await readdir(outDir)).sort()).toEqual([
      ...["master.m3u8", "progressive.mp4", "sprite_0.webp", "thumbnails.vtt", "v240"],
    ]);
    expect(progress.at(-1)).toBe(1);
  });

  it.each([
    ["a page", "page.mp4", "<!doctype html><script>alert(1)</script>"],
    ["nothing", "empty.mp4", ""],
    ["noise", "noise.mp4", "x".repeat(5000)],
    [
      "a playlist of an address",
      "net.mp4",
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
    ],
    [
      "a playlist of a local file",
      "local.m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
    ],
    ["a playlist behind other text", "late.m3u8", "\n\n#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n"],
    ["a list of files", "list.mp4", "ffconcat version 1.0\nfile /etc/passwd\n"],
    ["a subtitle", "text.mp4", "1\n00:00:00,000 --> 00:00:02,000\nhello\n"],
  ])("refuses %s", async (_, name, text) => {
    const file = join(folder, name);
    await writeFile(file, text);
    await expect(media.probe(file)).rejects.toMatchObject({ code: "unsupported" });
    await expect(media.encodeHls({ source: file, outDir: join(folder, "never") })).rejects.toMatchObject({
      code: "unsupported",
    });
    await expect(stat(join(folder, "never"))).rejects.toThrow();
  });

  it("stops at once when aborted, with no process and no folder left", { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const home = join(folder, `${which}-stop`);
    await mkdir(home);
    const encoding = media.encodeHls({
      source: await smallGraph(60),
      outDir: join(home, "film"),
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(), 400);
    await expect(encoding).rejects.toMatchObject({ code: "aborted" });
    expect(await readdir(home)).toEqual([]);
  });
});

const limits = readLimits(60_000);

describe("the process runner", () => {
  it("kills what takes too long", async () => {
    const began = Date.now();
    await expect(
      runProcess({ path: "/bin/sleep", args: ["20"], timeoutMs: 150, limits }),
    ).rejects.toMatchObject({
      code: "timeout",
    });
    expect(Date.now() - began).toBeLessThan(3000);
  });

  it("passes nothing of our environment and trims what it quotes", async () => {
    expect(await runProcess({ path: "/usr/bin/env", args: [], timeoutMs: 2000, limits })).toBe(
      "MALLOC_ARENA_MAX=2\n",
    );
    const failing = runProcess({
      path: "/bin/sh",
      args: ["-c", "i=0; while [ $i -lt 900 ]; do echo noise >&2; i=$((i+1)); done; exit 3"],
      timeoutMs: 5000,
      limits,
    });
    const error = (await failing.catch((e: unknown) => e)) as { code: string; detail: string };
    expect(error.code).toBe("encode_failed");
    expect(error.detail.length).toBeLessThanOrEqual(600);
  });
});

describe("finding ffmpeg", () => {
  it("takes the configured one and says so", async () => {
    expect((await locateTool({ ffmpegPath: bundledPath, anyVersion: true })).abilities.origin).toBe(
      "configured",
    );
    expect((await locateTool({ ffmpegPath: "/usr/bin/ffmpeg" })).abilities.origin).toBe("configured");
  });

  it("refuses one that is missing", async () => {
    await expect(locateTool({ ffmpegPath: join(folder, "nothing") })).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  it("passes over a system build that is too old: for strangers' films there is none then, which is said in a line", async () => {
    const old = join(folder, "old-bin");
    await mkdir(old);
    for (const name of ["ffmpeg", "ffprobe"]) {
      await writeFile(join(old, name), "#!/bin/sh\necho 'ffmpeg version 4.4.2 Copyright'\n");
      await chmod(join(old, name), 0o755);
    }
    expect((await locateTool({ searchPath: old, anyVersion: true })).abilities.origin).toBe("bundled");
    await expect(locateTool({ searchPath: old })).rejects.toMatchObject({
      code: "unavailable",
      message: "Videos are not encoded: install ffmpeg 5 or later, or name one by FFMPEG_PATH.",
    });
  });
});

describe("the rungs", () => {
  it("stay at or under the source, by its short side", () => {
    expect(chooseRungs(1920, 1080).map((rung) => rung.name)).toEqual([
      "v240",
      "v360",
      "v480",
      "v720",
      "v1080",
    ]);
    expect(chooseRungs(720, 1280).map((rung) => [rung.width, rung.height])).toEqual([
      [240, 426],
      [360, 640],
      [480, 854],
      [720, 1280],
    ]);
    expect(chooseRungs(160, 120).map((rung) => rung.name)).toEqual(["v120"]);
  });
});
