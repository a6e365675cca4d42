import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { movies, users } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const noon = new Date("2027-05-01T12:05:00Z");
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "open-sky" });
  await addMovie(backend.db, { id: "gold-room", access: "vip" });
  await addMovie(backend.db, { id: "own-room", access: "signed-in" });
  for (const asset of ["open-sky-1", "gold-room-1", "own-room-1"])
    await writeAsset(backend.dataDir, asset, 3);
});
afterAll(() => backend.close());
beforeEach(() => backend.clock.set(noon));

const vip = (vipUntil = new Date("2099-01-01")) => backend.person({ vipUntil });
const cast = (id: string, token?: string) => backend.get("playback/cast", `?id=${id}`, { token });
const receive = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  backend.fetch(url, { method, headers: { Origin: "https://www.gstatic.com", ...headers } });
const status = async (url: string) => {
  const answer = await receive(url);
  await answer.text();
  return answer.status;
};
const beside = (url: string, name: string) => url.replace("master.m3u8", name);

describe("the URLs for a receiver", () => {
  test("open all of the episode, without a cookie, for pages of any site, and never with credentials", async () => {
    const { token } = await vip();
    const { d } = await cast("gold-room", token);
    for (const name of ["master.m3u8", "v240/index.m3u8", "v240/init.mp4", "v240/seg_00002.m4s"]) {
      const answer = await receive(beside(d.hls, name), { Range: "bytes=0-1" });
      await answer.text();
      expect([name, answer.status < 300]).toEqual([name, true]);
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
      expect(answer.headers.has("Access-Control-Allow-Credentials")).toBe(false);
    }
    const asked = await receive(d.hls, { "Access-Control-Request-Headers": "range" }, "OPTIONS");
    expect(asked.status).toBe(204);
    expect(asked.headers.get("Access-Control-Allow-Headers")).toBe("Range");
  });

  test("are the only ones that pages of other sites may read", async () => {
    const { token } = await vip();
    const { d } = await backend.get("playback/start", "?id=gold-room", { token });
    for (const url of [d.hls, d.hlsTracked, d.start.init, d.progressive]) {
      const answer = await receive(url);
      await answer.text();
      expect(answer.headers.has("Access-Control-Allow-Origin")).toBe(false);
      expect((await receive(url, {}, "OPTIONS")).status).toBe(405);
    }
    const forged = d.hls.replace(/\.w-[^.]+\./, ".cw-.");
    expect(forged).not.toBe(d.hls);
    expect((await receive(forged)).status).toBe(403);
    expect((await receive(forged, {}, "OPTIONS")).status).toBe(405);
  });

  test("open no other episode", async () => {
    const { token } = await vip();
    const { d } = await cast("gold-room", token);
    for (const asset of ["open-sky-1", "own-room-1"])
      expect(await status(d.hls.replace("gold-room-1", asset))).toBe(403);
  });

  test("last twice the episode and an hour, but no longer than the membership", async () => {
    const lasting = await cast("gold-room", (await vip()).token);
    const leftMinutes = (Date.parse(lasting.d.expiresAt) - noon.getTime()) / 60_000;
    expect(leftMinutes).toBeGreaterThan(60);
    backend.clock.set(later(60));
    expect(await status(lasting.d.hls)).toBe(200);
    backend.clock.set(later(leftMinutes));
    expect(await status(lasting.d.hls)).toBe(403);
    backend.clock.set(noon);
    const brief = await cast("gold-room", (await vip(later(20))).token);
    expect(brief.d.expiresAt).toBe(later(20).toISOString());
  });
});

describe.each(["gold-room", "own-room"])("a URL of %s", (id) => {
  test("ends within a minute with the session it was made for, whatever other sessions its user has", async () => {
    const { uid, token } = await vip();
    const { d } = await cast(id, token);
    expect(await status(d.hls)).toBe(200);
    await backend.post("session/end", {}, { token });
    await backend.post("login/uid", { uid });
    backend.clock.set(later(2));
    for (const name of ["master.m3u8", "v240/init.mp4", "v240/seg_00000.m4s"])
      expect(await status(beside(d.hls, name))).toBe(403);
    const refusal = await receive(d.hls);
    expect(refusal.headers.get("Access-Control-Allow-Origin")).toBe("*");
  });
});

test("a VIP movie's URL ends within a minute after the membership was taken back", async () => {
  const { uid, token } = await vip();
  const { d } = await cast("gold-room", token);
  expect(await status(d.hls)).toBe(200);
  await backend.db.update(users).set({ vipUntil: null }).where(eq(users.uid, uid));
  backend.clock.set(later(2));
  expect(await status(d.hls)).toBe(403);
});

test("a free movie can be cast by a visitor, and goes on after a sign-out", async () => {
  const { d } = await cast("open-sky");
  expect(await status(d.hls)).toBe(200);
  const { token } = await backend.person();
  const own = await cast("open-sky", token);
  await backend.post("session/end", {}, { token });
  backend.clock.set(later(2));
  expect(await status(own.d.hls)).toBe(200);
});

test("whoever may not watch all of it gets nothing, a teaser neither", async () => {
  await backend.db.update(movies).set({ teaserS: 4 }).where(eq(movies.id, "gold-room"));
  expect((await cast("gold-room")).status).toBe(403);
  expect((await cast("gold-room", (await backend.person()).token)).status).toBe(403);
  expect((await cast("own-room")).status).toBe(403);
  expect((await cast("nothing")).status).toBe(404);
});

test("the operator's choice of a receiver is told to pages", async () => {
  expect((await backend.get("config")).d.castReceiver).toBe("CC1AD845");
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
