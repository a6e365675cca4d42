import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createFfmpegMedia } from "../../../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { MediaError } from "../../../api/adapters/ffmpeg-media/media-error.ts";
import { encodings } from "../../../api/db/schema.ts";
import type { MediaTool } from "../../../api/ports/media.ts";
import type { EncodeStep } from "../../../api/worker/encode-deps.ts";
import type { Encoding } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { scoreOf } from "../../setup/score.ts";
import { storeFile } from "../../setup/videos.ts";

const run = promisify(execFile);
let api: TestBackend;
let folder: string;
let film: string;
/** As long, of one rung. */
let small: string;
let owner: { token: string };
let real: MediaTool;
let untuned: string[] = [];
let tune: MediaTool["tuneLadder"];
let encode: MediaTool["encodeHls"];
let asked = 0;
let atStep: (step: EncodeStep) => void = () => {};

/** A film without sound that is just long enough to be sampled, of few frames. */
async function draw(name: string, picture: string): Promise<string> {
  const path = join(folder, `${name}.mkv`);
  const source = ["-f", "lavfi", "-i", `${picture},format=yuv420p`, "-t", "42"];
  await run("ffmpeg", [
    "-v",
    "error",
    ...source,
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-qp",
    "0",
    path,
  ]);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-tuning-"));
  film = await draw("easy", "testsrc=size=640x360:rate=10,rotate=a=t/20");
  small = await draw("small", "testsrc=size=426x240:rate=4");
  real = await createFfmpegMedia();
  const tuneLadder: MediaTool["tuneLadder"] = (request) => {
    asked += 1;
    return tune(request);
  };
  api = await startTestBackend({
    work: {
      media: async () => ({ ...real, tuneLadder, encodeHls: (request) => encode(request) }),
      onStep: (step) => atStep(step),
      onUntuned: (error) => untuned.push((error as { code: string }).code),
    },
  });
  owner = await api.person({ admin: 3 });
  await set(true);
  await api.worker.start();
});
beforeEach(() => {
  [asked, untuned, atStep] = [0, [], () => {}];
  [tune, encode] = [real.tuneLadder, real.encodeHls];
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const set = async (perTitleRungs: boolean) => {
  const { d } = await api.get("z/settings/read", "", owner);
  const saved = await api.post("z/settings/save", { revision: d.revision, values: { perTitleRungs } }, owner);
  expect(saved.c).toBe(0);
};
const begin = async (movie: string, file = small): Promise<string> => {
  await addMovie(api.db, { id: movie, ready: 0 });
  const source = await storeFile(api, file);
  const { d } = await api.post("z/encoding/start", { key: randomUUID(), movie, index: 1, source }, owner);
  return (d as Encoding).id;
};
const act = (verb: string, id: string) => api.post(`z/encoding/${verb}`, { id }, owner);
const reached = (wanted: EncodeStep) =>
  new Promise<void>((resolve) => (atStep = (step) => step === wanted && resolve()));

/** Work that takes until it is stopped. */
const untilStopped = ({ signal }: { signal?: AbortSignal }): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal!.addEventListener("abort", () => reject(new MediaError("aborted", "Stopped.")));
  });

