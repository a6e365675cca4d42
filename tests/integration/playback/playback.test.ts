import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { assets } from "../../../api/db/schema.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "open-sky" });
  await addMovie(backend.db, { id: "gold-room", access: "vip" });
  await addMovie(backend.db, { id: "serial", episodes: 3, ready: 2 });
  await addMovie(backend.db, { id: "hidden", status: "draft" });
  for (const asset of ["open-sky-1", "gold-room-1", "serial-1", "serial-2"]) {
    const folder = join(backend.dataDir, "media", asset);
    await mkdir(join(folder, "v240"), { recursive: true });
    await writeFile(join(folder, "master.m3u8"), "#EXTM3U\n");
    for (let n = 0; n < 30; n++)
      await writeFile(join(folder, "v240", `seg_${String(n).padStart(5, "0")}.m4s`), "segment");
  }
});
afterAll(() => backend.close());

const start = (id: string, index = 1, token?: string) =>
  backend.get("playback/start", `?id=${id}&index=${index}`, { token });
const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);

test("a visitor gets signed URLs, and a tracked one that first makes a guest", async () => {
  const { c, d } = await start("open-sky");
  expect(c).toBe(0);
  expect(d).toMatchObject({ durationS: 100, positionS: 0, hlsTracked: "/play/open-sky/1" });
  expect(new Date(d.expiresAt).getTime()).toBeGreaterThan(inTwoHours().getTime());
  const playlist = await backend.fetch(d.hls);
  expect(playlist.status).toBe(200);
  expect(playlist.headers.get("Content-Type")).toBe("application/vnd.apple.mpegurl");
});

test("a signature opens its own asset, until it expires, and only unchanged", async () => {
  const { d } = await start("open-sky");
  expect((await backend.fetch(d.hls.replace("open-sky-1", "gold-room-1"))).status).toBe(403);
  expect(
    (
      await backend.fetch(
        d.hls.replace(/\.(.)/, (_: string, first: string) => `.${first === "v" ? "t" : "v"}`),
      )
    ).status,
  ).toBe(403);
  expect((await backend.fetch(`/media/x/open-sky-1/master.m3u8`)).status).toBe(403);
  expect((await backend.fetch(`/media/open-sky-1/master.m3u8`)).status).toBe(404);
  backend.clock.set(new Date(Date.now() + 8 * 3_600_000));
  expect((await backend.fetch(d.hls)).status).toBe(403);
  backend.clock.set(new Date());
});

test.each([
  ["a visitor", undefined, 4031],
  ["a guest", { anonymous: true }, 4031],
  ["a member", {}, 4031],
  ["a lapsed VIP", { vipUntil: new Date("2020-01-01") }, 4031],
  ["a VIP", { vipUntil: new Date("2099-01-01") }, 0],
  ["an admin", { admin: 1 }, 0],
] as const)("a VIP title and %s", async (_who, fields, code) => {
  const token = fields && (await backend.person(fields)).token;
  const answer = await start("gold-room", 1, token);
  expect(answer.c).toBe(code);
  if (code === 0) return expect((await backend.fetch(answer.d.hls)).status).toBe(200);
  expect(answer).toMatchObject({ status: 403, d: null });
  expect(JSON.stringify(answer)).not.toContain("/media/");
});

test("an episode that is not there is 404; one that is not encoded yet says so", async () => {
  expect(await start("serial", 3)).toMatchObject({ status: 409, c: 4092 });
  expect(await start("serial", 4)).toMatchObject({ status: 404, c: 404 });
  expect(await start("nothing")).toMatchObject({ status: 404, c: 404 });
});

