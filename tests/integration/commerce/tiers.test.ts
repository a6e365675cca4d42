import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { users } from "../../../api/db/schema.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { addPlan, payInSandbox } from "../../setup/payment.ts";

let backend: TestBackend;
let editor: string;
const noon = new Date("2027-05-01T12:00:00Z");
const dayMs = 86_400_000;
const after = (days: number) => new Date(noon.getTime() + days * dayMs);
const gold = { plan: "gold", amount: 999 } as const;

beforeAll(async () => {
  backend = await startTestBackend();
  backend.clock.set(noon);
  await addPlan(backend);
  await addPlan(backend, { id: "gold", tier: 2, streams: 5, prices: { USD: 999 } });
  for (const access of ["vip", "vip-2", "vip-3"] as const) {
    await addMovie(backend.db, { id: `${access}-film`, access });
    await writeAsset(backend.dataDir, `${access}-film-1`, 20);
  }
  editor = (await backend.person({ admin: 2 })).token;
});
afterAll(() => backend.close());
beforeEach(() => backend.clock.set(noon));

const info = async (token: string) => (await backend.post("login/token", { token })).d;
const mine = async (token: string) => (await backend.get("membership/read", "", { token })).d;
const plays = async (token: string, id: string) =>
  (await backend.get("playback/start", `?id=${id}`, { token })).c;
const iso = (days: number) => after(days).toISOString();

describe("a plan of the second tier", () => {
  test("opens what needs it and everything below, and says so before it is bought", async () => {
    const { items } = (await backend.get("plan/list", "")).d;
    expect(items).toMatchObject([
      { id: "gold", tier: 2 },
      { id: "month", tier: 1 },
    ]);
    const { token } = await backend.person();
    expect(await plays(token, "vip-2-film")).toBe(4031);
    const order = await payInSandbox(backend, token, "succeed", gold);
    expect(order.plan).toMatchObject({ id: "gold", tier: 2 });
    expect(await info(token)).toMatchObject({ is_vip: true, vip_tier: 2, vip_until: iso(30) });
    expect(await mine(token)).toMatchObject({ tiers: [{ tier: 2, until: iso(30) }] });
    expect([await plays(token, "vip-film"), await plays(token, "vip-2-film")]).toEqual([0, 0]);
    expect(await plays(token, "vip-3-film")).toBe(4031);
  });

  test("begins at once, and what is left of the first goes on behind it", async () => {
    const { token } = await backend.person();
    await payInSandbox(backend, token, "succeed");
    backend.clock.set(after(10));
    await payInSandbox(backend, token, "succeed", gold);
    const tiers = [
      { tier: 2, until: iso(40) },
      { tier: 1, until: iso(60) },
    ];
    expect(await mine(token)).toMatchObject({ vip_until: iso(60), tiers });
    backend.clock.set(after(41));
    expect(await info(token)).toMatchObject({ is_vip: true, vip_tier: 1 });
    expect(await plays(token, "vip-2-film")).toBe(4031);
    expect(await plays(token, "vip-film")).toBe(0);
  });

  test("is tried, and given by codes and by gifts", async () => {
    const { token } = await backend.person();
    expect((await backend.post("membership/trial", { plan: "gold" }, { token })).c).toBe(0);
    expect(await info(token)).toMatchObject({ vip_tier: 2, vip_until: iso(7) });
    const batch = { key: randomUUID(), name: "Gold", duration: { unit: "day", count: 5 }, tier: 3 };
    const body = { ...batch, codes: 1, uses: 1, expiresAt: null };
    const made = await backend.post("z/code/create", body, { token: editor });
    expect(made.d.batch).toMatchObject({ tier: 3 });
    const [, code] = /([A-Z0-9]{5}(?:-[A-Z0-9]{5}){3})/.exec(made.d.file.csv as string) ?? [];
    expect((await backend.post("voucher/redeem", { code }, { token })).c).toBe(0);
    expect(await mine(token)).toMatchObject({
      tiers: [
        { tier: 3, until: iso(5) },
        { tier: 2, until: iso(12) },
      ],
    });
    const buyer = await backend.person();
    const order = await payInSandbox(backend, buyer.token, "succeed", { ...gold, gift: {} });
    const gift = await backend.get("gift/read", `?number=${order.number}`, { token: buyer.token });
    const friend = await backend.person();
    expect((await backend.post("voucher/redeem", { code: gift.d.code }, { token: friend.token })).c).toBe(0);
    expect(await info(friend.token)).toMatchObject({ vip_tier: 2, vip_until: iso(30) });
    expect(await info(buyer.token)).toMatchObject({ vip_tier: 0 });
    const streams = await backend.get("stream/list", "", { token: friend.token });
    expect(streams.d.most).toBe(5);
  });

  test("ends what it opened when its money goes back, and leaves the time of the first", async () => {
    const { token } = await backend.person();
    await payInSandbox(backend, token, "succeed");
    const { number } = await payInSandbox(backend, token, "succeed", gold);
    const refund = { number, key: randomUUID(), amount: 999, reason: "asked" };
    expect((await backend.post("z/order/refund", refund, { token: editor })).c).toBe(0);
    await backend.reconcile();
    expect(await mine(token)).toMatchObject({ tiers: [{ tier: 1, until: iso(30) }] });
    expect(await plays(token, "vip-2-film")).toBe(4031);
  });
});