/** Waits for the end. @returns the row and the folder of its asset */
async function ended(id: string) {
  for (;;) {
    const [row] = await api.db.select().from(encodings).where(eq(encodings.id, id));
    if (["ready", "failed", "cancelled"].includes(row!.state))
      return { row: row!, asset: join(api.dataDir, "media", row!.assetId ?? "none") };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
/** The variants of an asset, by what its playlist says. */
async function variants(asset: string) {
  const master = await readFile(join(asset, "master.m3u8"), "utf8");
  const line = /BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),RESOLUTION=(\d+)x(\d+).*\n(\w+)\//g;
  return [...master.matchAll(line)].map(([, peak, average, width, height, name]) => ({
    ...{ name: name!, peak: Number(peak), average: Number(average) },
    ...{ width: Number(width), height: Number(height) },
  }));
}
/** What x264 wrote into the picture about how it encoded. */
async function optionsOf(asset: string, name: string) {
  const bytes = await readFile(join(asset, name, "seg_00000.m4s"), "latin1");
  const number = (option: string) => Number(new RegExp(` ${option}=([\\d.]+)`).exec(bytes)?.[1]);
  return { crf: number("crf"), maxKbps: number("vbv_maxrate"), subme: number("subme") };
}
/** An ffmpeg that does something else than encoding samples. */
async function without(name: string, instead: string) {
  const path = join(folder, name);
  await writeFile(
    path,
    `#!/bin/sh\ncase "$*" in *"-ssim 1"*) ${instead} ;; esac\nexec /usr/bin/ffmpeg "$@"\n`,
  );
  await chmod(path, 0o755);
  return (await createFfmpegMedia({ ffmpegPath: path })).tuneLadder;
}

describe("an easy film", { timeout: 120_000 }, () => {
  test("takes fewer bits for the score of the fixed ladder, and its playlist says what was measured", async () => {
    await set(false);
    const plain = await ended(await begin("plain", film));
    expect([plain.row.state, plain.row.tuning, asked]).toEqual(["ready", { rungs: null }, 0]);
    await set(true);
    const own = await ended(await begin("own", film));
    expect([own.row.state, asked, untuned]).toEqual(["ready", 1, []]);
    const rungs = own.row.tuning!.rungs!;
    const before = await variants(plain.asset);
    const after = await variants(own.asset);
    expect(before.map(({ name }) => name)).toEqual(["v240", "v360"]);
    expect(after.map(({ name }) => name)).toEqual(rungs.map(({ frame }) => `v${frame}`));
    expect(after.at(-1)!.name).toBe("v360");
    for (const one of after) {
      const chosen = rungs.find(({ frame }) => `v${frame}` === one.name)!;
      expect(await optionsOf(own.asset, one.name)).toMatchObject({
        ...{ crf: expect.closeTo(chosen.crf, 1), maxKbps: chosen.maxKbps },
      });
      const fixed = await scoreOf(film, join(plain.asset, one.name), one);
      const scored = await scoreOf(film, join(own.asset, one.name), one);
      expect(scored.kbps).toBeLessThan(fixed.kbps * 0.9);
      expect(scored.ssim).toBeGreaterThan(fixed.ssim - 0.001);
      expect(one.average / 1000).toBeCloseTo(scored.kbps, -1);
      const { size } = await stat(join(own.asset, one.name, "seg_00003.m4s"));
      expect(one.peak).toBeGreaterThanOrEqual((size * 8) / 6);
      expect(one.peak).toBeLessThan(before.find(({ name }) => name === one.name)!.peak);
    }
  });

  test("keeps its rungs when its encoding begins again, also where the setting is off by then", async () => {
    const begun = reached("ladder-begun");
    const rungs = [{ frame: 240, crf: 27.5, maxKbps: 333 }];
    [tune, encode] = [async () => ({ rungs }), untilStopped];
    const id = await begin("again");
    await begun;
    const [row] = await api.db.select().from(encodings).where(eq(encodings.id, id));
    expect(row!.tuning).toEqual({ rungs });
    expect((await act("pause", id)).d).toMatchObject({ state: "paused" });
    await set(false);
    encode = real.encodeHls;
    // Another choice would be seen.
    tune = async () => ({ rungs: [{ frame: 240, crf: 40, maxKbps: 99 }] });
    expect((await act("resume", id)).c).toBe(0);
    const { row: after, asset } = await ended(id);
    await set(true);
    expect([after.state, after.attempts, asked]).toEqual(["ready", 2, 1]);
    expect(after.tuning).toEqual({ rungs });
    expect(await optionsOf(asset, "v240")).toMatchObject({ crf: 27.5, maxKbps: 333 });
  });
});

describe("samples that fail", { timeout: 120_000 }, () => {
  test.each([
    ["of an ffmpeg that cannot compare", 'echo "Unrecognized option ssim" >&2; exit 1', "encode_failed"],
    ["of a killed ffmpeg", "kill -9 $$", "timeout"],
  ])("leave the fixed ladder: %s", async (what, instead, code) => {
    tune = await without("fails", instead);
    const { row, asset } = await ended(await begin(`fails-${code.slice(0, 4)}`));
    expect([what, row.state, row.attempts, row.tuning]).toEqual([what, "ready", 1, { rungs: null }]);
    expect(untuned).toEqual([code]);
    expect((await variants(asset)).map(({ name }) => name)).toEqual(["v240"]);
    expect(await optionsOf(asset, "v240")).toEqual({ crf: 25, maxKbps: 420, subme: 2 });
  });

  test("are not taken a third time, since they may be what ends the worker", async () => {
    tune = untilStopped;
    let begun = reached("tuning-begun");
    const id = await begin("third");
    for (const attempt of [1, 2]) {
      await begun;
      expect((await act("pause", id)).d).toMatchObject({ state: "paused", attempts: attempt });
      begun = reached("tuning-begun");
      await act("resume", id);
    }
    const { row } = await ended(id);
    expect([row.state, row.tuning, asked]).toEqual(["ready", { rungs: null }, 2]);
  });

  test("end where the time is over", async () => {
    const slow = await without("slow", "exec sleep 60");
    await expect(slow({ source: small, timeoutMs: 300 })).rejects.toMatchObject({ code: "timeout" });
  });

  test("end when the encoding is cancelled, and nothing of it stays", async () => {
    tune = await without("hangs", "exec sleep 61.74");
    const begun = reached("tuning-begun");
    const id = await begin("hangs");
    await begun;
    expect((await api.get("z/encoding/detail", `?id=${id}`, owner)).d).toMatchObject({ progress: 0 });
    expect((await act("cancel", id)).d).toMatchObject({ state: "cancelled" });
    const work = join(api.dataDir, "media", ".encoding");
    while ((await readdir(work)).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const running = await run("ps", ["-eo", "args"]);
    expect(running.stdout).not.toContain("sleep 61.74");
    expect(untuned).toEqual([]);
    expect(api.bugs).toEqual([]);
  });
});
