import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { streams } from "../../../api/db/schema.ts";
import { openSession } from "../../../api/domain/accounts/identity/session.ts";
import { codes } from "../../../contract/codes.ts";
import type { OpenStream } from "../../../contract/index.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { addPlan, payInSandbox } from "../../setup/payment.ts";

let backend: TestBackend;
const noon = new Date("2027-05-01T12:00:00Z");
const after = (s: number) => backend.clock.set(new Date(noon.getTime() + s * 1_000));
const vip = () => backend.person({ vipUntil: new Date("2099-01-01") });

type Device = { token: string; player: string };

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "open-sky" });
  await addMovie(backend.db, { id: "gold-room", access: "vip", texts: { en: { title: "The gold room" } } });
  await addMovie(backend.db, { id: "unseen", access: "vip", status: "draft" });
  for (const asset of ["open-sky-1", "gold-room-1"]) await writeAsset(backend.dataDir, asset, 3);
});
afterAll(() => backend.close());
beforeEach(() => after(0));

/** Devices of one account, each with a session of its own. */
async function devicesOf(uid: string, count: number): Promise<Device[]> {
  const opened = { uid, userAgent: "test", now: backend.clock.now() };
  const tokens = Array.from({ length: count }, () => openSession(backend.db, opened));
  return (await Promise.all(tokens)).map((token) => ({ token, player: `player-${randomUUID()}` }));
}

const renew = ({ token, player }: Device, fields: object = {}) =>
  backend.post("stream/renew", { id: "gold-room", index: 1, player, ...fields }, { token });
const open = async ({ token }: Device): Promise<OpenStream[]> =>
  (await backend.get("stream/list", "", { token })).d.items;
const start = ({ token }: Device, id = "gold-room") => backend.get("playback/start", `?id=${id}`, { token });

describe("an account that plays on two devices", () => {
  let devices: [Device, Device, Device];
  beforeEach(async () => {
    devices = (await devicesOf((await vip()).uid, 3)) as typeof devices;
    for (const [s, device] of devices.slice(0, 2).entries()) {
      after(s - 2);
      expect(await renew(device)).toMatchObject({ c: 0 });
    }
    after(0);
  });

  test("plays on no third one, which is told where it plays", async () => {
    const [one, , third] = devices;
    expect(await renew(third)).toMatchObject({ c: codes.too_many_streams.c });
    expect(await start(third)).toMatchObject({ c: codes.too_many_streams.c });
    expect(await start(one)).toMatchObject({ c: 0, d: { takesStream: true } });
    const answer = await backend.get("stream/list", "", { token: third.token });
    expect(answer.d).toMatchObject({ most: 2, items: [{ here: false }, { here: false }] });
    expect(answer.d.items[0]).toMatchObject({ movieId: "gold-room", title: "The gold room", index: 1 });
    expect(JSON.stringify(answer.d)).not.toContain(one.player);
  });

  test("still plays what needs no membership, on any number of them", async () => {
    expect(await start(devices[2], "open-sky")).toMatchObject({ c: 0, d: { takesStream: false } });
  });

  test("stops one from the third, and that one is told and plays again only by its user", async () => {
    const [one, two, third] = devices;
    const [first] = await open(third);
    expect(await backend.post("stream/stop", { id: first!.id }, { token: third.token })).toMatchObject({
      c: 0,
    });
    expect(await renew(third)).toMatchObject({ c: 0 });
    expect(await renew(one)).toMatchObject({ c: codes.stream_stopped.c });
    // Its page says that it is being left: that is no way around.
    await backend.post("stream/end", { player: one.player }, { token: one.token });
    expect(await renew(one)).toMatchObject({ c: codes.stream_stopped.c });
    expect(await renew(one, { begins: true })).toMatchObject({ c: codes.too_many_streams.c });
    await backend.post("stream/end", { player: two.player }, { token: two.token });
    expect(await renew(one, { begins: true })).toMatchObject({ c: 0 });
    expect(await open(one)).toHaveLength(2);
  });

  test("is not locked out by a crash: a stream ends by itself in a minute", async () => {
    const [one, , third] = devices;
    after(40);
    expect(await renew(one)).toMatchObject({ c: 0 });
    expect(await renew(third)).toMatchObject({ c: codes.too_many_streams.c });
    after(60);
    expect(await renew(third)).toMatchObject({ c: 0 });
    expect(await open(third)).toHaveLength(2);
  });

  test("frees a place when a player ends, and keeps the one of a page that is loaded again", async () => {
    const [one, two, third] = devices;
    expect(await renew(two, { begins: true })).toMatchObject({ c: 0 });
    await backend.post("stream/end", { player: one.player }, { token: one.token });
    expect(await start(third)).toMatchObject({ c: 0 });
    expect(await renew(third)).toMatchObject({ c: 0 });
  });

  test("counts two players of one browser as two", async () => {
    const [one] = devices;
    const tab = { ...one, player: `player-${randomUUID()}` };
    expect(await renew(tab)).toMatchObject({ c: codes.too_many_streams.c });
  });

  test("stops none of another account, and learns nothing of it", async () => {
    const [stranger] = await devicesOf((await vip()).uid, 1);
    const [first] = await open(devices[0]);
    const answer = await backend.post("stream/stop", { id: first!.id }, { token: stranger!.token });
    expect(answer).toMatchObject({ c: codes.not_found.c });
    expect(await open(stranger!)).toEqual([]);
    expect(await open(devices[0])).toHaveLength(2);
  });
});

