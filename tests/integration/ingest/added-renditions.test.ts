import { createHash, randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFfmpegMedia } from "../../../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { MediaError } from "../../../api/adapters/ffmpeg-media/media-error.ts";
import { encodings, uploads } from "../../../api/db/schema.ts";
import type { MediaTool } from "../../../api/ports/media.ts";
import type { Encoding } from "../../../contract/index.ts";
import { startBucket } from "../../setup/bucket.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeVideo } from "../../setup/videos.ts";

let folder: string;
let film: string;
/** Its name among the stored files. */
let source: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-added-"));
  film = await makeVideo(folder, { seconds: 3, size: "320x180", rich: true });
  source = `${createHash("sha256")
    .update(await readFile(film))
    .digest("hex")}.mkv`;
});
afterAll(() => rm(folder, { recursive: true }));

type EncodeAdded = MediaTool["encodeAdded"];

/** A backend whose videos get AV1 and HEVC; `before` may do something else than encoding them. */
async function startEncoder({ joined = false, bucket = false } = {}) {
  const store = bucket ? await startBucket() : null;
  const real = await createFfmpegMedia({ joined });
  const hooks: { before: (request: Parameters<EncodeAdded>[0]) => Promise<void> } = {
    before: async () => {},
  };
  const encodeAdded: EncodeAdded = async (request) => {
    await hooks.before(request);
    return real.encodeAdded(request);
  };
  const api = await startTestBackend({
    joinedRenditions: joined,
    work: { addedFrom: 180, media: async () => ({ ...real, encodeAdded }) },
    ...(store && { storage: store.settings }),
  });
  const owner = await api.person({ admin: 3 });
  const values = { addedCodecs: "both" };
  expect(await api.post("z/settings/save", { revision: 0, values }, owner)).toMatchObject({ c: 0 });
  await api.worker.start();

  const until = async (id: string, is: (encoding: Encoding) => boolean): Promise<Encoding> => {
    for (;;) {
      const { d } = await api.get("z/encoding/detail", `?id=${id}`, owner);
      if (is(d)) return d;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const over = ({ state }: Encoding) => ["ready", "failed", "cancelled"].includes(state);
  const start = async (movie: string) => {
    const id = randomUUID();
    const from = join(folder, `${id}.mkv`);
    await copyFile(film, from);
    const bytes = (await stat(film)).size;
    const row = { key: source, bytes, uid: owner.uid, purpose: "any" as const };
    const note = async () => void (await api.db.insert(uploads).values(row).onConflictDoNothing());
    await api.storage.keep({ key: source, from, note });
    const body = { key: id, movie, index: 1, source, fileName: "Film.mkv" };
    expect(await api.post("z/encoding/start", body, owner)).toMatchObject({ c: 0 });
    return id;
  };
  return {
    api,
    owner,
    hooks,
    start,
    /** Encodes the file as a movie. @returns the encoding of its further codecs, which has not ended yet */
    async encode(movie: string): Promise<string> {
      await addMovie(api.db, { id: movie, ready: 0 });
      expect(await until(await start(movie), over)).toMatchObject({ state: "ready", codecs: null });
      const [row] = await api.db
        .select({ id: encodings.id })
        .from(encodings)
        .where(and(eq(encodings.movieId, movie), isNotNull(encodings.codecs)))
        .orderBy(desc(encodings.createdAt));
      return row!.id;
    },
    ended: (id: string) => until(id, over),
    until,
    play: async (movie: string) => (await api.get("playback/start", `?id=${movie}&index=1`)).d,
    close: async () => {
      await api.close();
      await store?.close();
    },
  };
}
type Encoder = Awaited<ReturnType<typeof startEncoder>>;

const variants = (master: string) =>
  [...master.matchAll(/CODECS="([\w.]+),mp4a\.40\.2".*,AUDIO="sound"[^\n]*\n([\w-]+)\/index\.m3u8/g)].map(
    ([, codec, name]) => [name, codec!.split(".")[0]],
  );
const all = [
  ["v180", "avc1"],
  ["v180_av1", "av01"],
  ["v180_hevc", "hvc1"],
];
/** Holds an encoding until it is let go. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

describe.each([
  ["in segments", {}],
  ["with one file for each rendition, in a bucket", { joined: true, bucket: true }],
])("a film %s", (_what, kind) => {
  let encoder: Encoder;
  let api: TestBackend;
  beforeAll(async () => {
    encoder = await startEncoder(kind);
    ({ api } = encoder);
  }, 60_000);
  afterAll(() => encoder.close());

  test(
    "is watched in H.264 while it gets AV1 and HEVC, and then in all three",
    { timeout: 120_000 },
    async () => {
      const { open, opened } = gate();
      encoder.hooks.before = () => opened;
      const id = await encoder.encode("film");
      const first = await encoder.play("film");
      expect(variants(first.master)).toEqual(all.slice(0, 1));
      const { d: moving } = await api.get("z/job/list", "?kind=encoding", encoder.owner);
      expect(moving.items[0]).toMatchObject({ id, movie: { id: "film" } });
      open();
      expect(await encoder.ended(id)).toMatchObject({ state: "ready", codecs: [], problem: null });
      const { master, hls, renditions, start } = await encoder.play("film");
      expect(variants(master)).toEqual(all);
      expect(renditions.map(({ name }: { name: string }) => name)).toEqual(["180p"]);
      const served = await (await api.fetch(hls)).text();
      expect(variants(served)).toEqual(all);
      expect(served).toContain('AUDIO="sound",SUBTITLES="subs"\nv180_av1/index.m3u8');
      const count = start.segments.reduce((sum: number, [, each]: [number, number]) => sum + each, 0);
      for (const name of ["v180_av1", "v180_hevc"]) {
        const of = (path: string) => api.fetch(hls.replace("master.m3u8", `${name}/${path}`));
        expect((await (await of("index.m3u8")).text()).match(/seg_\d+\.m4s/g)).toHaveLength(count);
        expect([(await of("init.mp4")).status, (await of("seg_00001.m4s")).status]).toEqual([200, 200]);
      }
      const { d } = await api.get("z/sound/list", "?id=film&index=1", encoder.owner);
      expect(d.video.file).toBe("Film.mkv");
      expect(d.video.renditions.map(({ codec }: { codec: string }) => codec)).toEqual([
        "H.264",
        "AV1",
        "HEVC",
      ]);
    },
  );

  test("is kept on devices in H.264 alone", async () => {
    const member = await api.person({ vipUntil: new Date("2100-01-01") });
    const { d: offer } = await api.get("download/offer", "?id=film&index=1", member);
    expect(offer.items.map(({ name }: { name: string }) => name)).toEqual(["180p"]);
    const body = { id: "film", index: 1, rendition: "180p", device: "d".repeat(16), held: [] };
    const { d: licence } = await api.post("download/licence", body, member);
    const paths = licence.files.map(([path]: [string]) => path) as string[];
    expect(paths).toContain("v180/init.mp4");
    expect(paths.filter((path) => /^v\d+_/.test(path))).toEqual([]);
    expect(variants(licence.master)).toEqual(all.slice(0, 1));
  });

  test("nothing of this was a bug", () => expect(api.bugs).toEqual([]));
});

describe("a further codec", () => {
  let encoder: Encoder;
  let api: TestBackend;
  beforeAll(async () => {
    encoder = await startEncoder();
    ({ api } = encoder);
  }, 60_000);
  afterAll(() => encoder.close());

  test(
    "that fails leaves the film and the other codec as they are, and is among the jobs",
    { timeout: 120_000 },
    async () => {
      encoder.hooks.before = async ({ codec }) => {
        if (codec === "av1") throw new MediaError("no_encoder", "The video tool has no encoder for av1.");
      };
      const id = await encoder.encode("half");
      expect(await encoder.ended(id)).toMatchObject({
        state: "failed",
        problem: "no_encoder",
        codecs: ["av1"],
      });
      expect(variants((await encoder.play("half")).master)).toEqual([all[0], all[2]]);
      const { d } = await api.get("z/job/list", "?kind=encoding&state=failed", encoder.owner);
      expect(d.items).toMatchObject([
        { id, problems: [{ code: "no_encoder", about: "AV1" }], actions: ["retry", "cancel"] },
      ]);
      const { d: list } = await api.get("z/movie/list", "?q=half", encoder.owner);
      expect(list.items[0].videos).toEqual({ waiting: 0, encoding: 0, failed: 0 });

      encoder.hooks.before = async () => {};
      expect(await api.post("z/encoding/retry", { id }, encoder.owner)).toMatchObject({ c: 0 });
      expect(await encoder.ended(id)).toMatchObject({ state: "ready", codecs: [] });
      expect(variants((await encoder.play("half")).master)).toEqual([all[0], all[2], all[1]]);
    },
  );

  test(
    "with other segments than the film is no part of it, and leaves no files",
    { timeout: 120_000 },
    async () => {
      const { encodeAdded } = await createFfmpegMedia();
      const outDir = join(folder, "other");
      const request = { source: film, outDir, codec: "hevc", from: 180, segments: [[2, 3]] } as const;
      await expect(encodeAdded(request)).rejects.toMatchObject({ code: "encode_failed" });
      expect(
        (await readdir(folder)).filter((name) => name.includes("other") || name.includes("partial")),
      ).toEqual([]);
      expect(await encodeAdded({ ...request, from: 720 })).toEqual([]);
    },
  );

  test("ends where another file takes the video's place", { timeout: 120_000 }, async () => {
    const { open, opened } = gate();
    encoder.hooks.before = () => opened;
    const id = await encoder.encode("replaced");
    await encoder.until(id, ({ state }) => state === "encoding");
    const next = await encoder.start("replaced");
    expect(await encoder.ended(id)).toMatchObject({ state: "cancelled" });
    open();
    expect(await encoder.ended(next)).toMatchObject({ state: "ready" });
    expect(variants((await encoder.play("replaced")).master)[0]).toEqual(all[0]);
  });

  test("nothing of this was a bug", () => expect(api.bugs).toEqual([]));
});
