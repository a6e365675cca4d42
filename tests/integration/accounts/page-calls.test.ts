import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions, users } from "../../../api/db/schema.ts";
import type { CallName } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

/** Calls that pages make in the API's own process, without HTTP between them. */

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "night-train" });
});
afterAll(() => backend.close());

/** One page that is being rendered for the session of a token. */
function page(token: string | null) {
  const visitor = { address: "192.0.2.1", visit: {} };
  return async (name: CallName, input: object = {}) => {
    const caller = { token, locale: "en" as const, userAgent: "test" };
    const { status, envelope } = await backend.direct({ name, input, ...caller }, visitor);
    return { status, ...envelope };
  };
}

const endSession = (uid: string) => backend.db.delete(sessions).where(eq(sessions.uid, uid));

test("a page gets the answers that a client gets over HTTP", async () => {
  const { token } = await backend.person();
  const call = page(token);
  const reads: [CallName, Record<string, string | number>][] = [
    ["home/rows", {}],
    ["movie/list", { limit: 3, sort: "new" }],
    ["movie/list", { limit: 3.5 }],
    ["movie/detail", { id: "night-train" }],
    ["movie/detail", { id: "NIGHT TRAIN" }],
    ["movie/detail", { id: "no-such-movie" }],
    ["movie/search", { q: "\ud800 & ü%" }],
    ["movie/search", { q: "x".repeat(5_000) }],
    ["favourite/list", { unknown: 1 }],
    ["z/movie/list", {}],
  ];
  for (const [name, input] of reads) {
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
    const { status, ...said } = await backend.get(name, `?${query}`, { token });
    expect.soft(await call(name, input), `${name} ${query}`.slice(0, 60)).toEqual({ status, ...said });
  }
  expect(await call("favourite/add", { id: "night-train" })).toEqual({ status: 200, c: 0, m: "", d: {} });
  expect(await call("favourite/add", { id: 7 })).toMatchObject({ status: 422, c: 422 });
  expect(await page(null)("favourite/list")).toMatchObject({ status: 401, c: 401 });
  expect(await page("x".repeat(43))("favourite/list")).toMatchObject({ status: 401, c: 401 });
  expect(backend.bugs).toEqual([]);
});

test("a page looks its session up once; the next page sees that it has ended", async () => {
  const { uid, token } = await backend.person();
  const call = page(token);
  expect((await call("login/token", { token })).c).toBe(0);
  await endSession(uid);
  expect((await call("favourite/list")).c).toBe(0);
  expect((await page(token)("login/token", { token })).c).toBe(401);
  expect((await page(token)("favourite/list")).c).toBe(401);
});

test("the next page sees another level, and an admin's rights that were taken away", async () => {
  const { uid, token } = await backend.person({ admin: 3 });
  expect((await page(token)("z/movie/list")).c).toBe(0);
  await backend.db.update(users).set({ admin: 0 }).where(eq(users.uid, uid));
  expect((await page(token)("z/movie/list")).c).toBe(403);
  expect((await page(token)("login/token", { token })).d).toMatchObject({ admin: 0 });
});

test("a write never relies on a session that was read before, and nothing read before it is used after it", async () => {
  const { uid, token } = await backend.person();
  const call = page(token);
  expect((await call("favourite/list")).c).toBe(0);
  await endSession(uid);
  expect((await call("favourite/add", { id: "night-train" })).c).toBe(401);
  expect((await call("favourite/list")).c).toBe(401);

  const other = await backend.person();
  const leave = page(other.token);
  const reading = leave("favourite/list");
  expect((await leave("session/end")).c).toBe(0);
  await reading;
  expect((await leave("favourite/list")).c).toBe(401);
});

test("a page that is rendered for long looks again after a second", async () => {
  const { uid, token } = await backend.person();
  const call = page(token);
  const at = new Date();
  backend.clock.set(at);
  expect((await call("favourite/list")).c).toBe(0);
  await endSession(uid);
  backend.clock.set(new Date(at.getTime() + 1_000));
  expect((await call("favourite/list")).c).toBe(401);
});

test("an answer that many pages share can't be changed by one of them", async () => {
  const { d } = await page(null)("home/rows");
  const { rows } = d as { rows: { items: { title: string }[] }[] };
  expect(() => rows.push({ items: [] })).toThrow(TypeError);
  expect(() => (rows[0]!.items[0]!.title = "another")).toThrow(TypeError);
});
