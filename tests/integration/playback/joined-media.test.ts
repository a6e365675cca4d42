import { cp, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assets } from "../../../api/db/schema.ts";
import { readAssetFacts } from "../../../api/domain/playback/media/read-facts.ts";
import { signGrant } from "../../../api/domain/playback/media/grant.ts";
import { subjectOf } from "../../../api/domain/playback/viewer.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeBothForms } from "../../setup/joined-film.ts";

const secret = "a secret of the tests of joined media, of some length";
const hour = 3_600_000;
const renditions = ["v240", "v360", "sound_1"];
let folder: string;
let forms: Awaited<ReturnType<typeof makeBothForms>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-joined-"));
  forms = await makeBothForms(folder, { seconds: 14, rungs: [240, 360] });
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const segmented = (path: string) => readFile(join(forms.segments, path));
const piecesOf = async (rendition: string) =>
  (await readdir(join(forms.segments, rendition))).filter((name) => /\.(mp4|m4s)$/.test(name)).sort();

describe.each(["folder", "bucket"] as const)("one file for each rendition, in a %s", (kind) => {
  let backend: TestBackend;
  let store: TestBucket | null = null;
  let vip: { uid: string; token: string };

  beforeAll(async () => {
    store = kind === "bucket" ? await startBucket() : null;
    backend = await startTestBackend({ secret, ...(store && { storage: store.settings }) });
    await addMovie(backend.db, { id: "gold", access: "vip", teaserS: 5 });
    await addMovie(backend.db, { id: "gone", status: "deleted" });
    vip = await backend.person({ vipUntil: new Date(Date.now() + 24 * hour) });
    for (const asset of ["gold-1", "gone-1"]) {
      const from = join(folder, `${kind}-${asset}`);
      await cp(forms.joined, from, { recursive: true });
      await (await backend.assetStore.stage({ folder: asset, from, last: "master.m3u8" })).commit();
      const facts = await readAssetFacts(backend.assetStore, asset);
      await backend.db.update(assets).set({ facts }).where(eq(assets.id, asset));
    }
  });
  afterAll(async () => {
    await backend.close();
    await store?.close();
  });

  const start = async (token?: string) =>
    (await backend.get("playback/start", "?id=gold", { ...(token && { token }) })).d;
  const get = async (path: string, init?: RequestInit) => {
    const answer = await backend.fetch(path, init);
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const whole = async () => (await start(vip.token)).hls.replace("master.m3u8", "") as string;

  test("each of its pieces has the bytes of the segment, in every rendition and sound", async () => {
    const at = await whole();
    for (const rendition of renditions) {
      const names = await piecesOf(rendition);
      expect(names).toHaveLength(6);
      for (const name of names) {
        const { status, headers, bytes } = await get(`${at}${rendition}/${name}`);
        expect([name, status, headers.get("content-type")]).toEqual([
          ...[name, 200, name === "init.mp4" ? "video/mp4" : "video/iso.segment"],
        ]);
        expect(bytes.equals(await segmented(`${rendition}/${name}`))).toBe(true);
      }
      expect((await get(`${at}${rendition}/seg_00005.m4s`)).status).toBe(404);
    }
  });

  test("players are told the same as of segments", async () => {
    const { start: told, renditions: offered } = await start(vip.token);
    expect(told.segments).toEqual([
      [2, 3],
      [6, 1],
      [2, 1],
    ]);
    expect(offered).toHaveLength(2);
    expect(told.joined).toBeUndefined();
    const at = await whole();
    for (const rendition of renditions) {
      const playlist = await get(`${at}${rendition}/index.m3u8`);
      expect(playlist.bytes.toString()).toBe((await segmented(`${rendition}/index.m3u8`)).toString());
    }
  });

  test.each([
    ["bytes=0-9", 0, 10],
    ["bytes=100-199", 100, 200],
    ["bytes=-7", -7, undefined],
    ["bytes=50-", 50, undefined],
  ])("a part of a piece: %s", async (range, from, to) => {
    const at = await whole();
    const wanted = await segmented("v360/seg_00003.m4s");
    const part = await get(`${at}v360/seg_00003.m4s`, { headers: { Range: range } });
    expect([part.status, part.bytes.equals(wanted.subarray(from, to))]).toEqual([206, true]);
    expect(part.headers.get("content-range")).toMatch(new RegExp(`/${wanted.length}$`));
  });

  test("a part beyond a piece, which its file would have, is not there; what is known is not sent again", async () => {
    const path = `${await whole()}v240/seg_00001.m4s`;
    const { length } = await segmented("v240/seg_00001.m4s");
    expect((await get(path, { headers: { Range: `bytes=${length}-` } })).status).toBe(416);
    const beyond = await get(path, { headers: { Range: `bytes=${length - 5}-${length + 500}` } });
    expect([beyond.status, beyond.bytes.length]).toEqual([206, 5]);
    const etag = (await get(path, { method: "HEAD" })).headers.get("etag")!;
    expect((await get(path, { headers: { "If-None-Match": etag } })).status).toBe(304);
    const several = await get(path, { headers: { Range: "bytes=0-4,10-14" } });
    expect(several.status).toBe(206);
    const bytes = await segmented("v240/seg_00001.m4s");
    for (const [from, to] of [
      [0, 5],
      [10, 15],
    ])
      expect(several.bytes.includes(bytes.subarray(from, to))).toBe(true);
  });

  test("a teaser opens its segments, one file of them, and nothing behind them", async () => {
    const { hls, progressive, teaser } = await start();
    const at = hls.replace("master.m3u8", "");
    expect(teaser.needs).toBe("vip");
    const beginning = ["init.mp4", "seg_00000.m4s", "seg_00001.m4s", "seg_00002.m4s"];
    for (const name of beginning) {
      const { bytes } = await get(`${at}v360/${name}`);
      expect(bytes.equals(await segmented(`v360/${name}`))).toBe(true);
    }
    const cut = await get(`${at}v360/index.m3u8`);
    expect(cut.bytes.toString().match(/^[^#\n]+$/gm)).toEqual(beginning.slice(1));
    const parts = await Promise.all(beginning.map((name) => segmented(`v240/${name}`)));
    const film = Buffer.concat(parts);
    expect((await get(progressive)).bytes.equals(film)).toBe(true);
    const beyond = await get(progressive, { headers: { Range: `bytes=${film.length}-` } });
    expect(beyond.status).toBe(416);
    for (const path of [
      "v360/seg_00003.m4s",
      "v360/rendition.mp4",
      "sound_1/rendition.mp4",
      "x/teaser.mp4",
    ]) {
      const { status, bytes } = await get(at + path, { headers: { Range: "bytes=0-99" } });
      expect([path, [403, 404].includes(status), bytes.length < 50]).toEqual([path, true, true]);
    }
    expect((await get(at.replace(/\.p\w+_\w+-/, ".pzz_zzzzz-") + "v360/seg_00003.m4s")).status).toBe(403);
    const named = await get(`${at}v360/index.m3u8?as=segments`);
    expect(named.bytes.equals(cut.bytes)).toBe(true);
  });

  const path = (asset: string, uid: string | null, expiresAt = new Date(Date.now() + hour)) => {
    const subject = subjectOf({ uid, tracked: false, level: "vip" });
    return `/media/${signGrant({ asset, subject, expiresAt }, `${secret}.media`)}/${asset}/`;
  };
  test.each([
    ["one that has ended", () => path("gold-1", vip.uid, new Date(Date.now() - 1_000)), 403],
    ["a forged one", () => path("gold-1", vip.uid).replace(".w-", ".v-"), 403],
    ["another movie's", () => path("gone-1", vip.uid).replace("/gone-1/", "/gold-1/"), 403],
    ["a deleted movie's", () => path("gone-1", vip.uid), 404],
  ])("a link opens no piece and no file: %s", async (_what, at, status) => {
    for (const file of ["seg_00000.m4s", "init.mp4", "rendition.mp4", "index.m3u8"])
      expect([file, (await get(`${at()}v240/${file}`)).status]).toEqual([file, status]);
  });

  test("nor does a VIP's link for another user", async () => {
    const other = await backend.person();
    const headers = { Authorization: `Bearer ${other.token}` };
    for (const file of ["seg_00000.m4s", "rendition.mp4"])
      expect((await get(`${path("gold-1", vip.uid)}v240/${file}`, { headers })).status).toBe(403);
  });

  test("a download has the files of a rendition in segments, each as long as it was told", async () => {
    const body = { id: "gold", index: 1, rendition: "360p", device: "d".repeat(22), held: [] };
    const { d } = await backend.post("download/licence", body, { token: vip.token });
    const names = d.files.map(([name]: [string]) => name);
    for (const rendition of ["v360", "sound_1"])
      for (const name of ["index.m3u8", ...(await piecesOf(rendition))])
        expect(names).toContain(`${rendition}/${name}`);
    expect(names.filter((name: string) => name.includes("rendition.mp4"))).toEqual([]);
    for (const [name, bytes] of d.files) {
      const file = await get(d.base + name + (name.endsWith(".m3u8") ? "?as=segments" : ""));
      expect([name, file.status, file.bytes.length]).toEqual([name, 200, bytes]);
    }
  });

  if (kind === "bucket")
    test("a bucket that is down or breaks off is never half a piece", async () => {
      const bucket = store!;
      const at = await whole();
      const { bytes } = await get(`${at}v240/seg_00003.m4s`);
      for (const line of ["down", "failing"] as const) {
        bucket.line(line);
        const answer = await get(`${at}v240/seg_00003.m4s`);
        expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "2"]);
      }
      bucket.line("cut");
      const answer = await backend.fetch(`${at}v240/seg_00003.m4s`);
      expect(Number(answer.headers.get("Content-Length"))).toBe(bytes.length);
      await expect(answer.arrayBuffer()).rejects.toThrow();
      bucket.line("up");
      expect((await get(`${at}v240/seg_00003.m4s`)).bytes.equals(bytes)).toBe(true);
    });

  test("nothing of this was a bug", () =>
    expect(backend.bugs.filter((bug) => (bug as Error).name !== "StorageError")).toEqual([]));
});
