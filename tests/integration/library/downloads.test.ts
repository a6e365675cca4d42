import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { downloadLicences, episodes, movies, users } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

const dayMs = 86_400_000;
const begin = new Date("2027-03-01T12:00:00Z");
const farAway = new Date("2099-01-01");
const phone = "phone-0123456789abcdef";
const master = [
  "#EXTM3U",
  "#EXT-X-VERSION:7",
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="sound/index.m3u8"',
  '#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=426x240,CODECS="avc1.4d401e,mp4a.40.2"',
  "v240/index.m3u8",
  '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2"',
  "v360/index.m3u8",
  "",
].join("\n");

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "open-sky" });
  await addMovie(backend.db, { id: "gold-room", access: "vip" });
  await addMovie(backend.db, { id: "serial", episodes: 32, ready: 30 });
  await addMovie(backend.db, { id: "hidden", status: "draft" });
  const assets = ["open-sky-1", "gold-room-1", ...Array.from({ length: 30 }, (_, n) => `serial-${n + 1}`)];
  for (const asset of assets) await writeAsset(asset);
});
afterAll(() => backend.close());
beforeEach(() => backend.clock.set(begin));

async function writeAsset(asset: string): Promise<void> {
  const folder = join(backend.dataDir, "media", asset);
  const files: Record<string, string> = {
    "master.m3u8": master,
    "progressive.mp4": "p".repeat(500),
    "thumbnails.vtt": "WEBVTT\n",
    "sound/index.m3u8": "#EXTM3U\n",
    "sound/seg_00000.m4s": "s".repeat(10),
  };
  for (const [rung, size] of [
    ["v240", 100],
    ["v360", 200],
  ] as const) {
    files[`${rung}/index.m3u8`] = "#EXTM3U\n";
    files[`${rung}/init.mp4`] = "i".repeat(20);
    for (const n of [0, 1]) files[`${rung}/seg_0000${n}.m4s`] = "m".repeat(size);
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const vip = (until = farAway) => backend.person({ vipUntil: until });
const later = (days: number) => backend.clock.set(new Date(begin.getTime() + days * dayMs));
const licence = (token: string | undefined, input: object = {}) =>
  backend.post(
    "download/licence",
    { id: "open-sky", index: 1, rendition: "360p", device: phone, held: [], ...input },
    { token },
  );
const renew = (token: string, licences: string[]) => backend.post("download/renew", { licences }, { token });

describe("what is allowed", () => {
  test("one quality with all it needs and nothing of the others, to fetch from a signed folder", async () => {
    const { token } = await vip();
    const { c, d } = await licence(token);
    expect(c).toBe(0);
    expect(d.files).toEqual([
      ["sound/index.m3u8", 8],
      ["thumbnails.vtt", 7],
      ["v360/index.m3u8", 8],
      ["v360/init.mp4", 20],
      ["sound/seg_00000.m4s", 10],
      ["v360/seg_00000.m4s", 200],
      ["v360/seg_00001.m4s", 200],
    ]);
    expect(d.master).toBe(
      master
        .split("\n")
        .filter((line) => !/240/.test(line))
        .join("\n"),
    );
    expect(d.bytes).toBe(7 + 8 + 8 + 20 + 10 + 400 + d.master.length);
    for (const [path, bytes] of d.files) {
      const file = await backend.fetch(d.base + path);
      expect([path, file.status, (await file.arrayBuffer()).byteLength]).toEqual([path, 200, bytes]);
    }
    expect(d).toMatchObject({ now: begin.toISOString(), rendition: "360p", folder: "v360" });
    const hours = (Date.parse(d.baseExpiresAt) - begin.getTime()) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(24);
    backend.clock.set(new Date(d.baseExpiresAt));
    expect((await backend.fetch(`${d.base}v360/init.mp4`)).status).toBe(403);
  });

  test("the sizes before choosing", async () => {
    const { token } = await vip();
    const { d } = await backend.get("download/offer", "?id=open-sky&index=1", { token });
    const sound = 7 + 8 + 10;
    expect(d.items).toEqual([
      {
        name: "240p",
        height: 240,
        bytes: sound + 8 + 20 + 200 + (await licence(token, { rendition: "240p" })).d.master.length,
      },
      { name: "360p", height: 360, bytes: (await licence(token)).d.bytes },
    ]);
  });

  test("the same licence for the same episode on the same device, however often and in whatever quality", async () => {
    const { token } = await vip();
    const first = (await licence(token)).d.licence;
    later(1);
    const again = (await licence(token, { rendition: "240p", held: [first] })).d;
    expect(again).toMatchObject({ licence: first, rendition: "240p" });
    expect((await licence(token, { device: "tablet-0123456789" })).d.licence).not.toBe(first);
    const both = await Promise.all([licence(token, { index: 1 }), licence(token, { index: 1 })]);
    expect(both.map(({ d }) => d.licence)).toEqual([first, first]);
  });

  test.each([
    ["a member", {}, 4031],
    ["a lapsed VIP", { vipUntil: new Date("2027-01-01") }, 4031],
    ["a guest", { anonymous: true }, 4031],
    ["an admin", { admin: 1 }, 0],
  ] as const)("%s: %s → %i, and playback/start says the same", async (_who, fields, code) => {
    const { token } = await backend.person(fields);
    const answers = [
      await licence(token),
      await backend.get("download/offer", "?id=open-sky&index=1", { token }),
    ];
    expect(answers.map(({ c }) => c)).toEqual([code, code]);
    const start = await backend.get("playback/start", "?id=open-sky", { token });
    expect(start.d.downloadable).toBe(code === 0);
    if (code !== 0) expect(JSON.stringify(answers)).not.toContain("/media/");
  });

  test("without a session, of what is not there, not ready or not public: refused", async () => {
    const { token } = await vip();
    expect(await licence(undefined)).toMatchObject({ c: 401 });
    expect(await licence(token, { id: "nothing" })).toMatchObject({ status: 404 });
    expect(await licence(token, { id: "hidden" })).toMatchObject({ status: 404 });
    expect(await licence(token, { id: "serial", index: 31 })).toMatchObject({ c: 4092 });
    expect(await licence(token, { id: "serial", index: 33 })).toMatchObject({ status: 404 });
    expect(await licence(token, { rendition: "720p" })).toMatchObject({ status: 422 });
    expect(await licence(token, { device: "../" })).toMatchObject({ status: 422 });
  });
});

describe("how long", () => {
  test("thirty days, renewed for another thirty; never far beyond the membership", async () => {
    const { token } = await vip();
    const { d } = await licence(token);
    expect(Date.parse(d.expiresAt) - begin.getTime()).toBe(30 * dayMs);
    later(40);
    const renewed = await renew(token, [d.licence]);
    expect(renewed.d.items[0]).toEqual({
      licence: d.licence,
      state: "renewed",
      expiresAt: new Date(begin.getTime() + 70 * dayMs).toISOString(),
    });
    const short = await vip(new Date(begin.getTime() + 5 * dayMs + 41 * dayMs));
    const own = (await licence(short.token, { id: "gold-room" })).d;
    expect(Date.parse(own.expiresAt) - begin.getTime()).toBe(48 * dayMs);
  });

  test("a membership that ended ends it; one that came back begins it anew", async () => {
    const { uid, token } = await vip();
    const { d } = await licence(token);
    await backend.db
      .update(users)
      .set({ vipUntil: new Date("2027-01-01") })
      .where(eq(users.uid, uid));
    expect((await renew(token, [d.licence])).d.items).toEqual([
      { licence: d.licence, state: "ended", expiresAt: null },
    ]);
    await backend.db.update(users).set({ vipUntil: farAway }).where(eq(users.uid, uid));
    expect((await licence(token)).c).toBe(0);
  });

  test("a title that was withdrawn ends it", async () => {
    const { token } = await vip();
    await addMovie(backend.db, { id: "withdrawn" });
    await writeAsset("withdrawn-1");
    const kept = [(await licence(token, { id: "withdrawn" })).d.licence];
    kept.push((await licence(token, { held: kept })).d.licence);
    await backend.db.update(movies).set({ status: "draft" }).where(eq(movies.id, "withdrawn"));
    const states = (await renew(token, kept)).d.items.map(({ state }: { state: string }) => state);
    expect(states).toEqual(["ended", "renewed"]);
  });
});

test("a licence follows its film: moved to another number it goes on, deleted it ends, whatever stands there now", async () => {
  const { token } = await vip();
  await addMovie(backend.db, { id: "moving", episodes: 3, ready: 3 });
  const kept: string[] = [];
  for (const index of [1, 2, 3]) {
    await writeAsset(`moving-${index}`);
    kept.push((await licence(token, { id: "moving", index, held: kept })).d.licence);
  }
  const at = (index: number) => and(eq(episodes.movieId, "moving"), eq(episodes.index, index));
  await backend.db.delete(episodes).where(at(2));
  await backend.db.update(episodes).set({ index: 2 }).where(at(3));
  const states = (await renew(token, kept)).d.items.map(({ state }: { state: string }) => state);
  expect(states).toEqual(["renewed", "ended", "renewed"]);
});

describe("whose, and how many", () => {
  test("another person's licence is not there", async () => {
    const [one, two] = [await vip(), await vip()];
    const theirs = (await licence(one.token)).d.licence;
    expect(await renew(two.token, [theirs])).toMatchObject({ status: 404, d: null });
    expect(await backend.post("download/release", { licences: [theirs] }, two)).toMatchObject({
      status: 404,
    });
    const own = (await licence(two.token)).d.licence;
    expect(
      (await renew(two.token, [own, theirs])).d.items.map(({ state }: { state: string }) => state),
    ).toEqual(["renewed", "ended"]);
    expect((await renew(one.token, [theirs])).d.items[0].state).toBe("renewed");
    expect((await backend.post("download/release", { licences: [theirs] }, one)).d).toEqual({ released: 1 });
    expect(await renew(one.token, [theirs])).toMatchObject({ status: 404 });
  });

  test("twenty-five at most, also when two are asked for at once; giving one back makes room", async () => {
    const { token } = await vip();
    const held: string[] = [];
    for (let index = 1; index <= 24; index++)
      held.push((await licence(token, { id: "serial", index, held })).d.licence);
    const last = await Promise.all([
      licence(token, { id: "serial", index: 25, held }),
      licence(token, { id: "serial", index: 26, device: "tablet-0123456789" }),
    ]);
    expect(last.map(({ c }) => c).sort()).toEqual([0, 4093]);
    held.push(...last.flatMap(({ c, d }) => (c === 0 ? [d.licence] : [])));
    expect(await licence(token, { id: "serial", index: 27, held })).toMatchObject({ status: 409, c: 4093 });
    expect(await licence(token, { id: "serial", index: 3, held })).toMatchObject({ c: 0 });
    await backend.post("download/release", { licences: [held.shift()!] }, { token });
    expect((await licence(token, { id: "serial", index: 27, held })).c).toBe(0);
  });

  test("four devices at most: a fifth takes the place of the one that was away longest", async () => {
    const { token } = await vip();
    const licences: string[] = [];
    for (const [day, name] of ["a", "b", "c", "d"].entries()) {
      later(day);
      licences.push((await licence(token, { device: name.repeat(16) })).d.licence);
    }
    await renew(token, [licences[0]!]);
    later(5);
    licences.push((await licence(token, { device: "e".repeat(16) })).d.licence);
    const states = (await renew(token, licences)).d.items.map(({ state }: { state: string }) => state);
    expect(states).toEqual(["renewed", "ended", "renewed", "renewed", "renewed"]);
  });

  test("what a device has lost is given back, and what expired long ago is swept, anybody's", async () => {
    const [one, two] = [await vip(), await vip()];
    const lost = (await licence(one.token)).d.licence;
    const elsewhere = (await licence(one.token, { device: "tablet-0123456789" })).d.licence;
    await licence(one.token, { id: "serial", held: [] });
    const left = async () =>
      (await backend.db.select().from(downloadLicences).where(eq(downloadLicences.uid, one.uid))).map(
        ({ id }) => id,
      );
    expect(await left()).not.toContain(lost);
    expect(await left()).toContain(elsewhere);
    later(30 + 61);
    await licence(two.token);
    expect((await backend.retain()).licences).toBeGreaterThan(0);
    expect(await left()).toEqual([]);
    const kept = await backend.db.select().from(downloadLicences).where(eq(downloadLicences.uid, two.uid));
    expect(kept).toHaveLength(1);
  });
});

test("who may download is one setting", async () => {
  for (const [downloads, codes] of [
    ["signed-in", { member: 0, guest: 403, vipMovie: 4031 }],
    ["nobody", { member: 403, guest: 403, vipMovie: 403 }],
  ] as const) {
    const other = await startTestBackend({ downloads });
    try {
      await addMovie(other.db, { id: "open-sky" });
      await addMovie(other.db, { id: "gold-room", access: "vip" });
      expect((await other.get("config")).d.downloads).toBe(downloads);
      const ask = async (fields: object, id = "open-sky") => {
        const { token } = await other.person(fields);
        return (await other.get("download/offer", `?id=${id}&index=1`, { token })).c;
      };
      // Its files are missing there, so no quality is offered; who asks is let in all the same.
      expect(await ask({})).toBe(codes.member);
      expect(await ask({ anonymous: true })).toBe(codes.guest);
      expect(await ask({}, "gold-room")).toBe(codes.vipMovie);
    } finally {
      await other.close();
    }
  }
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
