import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFfmpegMedia } from "../adapters/ffmpeg-media/ffmpeg-media.ts";
import type { Encoding } from "../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../tests/setup/backend.ts";
import { addMovie } from "../../tests/setup/catalogue.ts";
import { disguisedFiles, writeDisguised } from "../../tests/setup/disguised-files.ts";
import { makeVideo, storeFile } from "../../tests/setup/videos.ts";

let api: TestBackend;
let folder: string;
let editor: { token: string };
let outside: Server;
const called: string[] = [];
/** Path of the ffmpeg to use; null = none. */
let ffmpegPath: string | undefined | null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-refused-"));
  outside = createServer((request, response) => {
    called.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  const media = () =>
    createFfmpegMedia({ ffmpegPath: ffmpegPath === null ? "/nowhere/ffmpeg" : ffmpegPath, anyVersion: true });
  api = await startTestBackend({ work: { media } });
  editor = await api.person({ admin: 2 });
  await api.worker.start();
});
afterAll(async () => {
  await api.close();
  outside.close();
  await rm(folder, { recursive: true });
});

async function until(id: string, is: (encoding: Encoding) => boolean): Promise<Encoding> {
  for (;;) {
    const { d } = await api.get("z/encoding/detail", `?id=${id}`, editor);
    if (is(d)) return d;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function start(movie: string, index: number, source: string): Promise<string> {
  const key = randomUUID();
  expect((await api.post("z/encoding/start", { key, movie, index, source }, editor)).c).toBe(0);
  return key;
}

test(
  "a file that is no film is refused with its reason: no other file is read, no host called, nothing stays",
  { timeout: 120_000 },
  async () => {
    const { port } = outside.address() as AddressInfo;
    const secret = join(folder, "secret.txt");
    await writeFile(secret, "a secret line\n");
    const files = await disguisedFiles(folder, { address: `http://127.0.0.1:${port}`, secret });
    expect(files.length).toBeGreaterThanOrEqual(20);
    await addMovie(api.db, { id: "disguised", episodes: files.length, ready: 0 });
    const begun: string[] = [];
    for (const [n, file] of files.entries()) {
      const source = await storeFile(api, await writeDisguised(folder, file, n), file.extension);
      begun.push(await start("disguised", n + 1, source));
    }
    const found = [];
    for (const [n, id] of begun.entries()) {
      const { state, problem, detail } = await until(
        id,
        ({ state }) => state === "failed" || state === "ready",
      );
      found.push([files[n]!.name, state, problem]);
      expect(detail ?? "").not.toContain("secret line");
    }
    expect(found).toEqual(files.map(({ name, problem }) => [name, "failed", problem]));
    expect(called).toEqual([]);
    expect(api.bugs).toEqual([]);
    expect(await readdir(join(api.dataDir, "media"))).toEqual([".encoding"]);
    expect(await readdir(join(api.dataDir, "media", ".encoding"))).toEqual([]);
  },
);

test("a full disk is named, leaves nothing, and the film is made once there is room", async () => {
  await addMovie(api.db, { id: "full", ready: 0 });
  const source = await storeFile(api, await makeVideo(folder, { seconds: 2, size: "320x240" }));
  const full = join(folder, "ffmpeg");
  // The real tool, whose first segment hits a real full device, and so does the check for room.
  await writeFile(
    full,
    `#!/bin/sh
for last; do :; done
folder="\${last%/*}"
case "$last" in */v240/index.m3u8)
  for name in seg_00000.m4s .room; do ln -sf /dev/full "$folder/$name"; done;;
esac
exec /usr/bin/ffmpeg "$@"
`,
  );
  await chmod(full, 0o755);
  ffmpegPath = full;
  api.worker.forgetTool();
  const id = await start("full", 1, source);
  const waiting = await until(id, ({ problem }) => problem !== null);
  expect(waiting).toMatchObject({ state: "waiting", problem: "disk_full", attempts: 0 });
  expect(waiting.notBefore).not.toBeNull();
  expect(await readdir(join(api.dataDir, "media"))).toEqual([".encoding"]);
  expect(await readdir(join(api.dataDir, "media", ".encoding"))).toEqual([]);
  ffmpegPath = undefined;
  api.worker.forgetTool();
  expect((await api.post("z/encoding/retry", { id }, editor)).d).toMatchObject({ problem: null });
  expect(await until(id, ({ state }) => state !== "waiting" && state !== "encoding")).toMatchObject({
    state: "ready",
  });
});

test("without a video tool it waits and says so, and is taken up when there is one", async () => {
  await addMovie(api.db, { id: "toolless", ready: 0 });
  const source = await storeFile(api, await makeVideo(folder, { seconds: 2, size: "320x240" }));
  ffmpegPath = null;
  const before = api.bugs.length;
  api.worker.forgetTool();
  const id = await start("toolless", 1, source);
  expect(await until(id, ({ problem }) => problem !== null)).toMatchObject({
    state: "waiting",
    problem: "no_tool",
  });
  // The operator is told once, not at each check.
  for (let times = 0; times < 3; times++) await api.worker.tidy();
  expect(api.bugs.slice(before)).toMatchObject([{ code: "unavailable" }]);
  ffmpegPath = undefined;
  await api.worker.tidy();
  expect(await until(id, ({ state }) => state === "ready" || state === "failed")).toMatchObject({
    state: "ready",
    problem: null,
  });
});

test.each([
  ["memory", "ulimit -v 850000", "too_large"],
  ["processor time", "ulimit -t 1", "timeout"],
  ["room", "ulimit -f 16", "too_large"],
])(
  "a film that takes more %s than it may is stopped with its reason, and everybody else is answered",
  { timeout: 120_000 },
  async (what, limit, problem) => {
    const id = `greedy-${what.replace(" ", "-")}`;
    await addMovie(api.db, { id, ready: 0 });
    const source = await storeFile(api, await makeVideo(folder, { seconds: 15, size: "1280x720" }));
    // The kernel's behaviour at our own limits, which are too large for a test.
    const small = join(folder, id);
    await writeFile(
      small,
      `#!/bin/sh\nfor last; do :; done\ncase "$last" in *.m3u8) ${limit};; esac\nexec /usr/bin/ffmpeg "$@"\n`,
    );
    await chmod(small, 0o755);
    ffmpegPath = small;
    api.worker.forgetTool();
    const encoding = await start(id, 1, source);
    const found = until(encoding, (one) => one.problem !== null);
    const slowest: number[] = [];
    const stopped = await Promise.race([
      found,
      (async () => {
        for (;;) {
          const began = performance.now();
          expect((await api.get("movie/detail", `?id=${id}`)).c).toBe(0);
          slowest.push(performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      })(),
    ]);
    expect(stopped).toMatchObject({ problem });
    expect(Math.max(0, ...slowest)).toBeLessThan(2_000);
    expect(await readdir(join(api.dataDir, "media", ".encoding"))).toEqual([]);
    ffmpegPath = undefined;
    api.worker.forgetTool();
    await api.post("z/encoding/cancel", { id: encoding }, editor);
  },
);
