import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { users } from "../../../api/db/schema.ts";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { addPlan, makeOrder, payInSandbox, vipUntil } from "../../setup/payment.ts";

let backend: TestBackend;
let editor: string;
let owner: string;
const start = new Date("2026-03-01T12:00:00Z");
const day = 86_400_000;
const later = (ms: number) => new Date(start.getTime() + ms);

beforeAll(async () => {
  backend = await startTestBackend();
  await addPlan(backend);
  editor = (await backend.person({ admin: 2, name: "Ed" })).token;
  owner = (await backend.person({ admin: 3 })).token;
});
beforeEach(() => backend.clock.set(start));
afterAll(() => backend.close());

describe("a trial", () => {
  test("is once for each user: a repeated call answers the same, and another account of the address gets none", async () => {
    const member = await makeMember(backend, "tries@example.test");
    expect((await backend.get("membership/read", "", member)).d.trial).toBe(true);
    const begin = (token: string, plan = "month") => backend.post("membership/trial", { plan }, { token });
    expect((await begin(member.token)).d.vip_until).toBe(later(7 * day).toISOString());
    expect((await begin(member.token)).d.vip_until).toBe(later(7 * day).toISOString());
    await addPlan(backend, { id: "other" });
    expect(await begin(member.token, "other")).toMatchObject({ status: 409, c: 4098 });
    expect((await backend.get("membership/read", "", member)).d.trial).toBe(false);
    await backend.post("account/delete", { password: "correct horse" }, member);
    const again = await makeMember(backend, "tries@example.test");
    expect(await begin(again.token)).toMatchObject({ c: 4098 });
    await addPlan(backend, { id: "untried", trialDays: 0 });
    expect((await begin((await backend.person()).token, "untried")).status).toBe(404);
  });

  test("is once a mailbox, whichever of its addresses one signs up with, also for two at once", async () => {
    const begin = async (email: string) => {
      const { token } = await makeMember(backend, email);
      return () => backend.post("membership/trial", { plan: "month" }, { token });
    };
    expect((await (await begin("m.w+1@gmail.com"))()).c).toBe(0);
    for (const email of ["mw@gmail.com", "M.W+2@googlemail.com"])
      expect((await (await begin(email))()).c).toBe(4098);
    const both = await Promise.all(["pair+1@example.test", "pair+2@example.test"].map(begin));
    const answers = await Promise.all(both.map((trial) => trial()));
    expect(answers.map(({ c }) => c).sort()).toEqual([0, 4098]);
    // Signing in is by the address as it was typed.
    expect((await signIn(backend, { email: "mw+1@gmail.com" })).c).toBe(4221);
  });

  test("is also known by the mailbox an account has kept, without the digests of its trial", async () => {
    const { uid } = await backend.person({ email: "Old.One+1@GoogleMail.com" });
    await backend.db.update(users).set({ mailbox: "oldone@gmail.com" }).where(eq(users.uid, uid));
    const another = await makeMember(backend, "oldone@gmail.com");
    expect((await backend.get("membership/read", "", another)).d.trial).toBe(false);
    expect((await backend.post("membership/trial", { plan: "month" }, another)).c).toBe(4098);
  });

  test("is nothing for a guest, of whom anybody can make as many as they like", async () => {
    const guest = await makeGuest(backend);
    const answer = await backend.post("membership/trial", { plan: "month" }, guest);
    expect(answer.status).toBe(403);
    // It stays on offer: they sign up first.
    expect((await backend.get("membership/read", "", guest)).d.trial).toBe(true);
  });
});

test("an admin pauses a membership and lets it go on: not a second is lost", async () => {
  const { uid, token } = await backend.person();
  await payInSandbox(backend, token, "succeed");
  const vip = (kind: string) =>
    backend.post(
      "z/user/vip",
      { uid, key: randomUUID(), change: { kind }, reason: "asked for it" },
      { token: editor },
    );
  backend.clock.set(later(10 * day));
  await vip("pause");
  expect((await backend.get("membership/read", "", { token })).d).toMatchObject({
    ...{ is_vip: false, paused: { secondsLeft: 20 * 86_400 } },
  });
  backend.clock.set(later(50 * day));
  await vip("resume");
  expect(await vipUntil(backend, token)).toBe(later(70 * day).toISOString());
});

test("a VIP film plays right after paying, by links that end with the membership", async () => {
  await addMovie(backend.db, { id: "gold", access: "vip" });
  const { token } = await backend.person();
  const play = () => backend.get("playback/start", "?id=gold", { token });
  expect(await play()).toMatchObject({ status: 403, c: 4031 });
  await payInSandbox(backend, token, "succeed");
  expect((await play()).c).toBe(0);
  backend.clock.set(later(30 * day - 5 * 60_000));
  expect((await play()).d.expiresAt).toBe(later(30 * day).toISOString());
  backend.clock.set(later(30 * day));
  expect(await play()).toMatchObject({ status: 403, c: 4031 });
});

