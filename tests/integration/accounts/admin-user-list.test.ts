import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users } from "../../../api/db/schema.ts";
import { eq, like } from "drizzle-orm";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
let owner: { uid: string; token: string };
const dayMs = 86_400_000;
const now = new Date("2026-11-21T12:00:00Z");

beforeAll(async () => {
  backend = await startTestBackend();
  backend.clock.set(now);
  owner = await backend.person({ uid: "zz-owner", admin: 3, name: "Olga", email: "olga@example.test" });
  const rows = Array.from({ length: 60 }, (_, n) => ({
    uid: `u-${String(n).padStart(2, "0")}`,
    anonymous: n % 3 === 0,
    name: n % 3 === 0 ? null : `Person ${["Ahrens", "Brandt", "Costa"][n % 3]} ${n % 7}`,
    email: n % 3 === 0 ? null : `p${n}@mail${n % 2}.test`,
    admin: n === 1 ? 1 : n === 2 ? 2 : 0,
    vipUntil:
      n % 5 === 1 ? new Date(now.getTime() + dayMs) : n % 5 === 2 ? new Date(now.getTime() - dayMs) : null,
    createdAt: new Date(now.getTime() - (n % 10) * dayMs),
    lastSeenAt: new Date(now.getTime() - (n % 4) * dayMs),
  }));
  await backend.db.insert(users).values(rows);
  await backend.post("z/user/ban", { uid: "u-07", reason: "spam", until: null }, { token: owner.token });
});
afterAll(() => backend.close());

const list = async (query: Record<string, string>) =>
  (await backend.get("z/user/list", `?${new URLSearchParams(query)}`, { token: owner.token })).d as {
    items: {
      uid: string;
      name: string | null;
      email: string | null;
      createdAt: string;
      lastSeenAt: string;
      is_vip: boolean;
      ban: unknown;
    }[];
    next: string | null;
    total: number | null;
  };
const bulk = (body: object) => backend.post("z/user/bulk", body, { token: owner.token });
const rowOf = async (uid: string) => (await backend.db.select().from(users).where(eq(users.uid, uid)))[0]!;

async function all(query: Record<string, string>) {
  const items: Awaited<ReturnType<typeof list>>["items"] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list({
      ...query,
      limit: "7",
      ...(cursor && { cursor }),
    });
    items.push(...page.items);
    cursor = page.next;
  }
  return items;
}

describe("the list", () => {
  test.each(["created", "seen", "name"])(
    "by %s, both ways, page by page: everybody once, in order",
    async (sort) => {
      const keyOf = (one: Awaited<ReturnType<typeof list>>["items"][number]) =>
        `${sort === "created" ? one.createdAt : sort === "seen" ? one.lastSeenAt : (one.name ?? one.email ?? one.uid).toLowerCase()} ${one.uid}`;
      for (const direction of ["asc", "desc"]) {
        const keys = (await all({ sort, direction })).map(keyOf);
        expect(new Set(keys).size).toBe(61);
        const sorted = [...keys].sort((a, b) => (a < b ? -1 : 1));
        expect(keys).toEqual(direction === "asc" ? sorted : sorted.reverse());
      }
    },
  );

  test.each([
    [{ q: "brandt" }, (n: number) => n % 3 === 1],
    [{ q: "MAIL1.test" }, (n: number) => n % 3 !== 0 && n % 2 === 1],
    [{ q: "u-0" }, (n: number) => n < 10],
    [{ q: "p5" }, (n: number) => n % 3 !== 0 && (n === 5 || (n >= 50 && n < 60))],
    [{ q: "%" }, () => false],
    [{ q: "_-0" }, () => false],
    [{ role: "guest" }, (n: number) => n % 3 === 0],
    [{ role: "viewer" }, (n: number) => n === 1],
    [{ role: "editor" }, (n: number) => n === 2],
    [{ vip: "active" }, (n: number) => n % 5 === 1],
    [{ vip: "lapsed" }, (n: number) => n % 5 === 2],
    [{ status: "banned" }, (n: number) => n === 7],
    [
      { role: "member", vip: "never", status: "active", q: "costa" },
      (n: number) => n % 3 === 2 && n % 5 !== 1 && n % 5 !== 2,
    ],
  ])("%j", async (query, matches) => {
    const wanted = Array.from({ length: 60 }, (_, n) => n).filter(matches);
    const found = await all(query as Record<string, string>);
    expect(found.map(({ uid }) => uid).sort()).toEqual(wanted.map((n) => `u-${String(n).padStart(2, "0")}`));
    expect((await list(query as Record<string, string>)).total).toBe(wanted.length);
  });

  test("a cursor of another list is refused", async () => {
    const { next } = await list({ sort: "name", limit: "3" });
    const answer = await backend.get("z/user/list", `?sort=created&cursor=${next}`, { token: owner.token });
    expect(answer).toMatchObject({ status: 422, d: { issues: [{ field: "cursor" }] } });
  });
});