test("progress is kept, resumed, and begun anew once an episode was watched to the end", async () => {
  const { token } = await backend.person();
  const save = (index: number, positionS: number) =>
    backend.post("progress/save", { id: "serial", index, positionS, durationS: 100 }, { token });
  expect((await save(1, 41.5)).c).toBe(0);
  expect((await start("serial", 1, token)).d.positionS).toBe(41.5);
  expect((await start("serial", 2, token)).d.positionS).toBe(0);
  await save(1, 96);
  expect((await start("serial", 1, token)).d.positionS).toBe(0);
  await save(2, 100);
  expect((await backend.get("progress/of", "?id=serial", { token })).d.items).toEqual([
    { index: 1, positionS: 96, durationS: 100 },
    { index: 2, positionS: 100, durationS: 100 },
  ]);
  expect(
    await backend.post("progress/save", { id: "nothing", index: 1, positionS: 1, durationS: 9 }, { token }),
  ).toMatchObject({ c: 404 });
});

describe("a place that can't be one is refused, and the one that is kept stays", () => {
  test.each([
    ["beyond the end", { positionS: 103, durationS: 5_000 }, 422],
    ["beyond the end of what the player says, and of the episode", { positionS: 500, durationS: 100 }, 422],
    ["before the beginning", { positionS: -1 }, 422],
    ["no number", { positionS: "NaN" }, 422],
    ["nothing", { positionS: null }, 422],
    ["at a time that is none", { at: "yesterday" }, 422],
    ["in an episode there is none of", { index: 9 }, 404],
    ["in a title there is none of", { id: "nothing" }, 404],
    ["in a title that is not published", { id: "hidden" }, 404],
  ])("%s", async (_what, wrong, c) => {
    const { token } = await backend.person();
    const right = { id: "serial", index: 1, positionS: 20, durationS: 100 };
    await backend.post("progress/save", right, { token });
    expect(await backend.post("progress/save", { ...right, ...wrong }, { token })).toMatchObject({ c });
    expect((await backend.get("progress/of", "?id=serial", { token })).d.items).toEqual([
      { index: 1, positionS: 20, durationS: 100 },
    ]);
  });

  test("a rounding beyond the end is the end, and the length is the episode's own", async () => {
    const { token } = await backend.person();
    const said = { id: "serial", index: 1, positionS: 101.2, durationS: 101.2 };
    expect((await backend.post("progress/save", said, { token })).c).toBe(0);
    expect((await backend.get("progress/of", "?id=serial", { token })).d.items).toEqual([
      { index: 1, positionS: 100, durationS: 100 },
    ]);
  });
});

test("an undo brings no place back beyond the end", async () => {
  const { token } = await backend.person();
  const item = {
    id: "serial",
    index: 1,
    positionS: 500,
    durationS: 1_000,
    updatedAt: "2026-01-01T00:00:00.000Z",
  };
  expect((await backend.post("progress/restore", { items: [item] }, { token })).c).toBe(0);
  expect((await backend.get("progress/of", "?id=serial", { token })).d.items).toEqual([
    { index: 1, positionS: 100, durationS: 100 },
  ]);
  expect((await start("serial", 1, token)).d.positionS).toBe(0);
});

describe("a place that was kept offline", () => {
  const hour = (n: number) => new Date(Date.UTC(2027, 2, 1, n));
  test.each([
    ["later and further", 12, 60, 60],
    ["later, from the start again", 12, 5, 5],
    ["earlier but further", 8, 60, 60],
    ["earlier and less far", 8, 5, 30],
    ["of a clock that is ahead", 23, 60, 60],
  ])("%s (watched at %d, to %d s)", async (_what, at, positionS, kept) => {
    const { token } = await backend.person();
    const save = (more: object) =>
      backend.post("progress/save", { id: "serial", index: 1, durationS: 100, ...more }, { token });
    backend.clock.set(hour(10));
    await save({ positionS: 30 });
    backend.clock.set(hour(14));
    await save({ positionS, at: hour(at).toISOString() });
    expect((await start("serial", 1, token)).d.positionS).toBe(kept);
    // Said of the future, it would stay the latest for ever.
    await save({ positionS: 70 });
    expect((await start("serial", 1, token)).d.positionS).toBe(70);
    backend.clock.set(new Date());
  });
});

