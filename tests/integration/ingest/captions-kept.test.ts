import { createHash, randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploads } from "../../../api/db/schema.ts";
import type { CaptioningProblem } from "../../../contract/ingest/values.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { makeCaptionsProgram } from "../../setup/captions-program.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeVideo } from "../../setup/videos.ts";

let api: TestBackend;
let bucket: TestBucket;
let folder: string;
let editor: { uid: string; token: string };
const film = { id: "film", index: 1 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-captions-"));
  bucket = await startBucket();
  const captions = await makeCaptionsProgram(folder);
  api = await startTestBackend({ captions, storage: bucket.settings });
  editor = await api.person({ admin: 2 });
  await api.worker.start();
});
afterAll(async () => {
  await api.close();
  await bucket.close();
  await rm(folder, { recursive: true });
});

/** Asks every 50 ms. */
async function until<T>(ask: () => Promise<T>, is: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask();
    if (is(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Encodes a video with an English and a German sound, and subtitles in both languages. */
async function encode(): Promise<void> {
  const made = await makeVideo(folder, { seconds: 4, size: "320x180", rich: true });
  const bytes = await readFile(made);
  const key = `${createHash("sha256").update(bytes).digest("hex")}.mkv`;
  const from = join(folder, `${randomUUID()}.mkv`);
  await copyFile(made, from);
  const row = { key, bytes: bytes.length, uid: editor.uid, purpose: "any" as const };
  await api.storage.keep({
    key,
    from,
    note: async () => void (await api.db.insert(uploads).values(row).onConflictDoNothing()),
  });
  const id = randomUUID();
  const body = { key: id, movie: film.id, index: film.index, source: key };
  expect((await api.post("z/encoding/start", body, editor)).c).toBe(0);
  const state = async () => (await api.get("z/encoding/detail", `?id=${id}`, editor)).d.state as string;
  expect(await until(state, (one) => ["ready", "failed"].includes(one))).toBe("ready");
}

const start = (locale: string | null, replace: boolean) =>
  api.post("z/captions/start", { key: randomUUID(), ...film, locale, replace }, editor);

/** @returns why there are none; null if there are */
async function make(locale: string, replace: boolean): Promise<CaptioningProblem | null> {
  const { d } = await start(locale, replace);
  const job = async () =>
    (await api.get("z/job/list", "?kind=captions&movie=film&limit=1", editor)).d.items[0];
  const over = await until(job, ({ id, state }) => id === d.id && ["done", "failed"].includes(state));
  return over.problems[0]?.code ?? null;
}

const tracks = async () =>
  (await api.get("z/subtitle/list", "?id=film&index=1", editor)).d.items.map(
    ({
      id,
      source,
      edited,
      first,
    }: {
      id: string;
      source: string;
      edited: boolean;
      first: { text: string }[];
    }) => [...[id, source, edited, first[0]!.text]],
  );

const slow = { timeout: 180_000 };
test(
  "captions are made of a sound in a bucket, and a new video keeps them as other subtitles",
  slow,
  async () => {
    await addMovie(api.db, { id: "film", ready: 0 });
    await encode();
    const file = [
      ["de", "file", false, "Hallo"],
      ["en", "file", false, "Hello"],
    ];
    expect(await tracks()).toEqual(file);
    // The sound is marked as English, which has subtitles: that is known before hours of listening.
    for (const locale of ["en", null]) expect((await start(locale, false)).status).toBe(422);
    for (const locale of ["de", "en", "fr"]) expect(await make(locale, true)).toBeNull();
    await expect.poll(() => readdir(join(api.dataDir, "media", ".captions"))).toEqual([]);

    const { revision, version, items } = (await api.get("z/cue/list", "?id=film&index=1&subtitle=en", editor))
      .d;
    const cues = [{ ...items[0], text: "The door opens" }];
    const edit = { ...film, subtitle: "en", revision, version, from: 1, cues };
    expect((await api.post("z/cue/save", edit, editor)).c).toBe(0);
    await encode();
    expect(await tracks()).toEqual([
      // The file's own replaces what no person has worked on.
      ["de", "file", false, "Hallo"],
      ["en", "automatic", true, "The door opens"],
      ["fr", "automatic", false, "A door opens"],
    ]);
    expect(api.bugs).toEqual([]);
  },
);
