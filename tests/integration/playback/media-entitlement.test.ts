import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { users } from "../../../api/db/schema.ts";
import { eq } from "drizzle-orm";
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
  for (const asset of ["open-sky-1", "gold-room-1"]) await writeAsset(backend.dataDir, asset, 3);
});
afterAll(() => backend.close());
beforeEach(() => backend.clock.set(noon));

const vip = () => backend.person({ vipUntil: new Date("2099-01-01") });
const start = async (id: string, token?: string) =>
  (await backend.get("playback/start", `?id=${id}`, { token })).d;
const status = async (url: string, token?: string) => {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await backend.fetch(url, { headers });
  const text = await answer.text();
  if (answer.status !== 200) expect(text).not.toMatch(/EXTM3U|segment|init/);
  return answer.status;
};

describe("a URL of one person with another's session", () => {
  test("is refused, whatever it names; the person's own session and none at all may use it", async () => {
    const [one, two] = [await backend.person(), await backend.person()];
    const d = await start("open-sky", one.token);
    for (const url of [d.hls, d.hlsTracked, d.start.init, `${d.start.media}seg_00000.m4s`]) {
      expect(await status(url, two.token)).toBe(403);
      expect(await status(url, one.token)).toBe(200);
      expect(await status(url)).toBe(200);
    }
  });

  test("is refused to members and admins as well", async () => {
    const d = await start("open-sky", (await backend.person({ anonymous: true })).token);
    expect(await status(d.hls, (await vip()).token)).toBe(403);
    expect(await status(d.hls, (await backend.person({ admin: 3 })).token)).toBe(403);
  });

  test("a visitor's URL keeps working after the visitor has got a session", async () => {
    const d = await start("open-sky");
    expect(await status(d.hls, (await backend.person({ anonymous: true })).token)).toBe(200);
  });
});

describe("a VIP title", () => {
  test("has URLs for 15 to 30 minutes, and lasting ones for who has no scripts", async () => {
    const { token } = await vip();
    const d = await start("gold-room", token);
    expect(d.expiresAt).toBe("2027-05-01T12:30:00.000Z");
    backend.clock.set(later(24));
    expect(await status(d.hls, token)).toBe(200);
    backend.clock.set(later(26));
    expect(await status(d.hls, token)).toBe(403);
    expect(await status(d.start.init)).toBe(403);
    expect(await status(d.hlsTracked, token)).toBe(200);
    backend.clock.set(later(120));
    expect(await status(d.hlsTracked, token)).toBe(403);
  });

  test.each([
    ["the membership was taken back", { vipUntil: null }],
    ["it is over", { vipUntil: later(2) }],
  ])("within a minute is refused to a session when %s", async (_what, change) => {
    const { uid, token } = await vip();
    const d = await start("gold-room", token);
    expect(await status(d.hlsTracked, token)).toBe(200);
    await backend.db.update(users).set(change).where(eq(users.uid, uid));
    backend.clock.set(later(3));
    for (const url of [d.hls, d.hlsTracked, d.start.init]) expect(await status(url, token)).toBe(403);
  });

  test("is refused to a session that has ended", async () => {
    const { token } = await vip();
    const d = await start("gold-room", token);
    await backend.post("session/end", {}, { token });
    backend.clock.set(later(2));
    expect(await status(d.hls, token)).toBe(403);
  });

  test("a free title is not: its URL was good without the session", async () => {
    const { token } = await backend.person();
    const d = await start("open-sky", token);
    await backend.post("session/end", {}, { token });
    backend.clock.set(later(2));
    expect(await status(d.hls, token)).toBe(200);
  });
});

test("a cache of the operator's own may keep a free title's pieces as long as the link lasts, and no VIP's", async () => {
  const { token } = await vip();
  const header = async (url: string) => (await backend.fetch(url)).headers.get("CDN-Cache-Control");
  const [free, gold] = [await start("open-sky", token), await start("gold-room", token)];
  const leftS = (Date.parse(free.expiresAt) - noon.getTime()) / 1000;
  expect(await header(free.start.init)).toBe(`public, max-age=${leftS}`);
  expect(await header(free.hls)).toBeNull();
  expect(await header(gold.start.init)).toBeNull();
});

test("no change of a signed URL serves anything, but what is the same file", async () => {
  const d = await start("gold-room", (await vip()).token);
  const url: string = d.start.init;
  const edit = fc.record({
    at: fc.integer({ min: 7, max: url.length - 1 }),
    cut: fc.integer({ min: 0, max: 3 }),
    put: fc.oneof(
      fc.stringMatching(/^[ -~]{0,3}$/),
      fc.constantFrom("../", "%2e%2e/", "..%2f", "%00", "//", "/./", "\\", ";", "%", "open-sky-1/"),
    ),
  });
  await fc.assert(
    fc.asyncProperty(edit, async ({ at, cut, put }) => {
      const changed = url.slice(0, at) + put + url.slice(at + cut);
      // What a URL parser makes the same, or drops behind ? and #, is the same request.
      const path = (text: string) => new URL(text, "http://matinee.test").pathname;
      fc.pre(URL.canParse(changed, "http://matinee.test") && path(changed) !== path(url));
      fc.pre(path(changed).startsWith("/media/"));
      const answer = await backend.fetch(path(changed));
      expect([403, 404]).toContain(answer.status);
      expect(await answer.text()).not.toContain("init");
    }),
    { numRuns: 300 },
  );
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
