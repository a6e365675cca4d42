import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEntries, movies, orders, sessions, users } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan } from "../../setup/payment.ts";

/** Whatever an admin takes away as a file is in the audit log: from its beginning, or from any other place. */
const start = new Date("2026-06-01T12:00:00Z");
const hour = 3_600_000;
const later = (ms: number) => backend.clock.set(new Date(start.getTime() + ms));

let backend: TestBackend;
let owner: { uid: string; token: string };
beforeAll(async () => {
  backend = await startTestBackend();
  backend.clock.set(start);
  await addPlan(backend);
  owner = await backend.person({ admin: 9 });
  // More than one part of each.
  const uids = Array.from({ length: 1_100 }, (_, n) => `u-${String(n).padStart(4, "0")}`);
  await backend.db.insert(users).values(uids.map((uid) => ({ uid, anonymous: true })));
  await backend.db.insert(orders).values(
    uids.map((uid, n) => ({
      ...{ number: `AAAA-AAAA-${String(n).padStart(4, "0")}`, uid, key: randomUUID(), planId: "month" },
      plan: { id: "month", texts: {}, duration: { unit: "day" as const, count: 30 }, renews: false },
      ...{ currency: "USD", amount: 499, state: "expired" as const },
      ...{ createdAt: new Date(start.getTime() + n * 1000), expiresAt: start },
    })),
  );
});
beforeEach(async () => {
  later(0);
  await backend.db.delete(auditEntries);
});
afterAll(() => backend.close());

const noted = async () =>
  (await backend.db.select().from(auditEntries)).map(({ action, actorUid, after }) => ({
    ...{ action, actorUid, after },
  }));
const cursorOf = (key: string, id: string) => Buffer.from(JSON.stringify([key, id])).toString("base64url");

describe.each([
  { call: "z/user/export", madeUp: cursorOf("uid", "u-0000"), narrower: "&q=u-00" },
  {
    call: "z/order/export",
    madeUp: cursorOf("2030-01-01T00:00:00.000000Z", "ZZZZ-ZZZZ-ZZZZ"),
    narrower: "&state=expired",
  },
])("$call", ({ call, madeUp, narrower }) => {
  const take = (query: string, token = owner.token) => backend.get(call, query, { token });
  const entry = { action: call, actorUid: "", after: { filter: {} } };
  const entries = (n: number) => Array<typeof entry>(n).fill({ ...entry, actorUid: owner.uid });

  test("is noted once, however many parts it has", async () => {
    const first = await take("");
    expect(first.d.rows).toBe(1_000);
    const second = await take(`?cursor=${first.d.next}`);
    expect(second.c).toBe(0);
    expect(second.d.rows).toBeGreaterThan(99);
    expect(second.d.next).toBeNull();
    expect(await noted()).toEqual(entries(1));
  });

  test("is noted where it begins at a forged cursor", async () => {
    expect((await take(`?cursor=${madeUp}`)).d.rows).toBe(1_000);
    expect((await take(`?cursor=${randomUUID()}.${madeUp}`)).d.rows).toBe(1_000);
    expect(await noted()).toEqual(entries(2));
  });

  test("is noted anew with another filter, by another admin, and a day later", async () => {
    const { next } = (await take("")).d;
    const other = await backend.person({ admin: 9 });
    await backend.db.delete(auditEntries);
    const again = (await take("")).d.next as string;
    await take(`?cursor=${again}${narrower}`);
    await take(`?cursor=${again}`, other.token);
    const confirm = () => backend.db.update(sessions).set({ confirmedAt: backend.clock.now() });
    await confirm();
    later(25 * hour);
    expect((await take(`?cursor=${again}`)).c).toBe(4038);
    await confirm();
    await take(`?cursor=${again}`);
    expect(await noted()).toHaveLength(4);
    // An entry that is gone covers nothing.
    await take(`?cursor=${next}`);
    expect(await noted()).toHaveLength(5);
  });

  test("a part that was never offered is refused, and counts for nothing", async () => {
    for (const cursor of ["x", "x.y", `${randomUUID()}.x`, `${randomUUID()}.`]) {
      expect(await take(`?cursor=${cursor}`), cursor).toMatchObject({
        ...{ status: 422, d: { issues: [{ field: "cursor" }] } },
      });
    }
    expect(await noted()).toEqual([]);
  });
});

test("titles as well: noted once, and where they begin at a forged cursor", async () => {
  const titles = Array.from({ length: 201 }, (_, n) => `title-${String(n).padStart(3, "0")}`);
  await backend.db.insert(movies).values(
    titles.map((id) => ({
      ...{ id, kind: "film" as const, access: "free" as const, status: "draft" as const, year: 2020 },
      ...{ rating: 6, originalLanguage: "en", colour: "#336699", artworkVersion: "1", genres: [] },
      publishedAt: start,
    })),
  );
  const take = (query: string) => backend.get("z/movie/export", query, { token: owner.token });
  const { next } = (await take("")).d;
  expect((await take(`?cursor=${next}`)).d).toMatchObject({ rows: 1, next: null });
  expect(await noted()).toHaveLength(1);
  expect((await take(`?cursor=${cursorOf("id", "title-000")}`)).d.rows).toBe(200);
  expect(await noted()).toHaveLength(2);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
