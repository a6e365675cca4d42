import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocalFiles } from "../../../api/adapters/local-storage/local-files.ts";
import { assets } from "../../../api/db/schema.ts";
import { readAssetFacts } from "../../../api/domain/playback/media/read-facts.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { masterText, writeAsset } from "../../setup/asset-files.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "open-sky", originalLanguage: "ja" });
  await addMovie(backend.db, { id: "bare" });
  await addMovie(backend.db, { id: "odd" });
  await addMovie(backend.db, { id: "serial", episodes: 3, ready: 2 });
  for (const asset of ["open-sky-1", "serial-1", "serial-2"]) await writeAsset(backend.dataDir, asset, 3);
  await writeAsset(backend.dataDir, "odd-1", 3);
  const playlist = "#EXTM3U\n#EXTINF:2,\nseg_00000.m4s\n#EXTINF:2,\nseg_00007.m4s\n#EXT-X-ENDLIST\n";
  await writeFile(join(backend.dataDir, "media", "odd-1", "v240", "index.m3u8"), playlist);
});
afterAll(() => backend.close());

const start = async (id: string, index = 1, call: { token?: string; locale?: string } = {}) =>
  (await backend.get("playback/start", `?id=${id}&index=${index}`, call)).d;

describe("what a player knows before it has read a playlist", () => {
  test("the qualities, smallest first, and the text of the playlist they stand in", async () => {
    const d = await start("open-sky");
    expect(d.renditions).toEqual([
      { name: "240p", width: 426, height: 240, bitrate: 400_000 },
      { name: "360p", width: 640, height: 360, bitrate: 900_000 },
    ]);
    expect(d.master).toBe(masterText);
    expect(await (await backend.fetch(d.hls)).text()).toBe(d.master);
    const only = { isDefault: true, within: true, describes: false };
    expect(d.audio).toEqual([{ id: "main", locale: "ja", label: "日本語", ...only }]);
  });

  test("where the first pieces are, and how long each is", async () => {
    const { start: begin } = await start("open-sky");
    expect(begin.segments).toEqual([[2, 3]]);
    expect((await backend.fetch(begin.init)).status).toBe(200);
    expect((await backend.fetch(`${begin.media}seg_00002.m4s`)).status).toBe(200);
    expect((await backend.fetch(`${begin.media}seg_00003.m4s`)).status).toBe(404);
  });

  test("the server's time", async () => {
    const now = new Date("2027-03-04T05:06:07.080Z");
    backend.clock.set(now);
    expect((await start("open-sky")).now).toBe(now.toISOString());
    backend.clock.set(new Date());
  });

  test("nothing of a film whose files have gone, and all of it when they are back", async () => {
    const media = (name: string) => join(backend.dataDir, "media", name);
    await addMovie(backend.db, { id: "gone" });
    await writeAsset(backend.dataDir, "gone-1", 3);
    const known = await readAssetFacts(createLocalFiles(join(backend.dataDir, "media")), "gone-1");
    await backend.db.update(assets).set({ facts: known }).where(eq(assets.id, "gone-1"));
    await rename(media("gone-1"), media("elsewhere"));
    expect(await start("gone")).toMatchObject({ renditions: [], master: "", start: { segments: [] } });
    await rename(media("elsewhere"), media("gone-1"));
    expect(await start("gone")).toMatchObject({ master: masterText, start: { segments: [[2, 3]] } });
  });

  test("renditions of a wide film have the names of the frames they fill", async () => {
    await addMovie(backend.db, { id: "wide" });
    await writeAsset(backend.dataDir, "wide-1", 3);
    const wide = masterText.replace("426x240", "426x178").replace("640x360", "640x268");
    await writeFile(join(backend.dataDir, "media", "wide-1", "master.m3u8"), wide);
    const { renditions } = await start("wide");
    expect(renditions).toMatchObject([
      { name: "240p", height: 178 },
      { name: "360p", height: 268 },
    ]);
  });

  test("nothing where files are missing, and no segments where they are not numbered as ours", async () => {
    const bare = await start("bare");
    expect(bare).toMatchObject({ renditions: [], master: "", audio: [], start: { segments: [] } });
    const odd = await start("odd");
    expect(odd.renditions).toHaveLength(2);
    expect(odd.start.segments).toEqual([]);
  });
});

describe("the next episode", () => {
  test.each([
    ["is named where it can be watched", 1, { index: 2, title: "Part 2" }],
    ["is not where it is being encoded", 2, null],
  ] as const)("%s", async (_what, index, next) => {
    const { next: found } = await start("serial", index);
    if (next === null) expect(found).toBeNull();
    else expect(found).toMatchObject(next);
  });

  test("is none after a film", async () => expect((await start("open-sky")).next).toBeNull());
});

test("who may keep a film: VIPs and admins", async () => {
  const keeps = async (fields: Parameters<TestBackend["person"]>[0]) =>
    (await start("open-sky", 1, await backend.person(fields))).downloadable;
  expect((await start("open-sky")).downloadable).toBe(false);
  expect(await keeps({ anonymous: true })).toBe(false);
  expect(await keeps({})).toBe(false);
  expect(await keeps({ vipUntil: new Date("2099-01-01") })).toBe(true);
  expect(await keeps({ admin: 1 })).toBe(true);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
