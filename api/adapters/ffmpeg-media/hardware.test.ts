import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fallback } from "../../ports/media.ts";
import { makeVideo } from "../../../tests/setup/videos.ts";
import { createFfmpegMedia } from "./ffmpeg-media.ts";

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-hardware-"));
  file = await makeVideo(folder, { seconds: 2, size: "320x180" });
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * A program that notes its arguments and is ffmpeg otherwise, but for what is encoded by a graphics processor.
 * One frame for h264_vaapi succeeds; other processors fail at once.
 * @param film what it does with a film for h264_vaapi
 */
async function fakeFfmpeg(name: string, film: string) {
  const path = join(folder, name);
  const log = join(folder, `${name}.log`);
  await writeFile(log, "");
  await writeFile(
    path,
    `#!/bin/sh
echo "$*" >> ${log}
case "$*" in
  *"-frames:v 1"*h264_vaapi*) exit 0 ;;
  *"-frames:v 1"*) echo "Cannot open the device" >&2; exit 1 ;;
  *"-c:v h264_vaapi"*) ${film} ;;
esac
exec /usr/bin/ffmpeg "$@"
`,
  );
  await chmod(path, 0o755);
  return { path, runs: async () => (await readFile(log, "utf8")).split("\n").filter(Boolean) };
}
const fails = 'echo "Failed to initialise VAAPI connection: -1" >&2; exit 1';
const hardware = (encoders: readonly string[]) =>
  encoders.filter((name) => /_(?:vaapi|nvenc|qsv)$/.test(name));

describe("graphics processors", () => {
  it("are not asked for where there is no device", async () => {
    const tool = await fakeFfmpeg("none", fails);
    const hasDevice = async () => false;
    const { abilities } = await createFfmpegMedia({ ffmpegPath: tool.path, hasDevice });
    expect(hardware(abilities.encoders)).toEqual([]);
    expect(abilities.encoders).toContain("libx264");
    expect((await tool.runs()).filter((args) => args.includes("-frames:v"))).toEqual([]);
  });

  it("are those that encode a frame, not those that are listed", async () => {
    const tool = await fakeFfmpeg("some", fails);
    const { abilities } = await createFfmpegMedia({ ffmpegPath: tool.path, hasDevice: async () => true });
    expect(hardware(abilities.encoders)).toEqual(["h264_vaapi"]);
    const tests = (await tool.runs()).filter((args) => args.includes("-frames:v 1"));
    expect(tests.length).toBeGreaterThan(3);
    for (const args of tests) expect(args).toMatch(/-t 0\.1 -i color.* -f null -$/);
  });

  it("that fail while they encode are replaced by software, which is told once", async () => {
    const tool = await fakeFfmpeg("broken", fails);
    const media = await createFfmpegMedia({ ffmpegPath: tool.path, hasDevice: async () => true });
    const told: Fallback[] = [];
    const outDir = join(folder, "film");
    const onFallback = (fallback: Fallback) => void told.push(fallback);
    const ladder = await media.encodeHls({ source: file, outDir, encoder: "automatic", onFallback });
    expect(told).toEqual([
      { encoder: "h264_vaapi", detail: expect.stringContaining("Failed to initialise VAAPI") as string },
    ]);
    expect(ladder.renditions.map(({ codecs }) => codecs)).toEqual([expect.stringMatching(/^avc1\./)]);
    expect(ladder.durationS).toBeCloseTo(2, 1);
    const films = (await tool.runs()).filter(
      (args) => args.includes("-filter_complex") && args.includes("hls"),
    );
    expect(films.map((args) => /-c:v (\w+)/.exec(args)![1])).toEqual(["h264_vaapi", "libx264"]);
  });

  it("are left alone unless they are chosen", async () => {
    const tool = await fakeFfmpeg("unused", fails);
    const media = await createFfmpegMedia({ ffmpegPath: tool.path, hasDevice: async () => true });
    const onFallback = () => expect.unreachable();
    await media.encodeHls({ source: file, outDir: join(folder, "own"), encoder: "nvenc", onFallback });
    expect((await tool.runs()).filter((args) => args.includes("-c:v h264_vaapi -rc_mode"))).toHaveLength(1);
  });
});