describe("the export", () => {
  test("is a table no cell of which a table program would compute", async () => {
    for (const [n, name] of [
      "=cmd|' /C calc'!A0",
      "+1",
      "-1",
      "@SUM(A1)",
      "\tx",
      'a "quoted", name',
    ].entries())
      await backend.person({ uid: `evil-${n}`, name });
    const { d } = await backend.get("z/user/export", "?q=evil-", { token: owner.token });
    const rows = parse(d.csv as string, { columns: true }) as { uid: string; name: string }[];
    expect(rows).toHaveLength(6);
    for (const { name } of rows) expect(name).not.toMatch(/^[=+\-@\t\r]/);
    expect(rows[5]!.name).toBe('a "quoted", name');
    const { d: log } = await backend.get("z/audit/list", "?action=z/user/export", { token: owner.token });
    expect(log.items[0]).toMatchObject({ after: { filter: { q: "evil-" } } });
    await backend.db.delete(users).where(like(users.uid, "evil-%"));
  });
});

describe("many at once", () => {
  test("a dry run says what would happen, and nothing does", async () => {
    const selection = { uids: ["u-07", "u-08", "u-10", "nobody", owner.uid] };
    const { d } = await bulk({ selection, action: { kind: "ban", reason: "spam", days: 7 }, dryRun: true });
    expect(d).toMatchObject({ selected: 5, affected: 2, entry: null });
    expect(d.sample.map(({ uid }: { uid: string }) => uid)).toEqual(["u-08", "u-10"]);
    expect(
      Object.fromEntries(d.skipped.map((one: { why: string; count: number }) => [one.why, one.count])),
    ).toEqual({ unchanged: 1, not_found: 1, yourself: 1 });
    expect((await list({ status: "banned" })).total).toBe(1);
  });

  test("a ban of all a filter finds is undone but for who was changed since", async () => {
    const filter = { vip: "lapsed" };
    const { d } = await bulk({
      selection: { filter },
      action: { kind: "ban", reason: "spam", days: null },
      dryRun: false,
      reason: "a raid",
    });
    expect(d).toMatchObject({ selected: 12, affected: 11 });
    expect((await list({ status: "banned" })).total).toBe(12);
    await backend.post(
      "z/user/save",
      { uid: "u-17", revision: (await rowOf("u-17")).revision, name: "Changed" },
      { token: owner.token },
    );
    backend.clock.set(new Date(now.getTime() + 1000));
    const undo = () => backend.post("z/user/undo", { entry: d.entry }, { token: owner.token });
    expect(await undo()).toMatchObject({ c: 0, d: { restored: 10, skipped: 1 } });
    expect((await list({ status: "banned" })).items.map(({ uid }) => uid).sort()).toEqual(["u-07", "u-17"]);
    expect(await undo()).toMatchObject({ status: 404 });
    const { d: log } = await backend.get("z/audit/list", "?kind=user&target=u-22", { token: owner.token });
    expect(log.items.map(({ action }: { action: string }) => action)).toEqual(["z/user/undo", "z/user/bulk"]);
  });

  test("VIP time and levels come back as they were", async () => {
    const before = await Promise.all(["u-01", "u-02", "u-04"].map(rowOf));
    const uids = ["u-01", "u-02", "u-04"];
    const vip = await bulk({ selection: { uids }, action: { kind: "vip", days: 30 }, dryRun: false });
    expect(vip.d.affected).toBe(3);
    expect((await rowOf("u-01")).vipUntil!.getTime()).toBe(before[0]!.vipUntil!.getTime() + 30 * dayMs);
    expect((await rowOf("u-04")).vipUntil!.getTime()).toBe(backend.clock.now().getTime() + 30 * dayMs);
    await backend.post("z/user/undo", { entry: vip.d.entry }, { token: owner.token });
    expect((await rowOf("u-01")).vipUntil).toEqual(before[0]!.vipUntil);
    expect((await rowOf("u-04")).vipUntil!.getTime()).toBeLessThanOrEqual(backend.clock.now().getTime());
    const level = await bulk({
      selection: { uids: [...uids, owner.uid] },
      action: { kind: "level-none" },
      dryRun: false,
    });
    expect(level.d).toMatchObject({ affected: 2 });
    expect((await rowOf("u-02")).admin).toBe(0);
    await backend.post("z/user/undo", { entry: level.d.entry }, { token: owner.token });
    expect([(await rowOf("u-01")).admin, (await rowOf("u-02")).admin]).toEqual([1, 2]);
  });

  test("more than 500 at once are not touched", async () => {
    const rows = Array.from({ length: 500 }, (_, n) => ({ uid: `crowd-${n}`, anonymous: true }));
    await backend.db.insert(users).values(rows);
    const { d } = await bulk({
      selection: { filter: { role: "guest" } },
      action: { kind: "vip", days: 1 },
      dryRun: false,
    });
    expect(d).toMatchObject({ selected: null, affected: 0, entry: null });
    expect((await rowOf("crowd-0")).vipUntil).toBeNull();
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