test("what can be continued: one entry a movie, the latest first, without the finished, in pages", async () => {
  const { token } = await backend.person();
  const save = async (minute: number, id: string, index: number, positionS: number) => {
    backend.clock.set(new Date(Date.UTC(2027, 0, 1, 10, minute)));
    await backend.post("progress/save", { id, index, positionS, durationS: 100 }, { token });
  };
  await save(1, "serial", 1, 50);
  await save(2, "open-sky", 1, 20);
  await save(3, "serial", 2, 30);
  await save(4, "gold-room", 1, 99);
  const names = ({ d }: { d: { items: { movie: { id: string }; index: number }[] } }) =>
    d.items.map((item) => `${item.movie.id}/${item.index}`);
  expect(names(await backend.get("progress/list", "?state=unfinished", { token }))).toEqual([
    "serial/2",
    "open-sky/1",
  ]);
  const first = await backend.get("progress/list", "?limit=2", { token });
  expect(names(first)).toEqual(["gold-room/1", "serial/2"]);
  expect(names(await backend.get("progress/list", `?limit=2&cursor=${first.d.next}`, { token }))).toEqual([
    "open-sky/1",
  ]);
  backend.clock.set(new Date());
});

test("progress is its user's alone", async () => {
  const [one, two] = [await backend.person(), await backend.person()];
  await backend.post(
    "progress/save",
    { id: "open-sky", index: 1, positionS: 33, durationS: 100 },
    { token: one.token },
  );
  expect((await start("open-sky", 1, two.token)).d.positionS).toBe(0);
  expect((await backend.get("progress/list", "", { token: two.token })).d.items).toEqual([]);
  expect((await backend.get("progress/list")).c).toBe(401);
});

test("a player without JavaScript keeps its place by the segments it fetches, no faster than time passes", async () => {
  const { token } = await backend.person();
  const begin = Date.UTC(2027, 0, 2, 20, 0, 0);
  backend.clock.set(new Date(begin));
  const { d } = await start("open-sky", 1, token);
  const folder = d.hlsTracked.replace("/master.m3u8", "/v240");
  for (const [second, segment] of [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [10, 4],
    [14, 5],
    [18, 6],
  ] as const) {
    backend.clock.set(new Date(begin + second * 1000));
    expect((await backend.fetch(`${folder}/seg_0000${segment}.m4s`)).status).toBe(200);
  }
  await expect.poll(async () => (await start("open-sky", 1, token)).d.positionS).toBe(12);
  // The untracked URL, which scripts use, leaves the place to them.
  backend.clock.set(new Date(begin + 60_000));
  await backend.fetch(`${d.hls.replace("/master.m3u8", "/v240")}/seg_00020.m4s`);
  expect((await start("open-sky", 1, token)).d.positionS).toBe(12);
  backend.clock.set(new Date());
});

test("its place is right where segments have several lengths", async () => {
  const { token } = await backend.person();
  const facts = { master: "", renditions: [], sound: true, sounds: [], thumbnails: false };
  await backend.db
    .update(assets)
    .set({
      facts: {
        ...facts,
        segments: [
          [2, 3],
          [6, 16],
        ],
      },
    })
    .where(eq(assets.id, "serial-1"));
  const begin = Date.UTC(2027, 0, 3, 20, 0, 0);
  backend.clock.set(new Date(begin));
  const { d } = await start("serial", 1, token);
  for (const [segment, second] of [0, 2, 4, 6, 12, 18, 24].entries()) {
    backend.clock.set(new Date(begin + second * 1000));
    const path = `${d.hlsTracked.replace("/master.m3u8", "/v240")}/seg_0000${segment}.m4s`;
    expect((await backend.fetch(path)).status).toBe(200);
  }
  await expect.poll(async () => (await start("serial", 1, token)).d.positionS).toBe(24);
  backend.clock.set(new Date());
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