test("a user whose VIP time ends soon is told once, in the language of the sign-in; others are not", async () => {
  const member = await makeMember(backend, "ending@example.test");
  await payInSandbox(backend, member.token, "succeed");
  const { uid } = member;
  await backend.db.update(users).set({ locale: "de" }).where(eq(users.uid, uid));
  await backend.person({ vipUntil: later(29 * day) });
  expect(await backend.remind()).toBe(0);
  backend.clock.set(later(28 * day));
  expect(await Promise.all([backend.remind(), backend.remind()])).toSatisfy(
    (sent: number[]) => sent[0]! + sent[1]! === 1,
  );
  expect(await backend.remind()).toBe(0);
  const mails = (await backend.mails()).filter(({ to }) => to === "ending@example.test");
  expect(mails).toHaveLength(1);
  expect(mails[0]!.subject).toBe("Deine VIP-Mitgliedschaft endet am 31. März 2026");
  expect(mails[0]!.text).toContain("https://matinee.test/page/membership");
  // Extended, it ends anew, and that is told anew.
  await signIn(backend, { email: member.email });
  await payInSandbox(backend, member.token, "succeed");
  backend.clock.set(later(58 * day));
  expect(await backend.remind()).toBe(1);
});

describe("admins", () => {
  const read = (number: string) => backend.get("z/order/read", `?number=${number}`, { token: editor });
  const refund = (number: string, fields: object = {}) =>
    backend.post(
      "z/order/refund",
      { number, key: randomUUID(), reason: "asked for it", ...fields },
      { token: editor },
    );

  test("give money back, all of it or a part, once a form, and the time goes with it", async () => {
    const { token } = await backend.person({ name: "Ada", email: "ada@example.test" });
    const { number } = await payInSandbox(backend, token, "succeed");
    expect((await read(number)).d).toMatchObject({
      ...{ user: { name: "Ada" }, refundable: { amount: 499, currency: "USD" } },
      attempts: [{ method: "sandbox", state: "paid" }],
    });
    const key = randomUUID();
    const both = await Promise.all([1, 2].map(() => refund(number, { key, amount: 249 })));
    expect(both.map(({ c }) => c)).toEqual([0, 0]);
    // 249 of 499 cents buy 14.97 days.
    const takenS = Math.floor((30 * 86_400 * 249) / 499);
    expect(await vipUntil(backend, token)).toBe(later(30 * day - takenS * 1000).toISOString());
    const part = { state: "paid", refunded: { amount: 249, of: 499, currency: "USD" } };
    expect((await read(number)).d).toMatchObject({ ...part, refundable: { amount: 250, currency: "USD" } });
    expect((await backend.get("order/read", `?number=${number}`, { token })).d).toMatchObject(part);
    expect((await backend.get("order/list", "", { token })).d.items[0]).toMatchObject(part);
    expect((await refund(number, { amount: 251 })).status).toBe(422);
    expect((await refund(number)).d).toMatchObject({
      ...{ state: "refunded", refunded: { amount: 499, of: 499 } },
      lines: [{ kind: "paid" }, { money: { amount: 249 } }, { money: { amount: 250 }, why: "requested" }],
    });
    expect((await backend.post("login/token", { token })).d.is_vip).toBe(false);
    expect(await refund(number)).toMatchObject({ status: 409, c: 40910 });
    expect((await read(number)).d.audit.map(({ action }: { action: string }) => action)).toEqual([
      "z/order/refund",
      "z/order/refund",
    ]);
  });

  test("find orders by number, person, state and day, and export them", async () => {
    const { uid, token } = await backend.person({ name: "Zoe", email: "zoe@example.test" });
    const { number } = await payInSandbox(backend, token, "succeed");
    await makeOrder(backend, token);
    const list = (query: string) => backend.get("z/order/list", query, { token: editor });
    const numbers = async (query: string) =>
      (await list(query)).d.items.map((one: { number: string }) => one.number);
    expect(await numbers(`?q=${number.slice(0, 9).toLowerCase()}`)).toEqual([number]);
    expect(await numbers(`?q=zoe&state=paid`)).toEqual([number]);
    expect(await numbers(`?uid=${uid}&method=sandbox&plan=month&from=2026-03-01&to=2026-03-01`)).toEqual([
      number,
    ]);
    expect(await numbers(`?uid=${uid}&from=2026-03-02`)).toEqual([]);
    expect((await list(`?uid=${uid}&limit=1`)).d).toMatchObject({ total: 2, next: expect.any(String) });
    const { d } = await backend.get("z/order/export", `?uid=${uid}&state=paid`, { token: owner });
    expect(d.csv.split("\r\n")[1]).toContain(
      `${number},2026-03-01T12:00:00.000Z,paid,month,sandbox,4.99,USD`,
    );
  });

  test("see what came in and went back, by day and currency", async () => {
    const at = new Date("2026-07-07T10:00:00Z");
    backend.clock.set(at);
    const { token } = await backend.person();
    await payInSandbox(backend, token, "succeed");
    await payInSandbox(backend, token, "twice", { currency: "JPY", amount: 500 });
    const query = "?from=2026-07-07&to=2026-07-07";
    const { d } = await backend.get("z/order/revenue", query, { token: editor });
    expect(d.currencies).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ currency: "USD", paid: 499, refunded: 0, orders: 1 }),
        expect.objectContaining({ currency: "JPY", paid: 1000, refunded: 500, orders: 1 }),
      ]),
    );
    expect(d.members).toMatchObject({ began: 1, days: [{ day: "2026-07-07", began: 1, ended: 0 }] });
  });

  test("see who became VIP and who left; who goes on within three days has not", async () => {
    const on = (day: number) => backend.clock.set(new Date(Date.UTC(2029, 2, day, 10)));
    const revenue = async (from: string, to: string) => {
      const { token } = await backend.person({ admin: 2 });
      return (await backend.get("z/order/revenue", `?from=${from}&to=${to}`, { token })).d.members;
    };
    on(1);
    const [stays, leaves] = [await backend.person(), await backend.person()];
    for (const { token } of [stays, leaves]) await payInSandbox(backend, token, "succeed");
    expect(await revenue("2029-03-01", "2029-03-01")).toMatchObject({ active: 2, began: 2, ended: 0 });
    on(33);
    await payInSandbox(backend, stays.token, "succeed");
    on(40);
    const april = { active: 1, began: 0, ended: 1, days: [{ day: "2029-03-31", began: 0, ended: 1 }] };
    expect(await revenue("2029-03-31", "2029-04-09")).toEqual(april);
    on(80);
    // Of a range that is past: how many were, not how many are.
    expect(await revenue("2029-03-31", "2029-04-09")).toEqual(april);
    expect(await revenue("2029-03-01", "2029-03-31")).toMatchObject({ active: 0, began: 2, ended: 1 });
  });

  test("see how many of a plan were paid, and of more than ten thousand that there are more", async () => {
    const id = await addPlan(backend, { id: "counted" });
    const { token } = await backend.person();
    await payInSandbox(backend, token, "succeed", { plan: id });
    await makeOrder(backend, token, { plan: id });
    const sold = async () => {
      const { d } = await backend.get("z/plan/list", "", { token: editor });
      return d.items.find((one: { id: string }) => one.id === id).sold as number;
    };
    expect(await sold()).toBe(1);
    await backend.db.execute(sql`insert into payment_order
      (number, key, plan, plan_id, amount, state, created_at, expires_at, paid_at)
      select 'N' || n, 'n' || n, '{}', ${id}, 1, 'paid', now(), now(), now() from generate_series(1, 10500) n`);
    expect(await sold()).toBe(10_000);
  });

  test("make, change and delete plans; who comes second is told", async () => {
    const body = {
      ...{ key: randomUUID(), id: "decade", texts: { en: { name: "Ten years", benefits: [] } } },
      ...{ duration: { unit: "month", count: 120 }, trialDays: 0, renews: false },
      ...{ prices: [{ amount: 1, currency: "EUR" }], onSale: true, position: 9 },
    };
    const as = { token: editor };
    const made = await Promise.all([1, 2].map(() => backend.post("z/plan/create", body, as)));
    expect(made.map(({ d }) => d)).toEqual(Array(2).fill({ id: "decade", revision: 0 }));
    expect((await backend.post("z/plan/create", { ...body, key: randomUUID() }, as)).status).toBe(422);
    const save = (fields: object) => backend.post("z/plan/save", { id: "decade", ...fields }, as);
    expect((await save({ revision: 0, prices: [] })).status).toBe(422);
    expect((await save({ revision: 0, renews: true })).status).toBe(422);
    expect((await save({ revision: 0, position: 2 })).d).toEqual({ revision: 1 });
    expect(await save({ revision: 0, position: 3 })).toMatchObject({
      status: 409,
      d: { conflict: { by: "Ed" } },
    });
    expect((await backend.post("z/plan/delete", { id: "decade", revision: 1 }, as)).c).toBe(0);
    expect((await backend.post("z/plan/delete", { id: "decade", revision: 1 }, as)).status).toBe(404);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
