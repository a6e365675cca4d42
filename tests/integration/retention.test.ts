import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../api/db/rows-of.ts";
import {
  analysisDays,
  bans,
  localIdentities,
  membershipEvents,
  orders,
  serviceFacts,
  sessions,
  statEvents,
  users,
} from "../../api/db/schema.ts";
import { sessionDays } from "../../api/domain/accounts/identity/session.ts";
import { retention } from "../../api/domain/use-cases/retention/retention.ts";
import { emptyGuestDays, guestDays } from "../../api/domain/use-cases/retention/sweep-guests.ts";
import { unpaidOrderDays } from "../../api/domain/use-cases/retention/sweep-orders.ts";
import { batchSize } from "../../api/domain/kernel/sweep-rows.ts";
import { createStatRecord } from "../../api/domain/analysis/record-stat.ts";
import { makeGuest, makeMember } from "../setup/account.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addMovie } from "../setup/catalogue.ts";
import { addPlan, makeOrder, payInSandbox } from "../setup/payment.ts";

const start = new Date("2026-06-01T12:00:00Z");
const after = (days: number, ms = 0) => backend.clock.set(new Date(start.getTime() + days * 86_400_000 + ms));

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "night-train" });
  await addPlan(backend);
});
beforeEach(() => after(0));
afterAll(() => backend.close());

const isThere = async (uid: string) =>
  (await backend.db.select().from(users).where(eq(users.uid, uid))).length === 1;
const hasIdentity = async (uid: string) =>
  (await backend.db.select().from(localIdentities).where(eq(localIdentities.uid, uid))).length === 1;
const hour = 3_600_000;

