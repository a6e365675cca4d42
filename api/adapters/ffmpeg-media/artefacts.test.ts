import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MediaTool } from "../../ports/media.ts";
import { createFfmpegMedia } from "./ffmpeg-media.ts";
import { locateTool } from "./locate.ts";
import { nameSounds } from "./ladder-command.ts";
import { masterPlaylist, parseMediaPlaylist } from "./playlists.ts";

const run = promisify(execFile);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ffmpeg-artefacts-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const srt = (text: string) =>
  `1\n00:00:00,500 --> 00:00:01,500\n${text}\n\n2\n00:00:02,000 --> 00:00:03,250\nand <i>more</i>\n`;

/** Twelve seconds with two sound tracks, two subtitles and three chapters, like a real upload. */
async function richFile(ffmpeg: string, path: string): Promise<void> {
  await writeFile(join(folder, "en.srt"), srt("A door opens"));
  await writeFile(join(folder, "ja.srt"), srt("扉が開く"));
  const chapter = (fromMs: number, toMs: number, title: string) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${fromMs}\nEND=${toMs}\ntitle=${title}\n`;
  await writeFile(
    join(folder, "chapters.txt"),
    `;FFMETADATA1\n${chapter(0, 4000, "The door")}${chapter(4000, 9000, "Der Flur")}${chapter(9000, 12000, "庭")}`,
  );
  await run(ffmpeg, [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", "color=c=teal:s=640x360:r=24:d=12"],
    ...[
      "-f",
      "lavfi",
      "-i",
      "sine=frequency=300:duration=12",
      "-f",
      "lavfi",
      "-i",
      "sine=frequency=600:duration=12",
    ],
    ...["-i", join(folder, "en.srt"), "-i", join(folder, "ja.srt"), "-i", join(folder, "chapters.txt")],
    ...["-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3", "-map", "4", "-map_metadata", "5"],
    ...["-vf", "hue=h=t*30", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "pcm_s16le", "-c:s", "srt"],
    ...["-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=jpn"],
    ...["-metadata:s:a:1", 'title=Only "music"', "-disposition:a:1", "default", "-disposition:a:0", "0"],
    ...["-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=jpn", "-t", "12", path],
  ]);
}

describe.each([["system"], ["bundled"]] as const)("with the %s ffmpeg", (which) => {
  let media: MediaTool;
  let file = "";
  let video = "";

  beforeAll(async () => {
    const options = which === "bundled" ? { searchPath: folder, anyVersion: true } : {};
    media = await createFfmpegMedia(options);
    file = join(folder, `${which}.mkv`);
    await richFile((await locateTool(options)).ffmpeg, file);
    video = join(folder, which);
    await media.encodeHls({ source: file, outDir: video, rungs: [240, 360] });
  }, 60_000);

  it("measures each sound, turns one down by so much, and takes a still", { timeout: 60_000 }, async () => {
    const measured = await media.measureLoudness(file);
    // The tool's source makes a sine at an eighth of full scale.
    expect(measured.map(({ index }) => index)).toEqual([0, 1]);
    for (const { lufs, peakDb } of measured) {
      expect(peakDb).toBeCloseTo(-18, 0);
      expect(Math.abs(lufs + 21)).toBeLessThan(2);
    }
    const outDir = join(folder, `${which}-quiet`);
    await media.encodeHls({ source: file, outDir, rungs: [240], gainsDb: { 1: -10 } });
    const [after] = await media.measureLoudness(join(outDir, "progressive.mp4"));
    expect(after!.lufs - measured[1]!.lufs).toBeCloseTo(-10, 0);
    const still = await media.takeStill(file, { durationS: 12, workDir: folder });
    expect(still?.subarray(1, 4).toString()).toBe("PNG");
    expect(still!.readUInt32BE(16)).toBe(1280);
  });

  it("takes a still from a later place where the first is black", { timeout: 120_000 }, async () => {
    const options = which === "bundled" ? { searchPath: folder, anyVersion: true } : {};
    const dark = join(folder, `${which}-dark.mkv`);
    const { ffmpeg } = await locateTool(options);
    // Black until the third second of ten.
    const picture = "testsrc2=size=640x360:rate=12:duration=10";
    const filters = "drawbox=color=black:thickness=fill:enable='lt(t,3.2)'";
    const args = ["-v", "error", "-f", "lavfi", "-i", picture, "-vf", filters, "-c:v", "mpeg4", "-q:v", "4"];
    await run(ffmpeg, [...args, dark]);
    const still = await media.takeStill(dark, { durationS: 10, workDir: folder });
    const { channels } = await sharp(still!).stats();
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(60);
    // Of a video that is black throughout, a black frame.
    await run(ffmpeg, [...args, "-t", "3", join(folder, `${which}-black.mkv`)]);
    const black = await media.takeStill(join(folder, `${which}-black.mkv`), {
      durationS: 3,
      workDir: folder,
    });
    expect(black?.subarray(1, 4).toString()).toBe("PNG");
  });

  it("reads sounds, subtitles and chapters", async () => {
    const probe = await media.probe(file);
    expect(probe.sounds).toMatchObject([
      { index: 0, language: "de", title: null },
      { index: 1, language: "ja", title: 'Only "music"' },
    ]);
    expect(probe.audio?.index).toBe(1);
    expect(probe.subtitles).toMatchObject([
      { language: "en", isText: true },
      { language: "ja", isText: true },
    ]);
    expect(probe.chapters.map(({ startS, title }) => [startS, title])).toEqual([
      [0, "The door"],
      [4, "Der Flur"],
      [9, "庭"],
    ]);
  });

  it("keeps the default sound in each quality and the other apart", async () => {
    const master = await readFile(join(video, "master.m3u8"), "utf8");
    const sounds = master.split("\n").filter((line) => line.startsWith("#EXT-X-MEDIA"));
    expect(sounds).toEqual([
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Only music",LANGUAGE="ja",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Deutsch",LANGUAGE="de",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="sound_1/index.m3u8"',
    ]);
    expect(master.match(/AUDIO="sound"/g)).toHaveLength(2);
    const apart = parseMediaPlaylist(await readFile(join(video, "sound_1", "index.m3u8"), "utf8"));
    // The encoder adds a first and a last frame: the sound may end one frame after the picture.
    expect(apart.reduce((sum, { durationS }) => sum + durationS, 0)).toBeCloseTo(12, 0);
    expect(apart[0]).toMatchObject({ uri: "seg_00000.m4s", durationS: expect.closeTo(2, 1) as number });
    const init = await readFile(join(video, "sound_1", "init.mp4"), "latin1");
    expect(init).toContain("mp4a");
    expect(init).not.toContain("avcC");
    expect(await readFile(join(video, "v240", "init.mp4"), "latin1")).toMatch(/avcC[^]*mp4a|mp4a[^]*avcC/);
  });

  it("draws one picture a segment on a sheet, and says where it is", async () => {
    const vtt = await readFile(join(video, "thumbnails.vtt"), "utf8");
    const cues = [...vtt.matchAll(/^(\S+) --> (\S+)\n(\S+)$/gm)].map(([, from, to, place]) => [
      from,
      to,
      place,
    ]);
    expect(cues).toHaveLength(6);
    expect(cues[0]).toEqual(["00:00:00.000", "00:00:02.000", "sprite_0.webp#xywh=0,0,198,112"]);
    expect(cues[5]).toEqual(["00:00:10.000", "00:00:12.000", "sprite_0.webp#xywh=990,0,198,112"]);
    const { ffprobe, ffmpeg } = await locateTool(
      which === "bundled" ? { searchPath: folder, anyVersion: true } : {},
    );
    const sheet = join(video, "sprite_0.webp");
    const { stdout } = await run(ffprobe, [
      "-v",
      "error",
      "-of",
      "csv=p=0",
      "-show_entries",
      "stream=width,height",
      sheet,
    ]);
    expect(stdout.trim()).toBe("1584,112");
    // The picture turns through the colours, so no two pictures are the same.
    const raw = await run(
      ffmpeg,
      [
        "-v",
        "error",
        "-i",
        sheet,
        "-vf",
        "format=rgb24,crop=1188:112:0:0,scale=6:1:flags=area",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-",
      ],
      { encoding: "buffer" },
    );
    const colours = Array.from({ length: 6 }, (_, i) =>
      raw.stdout.subarray(i * 3, i * 3 + 3).toString("hex"),
    );
    expect(new Set(colours).size).toBe(6);
  });

  it("leaves nothing of its work behind", async () => {
    const names = await readdir(video);
    expect(names.sort()).toEqual(
      ["master.m3u8", "thumbnails.vtt", "progressive.mp4", "sound_1", "sprite_0.webp", "v240", "v360"].sort(),
    );
    expect((await stat(join(video, "sprite_0.webp"))).size).toBeGreaterThan(200);
  });

  it("takes subtitles out as WebVTT", async () => {
    const found = await media.extractSubtitles(file, { workDir: folder });
    expect(found.map(({ language }) => language)).toEqual(["en", "ja"]);
    expect(found[0]!.vtt).toMatch(/^WEBVTT[^]*00:00\.500 --> 00:01\.500\nA door opens\n[^]*and <i>more<\/i>/);
    expect(found[1]!.vtt).toContain("扉が開く");
    expect(await media.extractSubtitles(join(video, "progressive.mp4"), { workDir: folder })).toEqual([]);
    // No temporary folder remains.
    expect((await readdir(folder)).filter((name) => name.startsWith("matinee-"))).toEqual([]);
  });

  it("holds no more than 24 MB of them, however many a film has", async () => {
    const long = join(folder, `${which}-long.srt`);
    const time = (s: number) => new Date(s * 1000).toISOString().slice(11, 23).replace(".", ",");
    const cue = (_one: unknown, n: number) =>
      `${n + 1}\n${time(n)} --> ${time(n + 1)}\n${"word ".repeat(16)}\n`;
    await writeFile(long, Array.from({ length: 36_000 }, cue).join("\n"));
    const many = join(folder, `${which}-many.mkv`);
    const { ffmpeg } = await locateTool({ anyVersion: true });
    const tracks = Array.from({ length: 9 }, () => ["-map", "1:s"]).flat();
    await run(ffmpeg, [
      "-v",
      "error",
      "-i",
      file,
      "-i",
      long,
      "-map",
      "0:V:0",
      ...tracks,
      "-c:v",
      "copy",
      "-c:s",
      "srt",
      many,
    ]);
    const found = await media.extractSubtitles(many, { workDir: folder });
    const bytes = found.reduce((sum, { vtt }) => sum + Buffer.byteLength(vtt), 0);
    expect(found.length).toBeGreaterThan(4);
    expect(bytes).toBeLessThanOrEqual(24 * 1024 * 1024);
    expect(found.length).toBeLessThan(9);
  });
});

describe("names of sounds", () => {
  const named = (...sounds: [language: string | null, title: string | null][]) =>
    nameSounds(sounds.map(([language, title]) => ({ language, title }))).map(({ name }) => name);

  it.each([
    ["the file's own words", [["de", "Kommentar"]], ["Kommentar"]],
    [
      "else the language, in that language",
      [
        ["ja", null],
        ["ar", null],
      ],
      ["日本語", "العربية"],
    ],
    [
      "else a number",
      [
        [null, null],
        [null, null],
      ],
      ["1", "2"],
    ],
    [
      "never the same twice",
      [
        ["en", null],
        ["en", null],
        ["en", "English"],
      ],
      ["English", "English (2)", "English (3)"],
    ],
  ] as const)("%s", (_what, sounds, expected) => {
    expect(named(...(sounds as unknown as [string | null, string | null][]))).toEqual(expected);
  });
});

it("a name can't end its attribute", () => {
  const main = { name: 'a"\n#EXT-X-KEY:METHOD=NONE', language: "en" };
  const further = [{ name: "b", language: "de", folder: "sound_1", bandwidth: 100_000 }];
  const rendition = { name: "v240", width: 426, height: 240, bandwidth: 400_000, averageBandwidth: 300_000 };
  const text = masterPlaylist([{ ...rendition, codecs: "avc1", frameRate: 24 }], {
    main,
    further,
  });
  expect(text.split("\n").filter((line) => line.startsWith("#EXT-X-KEY"))).toEqual([]);
  expect(text).toContain("BANDWIDTH=500000,AVERAGE-BANDWIDTH=400000");
});
