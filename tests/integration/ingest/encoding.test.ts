import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clearLeftovers, graceHours } from "../../../api/domain/ingest/encoding/clear-leftovers.ts";
import { claimEncoding, report } from "../../../api/domain/ingest/encoding/claim-encoding.ts";
import { createProcessLease } from "../../../api/db/process-lease.ts";
import { LeaseLost } from "../../../api/domain/kernel/lease.ts";
import type { EncodeStep } from "../../../api/worker/encode-deps.ts";
import type { Encoding } from "../../../contract/index.ts";
import { encodings, uploads } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeVideo, storeFile } from "../../setup/videos.ts";

let api: TestBackend;
let folder: string;
let editor: { token: string };

/** What is done at a step of the work. */
let atStep: (step: EncodeStep) => void = () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-encoding-"));
  api = await startTestBackend({ work: { previewFromS: 6, onStep: (step) => atStep(step) } });
  editor = await api.person({ admin: 2 });
  await api.worker.start();
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const settled = (states: Encoding["state"][]) => async (id: string) => {
  for (;;) {
    const { d } = await api.get("z/encoding/detail", `?id=${id}`, editor);
    if (states.includes(d.state)) return d as Encoding;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const over = settled(["ready", "failed", "cancelled"]);

async function start(movie: string, source: string, more: object = {}): Promise<Encoding> {
  const answer = await api.post(
    "z/encoding/start",
    { key: randomUUID(), movie, index: 1, source, ...more },
    editor,
  );
  expect(answer.c).toBe(0);
  return answer.d as Encoding;
}

describe("a stored file", () => {
  test("becomes a title that plays, with its sounds, subtitles, scrub pictures and a poster", async () => {
    await addMovie(api.db, { id: "new-film", ready: 0, episodes: 1, artworkVersion: "0" });
    const film = await makeVideo(folder, { seconds: 4, rich: true });
    const source = await storeFile(api, film);
    const { id } = await start("new-film", source);
    expect(await over(id)).toMatchObject({ state: "ready", progress: 1, problem: null });

    const [row] = await api.db.select().from(encodings).where(eq(encodings.id, id));
    const [loud, quiet] = row!.sounds!;
    expect(loud!.lufs - quiet!.lufs).toBeCloseTo(20, 0);
    expect([loud!.lufs + loud!.gainDb, quiet!.gainDb]).toEqual([expect.closeTo(-16, 0), 18]);

    const { d } = await api.get("playback/start", "?id=new-film&index=1");
    expect(d.renditions.map(({ name }: { name: string }) => name)).toEqual(["240p", "360p"]);
    expect(d.durationS).toBeCloseTo(4, 0);
    expect(d.audio).toHaveLength(2);
    expect(d.subtitles.map(({ locale }: { locale: string }) => locale).sort()).toEqual(["de", "en"]);
    const master = await (await api.fetch(d.hls)).text();
    expect(master).toContain('URI="subs/de.m3u8"');
    const base = d.hls.slice(0, d.hls.lastIndexOf("/"));
    for (const path of ["v240/init.mp4", "v360/seg_00001.m4s", "sound_1/seg_00000.m4s", "subs/en.vtt"]) {
      expect([path, (await api.fetch(`${base}/${path}`)).status]).toEqual([path, 200]);
    }
    expect(await (await api.fetch(d.thumbnails)).text()).toContain("#xywh=");
    const { d: card } = await api.get("movie/detail", "?id=new-film");
    expect(card.artwork?.version ?? card.movie?.artwork.version).not.toBe("0");
    expect(await readdir(join(api.dataDir, "artwork", "new-film"))).toContain("poster-480.webp");
    const { still } = card.episodeList[0];
    expect(still).toMatchObject({ path: expect.stringMatching(/^\/artwork\/new-film\/frame-\w{16}$/) });
    for (const width of [320, 640]) {
      const picture = await api.fetch(`${still.path}-${width}.webp?v=${still.version}`);
      const { format, ...size } = await sharp(await picture.arrayBuffer()).metadata();
      expect([picture.status, format, size.width, size.height]).toEqual([
        200,
        "webp",
        width,
        (width * 9) / 16,
      ]);
    }
    expect((await readdir(join(api.dataDir, "media"))).filter((name) => name !== ".encoding")).toHaveLength(
      1,
    );
    // It is emptied after the video is ready.
    await expect.poll(() => readdir(join(api.dataDir, "media", ".encoding"))).toEqual([]);
    expect(await readFile(join(api.dataDir, "uploads", source))).toEqual(await readFile(film));
    expect(api.bugs).toEqual([]);
  });
});

/** @returns resolves at a step of the next encoding */
const reached = (wanted: EncodeStep) =>
  new Promise<void>((resolve) => {
    atStep = (step) => {
      if (step === wanted) resolve();
    };
  });
const act = (verb: string, id: string, more: object = {}) =>
  api.post(`z/encoding/${verb}`, { id, ...more }, editor);
const mediaFolders = async () => (await readdir(join(api.dataDir, "media"))).sort();

describe("a long film", () => {
  test("can be watched in its smallest quality before the rest is there, and to the end by who began so", async () => {
    await addMovie(api.db, { id: "long-film", ready: 0 });
    const begun = reached("preview-published");
    const { id } = await start("long-film", await storeFile(api, await makeVideo(folder, { seconds: 7 })));
    await begun;
    const { d: early } = await api.get("playback/start", "?id=long-film&index=1");
    expect(early.renditions.map(({ name }: { name: string }) => name)).toEqual(["240p"]);
    expect((await api.get("z/encoding/detail", `?id=${id}`, editor)).d).toMatchObject({ preview: true });
    expect(await over(id)).toMatchObject({ state: "ready" });
    const { d: late } = await api.get("playback/start", "?id=long-film&index=1");
    expect(late.renditions).toHaveLength(2);
    expect((await api.fetch(early.hls)).status).toBe(200);
    const before = await mediaFolders();
    await clearLeftovers({ ...api, mediaDir: join(api.dataDir, "media") }, after(graceHours - 1));
    expect(await mediaFolders()).toEqual(before);
    await clearLeftovers({ ...api, mediaDir: join(api.dataDir, "media") }, after(graceHours + 1));
    expect(await mediaFolders()).toHaveLength(before.length - 1);
    expect((await api.fetch(early.hls)).status).toBe(404);
    expect((await api.fetch(late.hls)).status).toBe(200);
  });

  test("is paused, resumed and given up at a word, and nothing of it stays", async () => {
    await addMovie(api.db, { id: "much-film", ready: 0 });
    const source = await storeFile(api, await makeVideo(folder, { seconds: 24, size: "854x480" }));
    const before = await mediaFolders();
    const begun = reached("ladder-begun");
    const { id } = await start("much-film", source);
    await begun;
    expect((await act("priority", id, { priority: 7 })).d).toMatchObject({ priority: 7, state: "encoding" });
    expect((await act("pause", id)).d).toMatchObject({ state: "paused", preview: true });
    expect((await act("pause", id)).d).toMatchObject({ state: "paused" });
    const again = reached("ladder-begun");
    expect((await act("resume", id)).d).toMatchObject({ state: "waiting", priority: 7 });
    await again;
    // Begun anew, without a second preview.
    expect((await api.get("z/encoding/detail", `?id=${id}`, editor)).d).toMatchObject({ attempts: 2 });
    expect((await act("cancel", id)).d).toMatchObject({ state: "cancelled", preview: true });
    expect((await act("resume", id)).c).toBe(422);
    expect((await act("retry", id)).c).toBe(422);
    expect((await api.get("playback/start", "?id=much-film&index=1")).c).toBe(4092);
    for (
      let left = 100;
      left > 0 && (await readdir(join(api.dataDir, "media", ".encoding"))).length > 0;
      left--
    )
      await new Promise((resolve) => setTimeout(resolve, 50));
    await clearLeftovers({ ...api, mediaDir: join(api.dataDir, "media") }, after(graceHours + 1));
    expect(await mediaFolders()).toEqual(before);
    expect(await readdir(join(api.dataDir, "media", ".encoding"))).toEqual([]);
    const { d: log } = await api.get(
      "z/audit/list",
      "?action=z/encoding/&kind=movie&target=much-film",
      editor,
    );
    expect(log.items.map(({ action }: { action: string }) => action)).toEqual([
      ...["z/encoding/cancel", "z/encoding/resume", "z/encoding/pause", "z/encoding/priority"],
      "z/encoding/start",
    ]);
    expect(api.bugs).toEqual([]);
  });
});

describe("whose work it is", () => {
  test("a worker that was thought dead can write no more once another has its job", async () => {
    await addMovie(api.db, { id: "two-workers", ready: 0 });
    await api.worker.stop(0);
    const { id } = await start("two-workers", await storeFile(api, await makeVideo(folder, { seconds: 4 })));
    const [row] = await api.db.select().from(encodings).where(eq(encodings.id, id));
    const order = () => ({
      ...{ id, jobId: row!.jobId!, claim: randomUUID(), mostAttempts: 2, now: new Date() },
      // Takes every other process for dead.
      lease: createProcessLease({ db: api.db, alone: true }),
    });
    const first = await claimEncoding(api.db, order());
    const second = await claimEncoding(api.db, order());
    await expect(report(api.db, first!, { progress: 0.5, now: new Date() })).rejects.toThrow(LeaseLost);
    await report(api.db, second!, { progress: 0.2, now: new Date() });
    expect(await claimEncoding(api.db, { ...order(), jobId: randomUUID() })).toBeNull();
    // It took two workers down: there is no third.
    expect(await claimEncoding(api.db, order())).toBeNull();
    expect(await over(id)).toMatchObject({ state: "failed", problem: "worker_died", attempts: 2 });
    expect((await act("retry", id)).d).toMatchObject({ state: "waiting", attempts: 0, problem: null });
    expect(await start("two-workers", row!.source)).toMatchObject({ state: "waiting" });
    expect((await api.get("z/encoding/detail", `?id=${id}`, editor)).d).toMatchObject({ state: "cancelled" });
    const { d: page } = await api.get("z/encoding/list", "?movie=two-workers&limit=1", editor);
    const rest = await api.get("z/encoding/list", `?movie=two-workers&limit=1&cursor=${page.next}`, editor);
    expect([page.items[0].state, rest.d.items[0].id, rest.d.next]).toEqual(["waiting", id, null]);
  });

  test("only what is stored for the service becomes a film", async () => {
    await addMovie(api.db, { id: "strict", ready: 0 });
    const ask = (source: string, index = 1) =>
      api.post("z/encoding/start", { key: randomUUID(), movie: "strict", index, source }, editor);
    const key = "0".repeat(64);
    await api.db.insert(uploads).values([
      { key: `${key}.mp4`, bytes: 1, uid: "somebody", purpose: "picture" },
      { key: `${key}.png`, bytes: 1, uid: "somebody", purpose: "any" },
    ]);
    for (const source of [`${key}.mp4`, `${key}.png`, `${"1".repeat(64)}.mp4`])
      expect(await ask(source)).toMatchObject({ c: 422 });
    expect(await ask(`${key}.mp4`, 2)).toMatchObject({ c: 404 });
  });
});

function after(hours: number): Date {
  return new Date(Date.now() + hours * 3_600_000);
}