test("every table of the database goes by a rule", async () => {
  const tables = rowsOf<{ name: string }>(
    await backend.db.execute(sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`),
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(retention).sort());
});

describe("guests", () => {
  test("who left nothing go a while after they were last seen, with identity and session; who comes back in time stays", async () => {
    const gone = await makeGuest(backend);
    const back = await makeGuest(backend);
    const listed = await makeGuest(backend);
    await backend.post("stat", { action: "source", target: 0, remark: "poster" }, { token: gone.token });
    await backend.post("favourite/add", { id: "night-train" }, { token: listed.token });
    after(emptyGuestDays, -hour);
    expect((await backend.post("login/token", { token: back.token })).c).toBe(0);
    expect((await backend.retain()).guests).toBe(0);
    after(emptyGuestDays, hour);
    expect((await backend.retain()).guests).toBe(1);
    expect(await Promise.all([gone, back, listed].map(({ uid }) => isThere(uid)))).toEqual([
      false,
      true,
      true,
    ]);
    expect([await hasIdentity(gone.uid), await hasIdentity(back.uid)]).toEqual([false, true]);
    expect((await backend.post("login/token", { token: gone.token })).c).toBe(401);
    // Their reports stay counted, without a user.
    const told = await backend.db.select().from(statEvents);
    expect(told.map(({ uid, remark }) => [uid, remark])).toEqual([[null, "poster"]]);
    expect((await backend.retain()).guests).toBe(0);
  });

  test("who have a list or a history go once they can't come back", async () => {
    const { uid, token } = await makeGuest(backend);
    await backend.post(
      "progress/save",
      { id: "night-train", index: 1, positionS: 9, durationS: 100, settled: true },
      { token },
    );
    expect(guestDays).toBeGreaterThan(sessionDays);
    after(guestDays, -hour);
    await backend.retain();
    expect(await isThere(uid)).toBe(true);
    after(guestDays, hour);
    await backend.retain();
    expect(await isThere(uid)).toBe(false);
  });

  test("stay for good with money, a membership, a message or a suspension; members do with nothing", async () => {
    const bound: Record<string, (guest: { uid: string; token: string }) => Promise<unknown>> = {
      paid: ({ token }) => payInSandbox(backend, token, "succeed"),
      wrote: ({ token }) =>
        backend.post("feedback/create", { key: randomUUID(), category: "idea", text: "Hello" }, { token }),
      member: ({ uid }) =>
        backend.db.insert(membershipEvents).values({
          ...{ id: randomUUID(), uid, at: start, kind: "revoke", source: "admin", sourceId: randomUUID() },
        }),
      banned: ({ uid }) => backend.db.insert(bans).values({ uid, reason: "spam", at: start }),
    };
    const kept: string[] = [];
    for (const make of Object.values(bound)) {
      const guest = await makeGuest(backend);
      await make(guest);
      kept.push(guest.uid);
    }
    kept.push((await makeMember(backend, "idle@example.test")).uid);
    after(guestDays, hour);
    expect((await backend.retain()).guests).toBe(0);
    for (const uid of kept) expect(await isThere(uid)).toBe(true);
  });

  test("an identity without a session is removed after a day; the counts of users stay", async () => {
    const { d: unused } = await backend.post("identity/anonymous", {});
    const { uid } = await makeGuest(backend);
    // The provider takes the database's own time, and what was looked at by later clocks is behind.
    await backend.db.update(localIdentities).set({ createdAt: start });
    await backend.db.delete(serviceFacts);
    await backend.rollUp();
    const came = async () => (await backend.db.select().from(analysisDays)).map((day) => day.came);
    const before = await came();
    expect(before.at(-1)).toBeGreaterThan(0);
    after(1, -hour);
    await backend.retain();
    expect(await hasIdentity(unused.uid)).toBe(true);
    after(1, hour);
    expect((await backend.retain()).identities).toBe(1);
    expect([await hasIdentity(unused.uid), await hasIdentity(uid)]).toEqual([false, true]);
    after(emptyGuestDays, hour);
    await backend.retain();
    expect(await isThere(uid)).toBe(false);
    after(0, hour);
    await backend.rollUp();
    expect(await came()).toEqual(before);
  });

  test("are removed however many there are, past those who stay, by two at once, and again finds none", async () => {
    const guests = Array.from({ length: 3 * batchSize + 7 }, (_, n) => ({
      ...{ uid: `many-${n}`, anonymous: true, createdAt: start, lastSeenAt: start },
    }));
    await backend.db.insert(users).values(guests);
    await backend.db.execute(sql`insert into favourite (uid, movie_id, title, created_at)
      select uid, 'night-train', 'Night Train', now() from user_account where uid like 'many-%0'`);
    after(emptyGuestDays, hour);
    const removed = await Promise.all([backend.retain(), backend.retain()]);
    const again = await backend.retain();
    const kept = guests.filter(({ uid }) => uid.endsWith("0")).length;
    const all = [...removed, again].reduce((sum, one) => sum + one.guests, 0);
    expect(all).toBeGreaterThanOrEqual(guests.length - kept);
    const left = await backend.db.execute(
      sql`select count(*)::int as n from user_account where uid like 'many-%'`,
    );
    expect(rowsOf<{ n: number }>(left)).toEqual([{ n: kept }]);
    expect((await backend.retain()).guests).toBe(0);
  });
});

test("a session goes when it has ended, and no earlier", async () => {
  const { uid } = await makeMember(backend, "session@example.test");
  const open = async () => (await backend.db.select().from(sessions).where(eq(sessions.uid, uid))).length;
  after(sessionDays, -hour);
  await backend.retain();
  expect(await open()).toBe(1);
  after(sessionDays, hour);
  expect((await backend.retain()).sessions).toBeGreaterThanOrEqual(1);
  expect(await open()).toBe(0);
});

test("an order that came to nothing goes after half a year; one with money, or that may still be paid, stays", async () => {
  const { token } = await makeMember(backend, "orders@example.test");
  const paid = await payInSandbox(backend, token, "succeed");
  const refused = await payInSandbox(backend, token, "fail");
  const open = await makeOrder(backend, token);
  const cancelled = await makeOrder(backend, token);
  await backend.post("order/pay", { number: cancelled.number, method: "sandbox" }, { token });
  await backend.post("order/cancel", { number: cancelled.number }, { token });
  const gone = [refused, open, cancelled].map(({ number }) => number);
  after(2);
  await backend.reconcile();
  after(unpaidOrderDays, -hour);
  expect((await backend.retain()).orders).toBe(0);
  after(unpaidOrderDays, hour);
  expect((await backend.retain()).orders).toBe(3);
  const left = (await backend.db.select().from(orders)).map(({ number }) => number);
  expect(left).toContain(paid.number);
  for (const number of gone) expect(left).not.toContain(number);
});

describe("events", () => {
  const stat = (token?: string, address?: string) =>
    backend.post("stat", { action: "source", target: 0, remark: "x" }, { token, address });

  test("are limited by account, and by address", async () => {
    const { token } = await makeMember(backend, "stat@example.test");
    for (let n = 0; n < 20; n++) expect((await stat(token, `198.51.100.${n}`)).c).toBe(0);
    expect((await stat(token, "198.51.100.99")).c).toBe(429);
    for (let n = 0; n < 120; n++) expect((await stat(undefined, "203.0.113.1")).c).toBe(0);
    expect((await stat(undefined, "203.0.113.1")).c).toBe(429);
    expect((await stat(undefined, "203.0.113.2")).c).toBe(0);
  });

  test("beyond so many a day are not kept, whichever process they came to", async () => {
    await backend.db.delete(statEvents);
    const [one, other] = [1, 2].map(() => createStatRecord(backend.db, { mostADay: 3 }));
    const event = { action: "source", target: 0, remark: "x", uid: null };
    const kept = async () => (await backend.db.select().from(statEvents)).length;
    for (let n = 0; n < 5; n++) await one!({ ...event, now: start });
    await other!({ ...event, now: start });
    expect(await kept()).toBe(3);
    await one!({ ...event, now: new Date(start.getTime() + 86_400_000) });
    expect(await kept()).toBe(4);
  });
});

test("a list takes back what was on it, but no more than so many names that are no title's", async () => {
  const { token, uid } = await makeMember(backend, "list@example.test");
  const item = (id: string) => ({ id, title: "A title", addedAt: start.toISOString() });
  const restore = (items: object[]) => backend.post("favourite/restore", { items }, { token });
  for (let part = 0; part < 51; part++)
    await restore(Array.from({ length: 100 }, (_, n) => item(`gone-${part}-${n}`)));
  expect((await restore([item("night-train"), item("made-up")])).c).toBe(0);
  const left = await backend.db.execute(sql`select count(*)::int as n from favourite where uid = ${uid}`);
  expect(rowsOf<{ n: number }>(left)).toEqual([{ n: 5_001 }]);
  expect((await backend.get("favourite/has", "?id=night-train", { token })).d.added).toBe(true);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