test("two devices that begin at once don't both get the last place", async () => {
  const devices = await devicesOf((await vip()).uid, 6);
  const answers = await Promise.all(devices.map((device) => renew(device)));
  expect(answers.filter(({ c }) => c === 0)).toHaveLength(2);
});

test.each([
  ["a movie that is not published", "unseen", {}, codes.not_found.c],
  ["none at all", "nothing", {}, codes.not_found.c],
  ["one without the entitlement", "gold-room", { vipUntil: null }, codes.vip_required.c],
])("no stream of %s", async (_what, id, person, code) => {
  const { token } = await backend.person({ vipUntil: new Date("2099-01-01"), ...person });
  expect(await renew({ token, player: `player-${randomUUID()}` }, { id })).toMatchObject({ c: code });
});

describe("how many at a time", () => {
  test("is as the plan says that was bought, while its time lasts", async () => {
    await addPlan(backend, { id: "family", streams: 4 });
    await addPlan(backend, { id: "solo", streams: 1 });
    const { uid, token } = await backend.person();
    const most = async () => (await backend.get("stream/list", "", { token })).d.most;
    expect(await most()).toBe(2);
    await payInSandbox(backend, token, "succeed", { plan: "solo" });
    expect(await most()).toBe(1);
    await payInSandbox(backend, token, "succeed", { plan: "family" });
    expect(await most()).toBe(4);
    const devices = await devicesOf(uid, 5);
    const answers = [];
    for (const device of devices) answers.push((await renew(device)).c);
    expect(answers).toEqual([0, 0, 0, 0, codes.too_many_streams.c]);
    after(61 * 86_400);
    expect(await most()).toBe(2);
  });

  test("is what the setting says for all others", async () => {
    const owner = await backend.person({ admin: 3 });
    const { token } = await vip();
    const { revision } = (await backend.get("z/settings/read", "", { token: owner.token })).d;
    const change = { revision, values: { streams: 3 } };
    expect(await backend.post("z/settings/save", change, { token: owner.token })).toMatchObject({ c: 0 });
    expect((await backend.get("stream/list", "", { token })).d.most).toBe(3);
    const back = { revision: revision + 1, values: { streams: 2 } };
    expect(await backend.post("z/settings/save", back, { token: owner.token })).toMatchObject({ c: 0 });
  });
});

describe("a player without scripts", () => {
  const fetched = async (url: string, token?: string) =>
    (await backend.fetch(url, token ? { headers: { Authorization: `Bearer ${token}` } } : {})).status;

  test("holds a stream by what it fetches, and gets nothing where there is no place", async () => {
    const devices = await devicesOf((await vip()).uid, 3);
    const urls: string[] = [];
    for (const device of devices) urls.push((await start(device)).d.hlsTracked.replace("master.m3u8", ""));
    const segment = (n: number) => fetched(`${urls[n]}v240/seg_00000.m4s`, devices[n]!.token);
    after(-1);
    expect(await segment(0)).toBe(200);
    after(0);
    expect(await segment(1)).toBe(200);
    // A playlist alone is no playing.
    expect(await fetched(`${urls[2]}master.m3u8`, devices[2]!.token)).toBe(200);
    expect(await segment(2)).toBe(403);
    const [first] = await open(devices[2]!);
    await backend.post("stream/stop", { id: first!.id }, { token: devices[2]!.token });
    after(30);
    expect([await segment(2), await segment(0)]).toEqual([200, 403]);
  });

  test("takes no second place where the scripts of the same page take over", async () => {
    const [device] = await devicesOf((await vip()).uid, 1);
    const url = (await start(device!)).d.hlsTracked.replace("master.m3u8", "v240/seg_00000.m4s");
    expect(await fetched(url, device!.token)).toBe(200);
    expect(await open(device!)).toHaveLength(1);
    expect(await renew(device!)).toMatchObject({ c: 0 });
    expect(await open(device!)).toHaveLength(1);
  });

  test("is a stream on another screen too", async () => {
    const devices = await devicesOf((await vip()).uid, 3);
    for (const device of devices.slice(0, 2)) await renew(device);
    const [one, , third] = devices as [Device, Device, Device];
    const cast = async ({ token }: Device) =>
      (await backend.get("playback/cast", "?id=gold-room", { token })).d.hls as string;
    const urls = { one: await cast(one), third: await cast(third) };
    const segment = (url: string) => fetched(url.replace("master.m3u8", "v240/seg_00000.m4s"));
    expect(await segment(urls.third)).toBe(403);
    await backend.post("stream/end", { player: one.player }, { token: one.token });
    expect(await segment(urls.one)).toBe(200);
    expect((await open(third)).map(({ here }) => here)).toEqual([false, false]);
  });
});

test("streams go with their account, and ended ones are swept", async () => {
  const { uid, token } = await vip();
  await renew({ token, player: `player-${randomUUID()}` });
  const count = () => backend.db.$count(streams, eq(streams.uid, uid));
  expect(await count()).toBe(1);
  after(120);
  await backend.retain();
  expect(await count()).toBe(0);
  await renew({ token, player: `player-${randomUUID()}` });
  await backend.db.execute(sql`delete from user_account where uid = ${uid}`);
  expect(await count()).toBe(0);
});