describe("an admin", () => {
  const change = (uid: string, what: object) =>
    backend.post("z/user/vip", { uid, key: randomUUID(), change: what, reason: "a test" }, { token: editor });

  test("gives and ends time of a tier, which the account's page and the list tell", async () => {
    const { uid, token } = await backend.person();
    expect((await change(uid, { kind: "extend", days: 3, tier: 3 })).c).toBe(0);
    expect((await change(uid, { kind: "grant", until: iso(9), tier: 2 })).c).toBe(0);
    const detail = await backend.get("z/user/detail", `?uid=${uid}`, { token: editor });
    expect(detail.d).toMatchObject({
      vip_tier: 3,
      vip_tier_until: iso(3),
      vip_until: iso(9),
      membership: [{ tier: 2 }, { tier: 3 }],
    });
    const list = await backend.get("z/user/list", `?q=${uid}`, { token: editor });
    expect(list.d.items).toMatchObject([{ uid, vip_tier: 3 }]);
    expect((await change(uid, { kind: "pause" })).c).toBe(0);
    expect(await info(token)).toMatchObject({ vip_tier: 0 });
    expect((await change(uid, { kind: "resume" })).c).toBe(0);
    expect(await info(token)).toMatchObject({ vip_tier: 3 });
    expect((await change(uid, { kind: "revoke" })).c).toBe(0);
    expect(await info(token)).toMatchObject({ is_vip: false, vip_tier: 0 });
    expect((await change(uid, { kind: "extend", days: 3, tier: 4 })).c).toBe(422);
  });

  test("gives it to many at once, and takes it back", async () => {
    const { uid, token } = await backend.person();
    await payInSandbox(backend, token, "succeed");
    const action = { kind: "vip", days: 10, tier: 2 };
    const body = { selection: { uids: [uid] }, action, dryRun: false, reason: "a test" };
    const { d } = await backend.post("z/user/bulk", body, { token: editor });
    expect(await mine(token)).toMatchObject({
      tiers: [
        { tier: 2, until: iso(10) },
        { tier: 1, until: iso(40) },
      ],
    });
    expect((await backend.post("z/user/undo", { entry: d.entry }, { token: editor })).d.restored).toBe(1);
    expect(await mine(token)).toMatchObject({ tiers: [{ tier: 1, until: iso(30) }] });
  });
});

test("a guest's tiers move to the account that the guest signs in to", async () => {
  const guest = await backend.person({ anonymous: true });
  await payInSandbox(backend, guest.token, "succeed");
  await payInSandbox(backend, guest.token, "succeed", gold);
  const address = { email: "tiers@example.test", password: "correct horse" };
  const { d: made } = await backend.post("identity/sign-up", address);
  const { d: account } = await backend.post("login/uid", { uid: made.uid, proof: made.proof });
  await payInSandbox(backend, account.token, "succeed");
  const { d: known } = await backend.post("identity/sign-in", address);
  const { d: merged } = await backend.post(
    "login/uid",
    { uid: known.uid, proof: known.proof },
    { token: guest.token },
  );
  expect(await mine(merged.token)).toMatchObject({
    tiers: [
      { tier: 2, until: iso(30) },
      { tier: 1, until: iso(90) },
    ],
  });
  const [left] = await backend.db.select().from(users).where(eq(users.uid, guest.uid));
  expect(left?.vip2Until ?? noon).toEqual(noon);
});

test("what was fetched for a tier is refused once it is over, though the first one lasts", async () => {
  const { token } = await backend.person({ vipUntil: after(30), vip2Until: after(0.01) });
  const { d } = await backend.get("playback/start", "?id=vip-2-film", { token });
  // No URL outlasts the tier that it was signed for.
  expect(d.expiresAt).toBe(after(0.01).toISOString());
  expect((await backend.fetch(d.hls)).status).toBe(200);
  const other = await backend.get("playback/start", "?id=vip-film", { token });
  expect(Date.parse(other.d.expiresAt)).toBeGreaterThan(after(0.01).getTime());
});

test("a film of the second tier is listed with all that needs VIP, and found by its own", async () => {
  const ids = async (query: string) =>
    (await backend.get("movie/search", query)).d.items.map(({ id }: { id: string }) => id).sort();
  expect(await ids("?access=vip")).toEqual(["vip-2-film", "vip-3-film", "vip-film"]);
  expect(await ids("?access=vip-2")).toEqual(["vip-2-film"]);
  const titles = async (query: string) =>
    (await backend.get("z/movie/list", query, { token: editor })).d.items
      .map(({ id }: { id: string }) => id)
      .sort();
  expect(await titles("?access=vip")).toEqual(["vip-2-film", "vip-3-film", "vip-film"]);
  expect(await titles("?access=vip-3")).toEqual(["vip-3-film"]);
});

test("the names of the tiers are the operator's, and pages know them", async () => {
  const owner = (await backend.person({ admin: 3 })).token;
  const read = async () => (await backend.get("z/settings/read", "", { token: owner })).d.revision as number;
  const save = async (tiers: string | null) =>
    backend.post("z/settings/save", { revision: await read(), values: { tiers } }, { token: owner });
  expect((await save("VIP, Gold ,Platinum")).c).toBe(0);
  expect((await backend.get("brand/read")).d.tiers).toEqual(["VIP", "Gold", "Platinum"]);
  for (const wrong of ["a,b,c,d", ",", "x".repeat(30), "VIP,,Gold"]) expect((await save(wrong)).c).toBe(422);
  expect((await save(null)).c).toBe(0);
  expect((await backend.get("brand/read")).d.tiers).toEqual([]);
});
