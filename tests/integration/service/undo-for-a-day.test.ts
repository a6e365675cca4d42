import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeMember, password } from "../../setup/account.ts";
import { sessions, users } from "../../../api/db/schema.ts";
import { eq } from "drizzle-orm";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let ada: string;
let ben: string;
beforeAll(async () => {
  backend = await startTestBackend();
  ada = (await backend.person({ admin: 3, name: "Ada" })).token;
  ben = (await backend.person({ admin: 2, name: "Ben" })).token;
});
afterAll(() => backend.close());

const post = (name: string, body: object, token = ada) => backend.post(name, body, { token });
const undoable = async (kind: "movie" | "user", query = "", token = ada) =>
  (await backend.get(`z/${kind}/undoable`, query, { token })).d.items as { entry: string; state: string }[];

describe("an action on many titles", () => {
  test("is listed for its admin, and on its title for every admin, until it is undone", async () => {
    for (const id of ["one", "two"]) await addMovie(backend.db, { id });
    const bulk = { selection: { ids: ["one", "two"] }, action: { kind: "tag", tag: "fest" }, dryRun: false };
    const { entry } = (await post("z/movie/bulk", bulk)).d;
    expect(await undoable("movie")).toMatchObject([
      { entry, kind: "tag", number: 2, by: "Ada", state: "possible" },
    ]);
    expect(await undoable("movie", "", ben)).toEqual([]);
    expect(await undoable("movie", "?id=one", ben)).toMatchObject([{ entry, state: "possible" }]);
    expect((await post("z/movie/undo", { entry, id: "one" }, ben)).d).toEqual({ restored: 1, skipped: 0 });
    expect(await undoable("movie", "?id=one")).toMatchObject([{ entry, state: "changed" }]);
    expect(await undoable("movie", "?id=two")).toMatchObject([{ entry, state: "possible" }]);
    // The rest of it, without the one that was changed since.
    expect((await post("z/movie/undo", { entry })).d).toEqual({ restored: 1, skipped: 1 });
    expect(await undoable("movie")).toMatchObject([{ entry, state: "done" }]);
    expect((await post("z/movie/undo", { entry, id: "two" })).c).toBe(404);
  });

  test("gives one deleted title back by itself, and is not listed after a day", async () => {
    for (const id of ["gone-a", "gone-b"]) await addMovie(backend.db, { id });
    const ids = ["gone-a", "gone-b"];
    await post("z/movie/bulk", { selection: { ids }, action: { kind: "delete" }, dryRun: false });
    const [found] = await undoable("movie", "?id=gone-a");
    expect(found).toMatchObject({ kind: "delete", state: "possible" });
    await post("z/movie/undo", { entry: found!.entry, id: "gone-a" });
    const there = async (id: string) => (await backend.get("movie/detail", `?id=${id}`)).c === 0;
    expect([await there("gone-a"), await there("gone-b")]).toEqual([true, false]);
    backend.clock.set(new Date(Date.now() + 25 * 3_600_000));
    expect(await undoable("movie", "?id=gone-b")).toEqual([]);
    backend.clock.set(new Date());
  });
});

test("an action on many accounts is undone for one of them", async () => {
  const people = await Promise.all([backend.person(), backend.person()]);
  const uids = people.map(({ uid }) => uid);
  const action = { kind: "ban", reason: "spam", days: null };
  const { entry } = (await post("z/user/bulk", { selection: { uids }, action, dryRun: false })).d;
  expect(await undoable("user")).toMatchObject([{ entry, kind: "ban", number: 2 }]);
  expect((await post("z/user/undo", { entry, uid: uids[0] }, ben)).d).toEqual({ restored: 1, skipped: 0 });
  expect(await undoable("user", `?uid=${uids[0]}`)).toMatchObject([{ state: "changed" }]);
  expect((await post("z/user/undo", { entry })).d).toEqual({ restored: 1, skipped: 1 });
});

describe("the audit log of an action on many", () => {
  type Entry = {
    id: string;
    action: string;
    target: { id: string; name: string };
    undo: string;
    parts: { count: number; sample: { id: string; name: string }[] } | null;
  };
  const audit = async (query: string) =>
    (await backend.get("z/audit/list", query, { token: ada })).d.items as Entry[];
  const ids = Array.from({ length: 60 }, (_, n) => `many-${String(n).padStart(2, "0")}`);
  let entry: string;
  // Each action has a time of its own, by which the log is ordered.
  beforeEach(() => backend.clock.set(new Date(backend.clock.now().getTime() + 1_000)));
  const later = () => backend.clock.set(new Date(backend.clock.now().getTime() + 1));
  beforeAll(async () => {
    for (const id of ids) await addMovie(backend.db, { id, texts: { en: { title: `Title ${id}` } } });
    const action = { kind: "access", access: "vip" };
    entry = (await post("z/movie/bulk", { selection: { ids }, action, dryRun: false })).d.entry;
  });

  test("is one entry with its undo on the first page, which names the first titles", async () => {
    const [first, second] = await audit("?kind=movie&limit=2");
    expect(first).toMatchObject({ id: entry, undo: "possible", parts: { count: 60 } });
    expect(first!.parts!.sample).toEqual(ids.slice(0, 5).map((id) => ({ id, name: `Title ${id}` })));
    expect(second!.id).not.toBe(entry);
    expect(second!.target.id).not.toMatch(/^many-/);
  });

  test("leads to the entries of its titles, page by page, and each title has its own", async () => {
    const { d } = await backend.get("z/audit/list", `?of=${entry}&limit=50`, { token: ada });
    const rest = await audit(`?of=${entry}&limit=50&cursor=${encodeURIComponent(d.next)}`);
    const found = [...(d.items as Entry[]), ...rest];
    expect(found.map(({ target }) => target.id).sort()).toEqual(ids);
    expect(found[0]).toMatchObject({ undo: "none", parts: null, after: { access: "vip" } });
    const [own] = await audit("?kind=movie&target=many-07");
    expect(own).toMatchObject({
      action: "z/movie/bulk",
      before: { access: "free" },
      after: { access: "vip" },
    });
  });

  test("has no entries below one that is no such action's, or is not there", async () => {
    const [single] = await audit("?kind=movie&target=many-07&limit=1");
    for (const id of [single!.id, "00000000-0000-4000-8000-000000000000"])
      expect(await audit(`?of=${id}`)).toEqual([]);
  });

  test("is taken back from what to what, for all and for one", async () => {
    await post("z/movie/undo", { entry, id: "many-00" });
    const action = { kind: "access", access: "signed-in" };
    const again = { selection: { ids: ["many-00", "many-01"] }, action, dryRun: false };
    later();
    await post("z/movie/bulk", again);
    const changes = async (query = "") =>
      (await backend.get("z/movie/undoable", query, { token: ada })).d.items[0].change;
    expect(await changes()).toEqual({ from: ["free", "vip"], to: "signed-in" });
    expect(await changes("?id=many-01")).toEqual({ from: ["vip"], to: "signed-in" });
  });

  test("of accounts, and of an undo, is one entry too", async () => {
    const uids = (await Promise.all([backend.person(), backend.person()])).map(({ uid }) => uid);
    const action = { kind: "ban", reason: "spam", days: null };
    const done = (await post("z/user/bulk", { selection: { uids }, action, dryRun: false })).d;
    later();
    await post("z/user/undo", { entry: done.entry });
    const [undo, bulk] = await audit("?kind=user&limit=2");
    expect(undo).toMatchObject({ action: "z/user/undo", parts: { count: 2 } });
    expect(bulk).toMatchObject({ id: done.entry, undo: "done", parts: { count: 2 } });
    expect((await audit(`?of=${done.entry}`)).map(({ target }) => target.id).sort()).toEqual(
      [...uids].sort(),
    );
  });
});

describe("a new owner", () => {
  test("takes a reason, and a session whose admin proved who they are lately", async () => {
    const owner = await makeMember(backend, "olga@example.test");
    await backend.db.update(users).set({ admin: 3 }).where(eq(users.uid, owner.uid));
    const { uid } = await backend.person();
    const rise = (fields: object) =>
      post("z/user/save", { uid, revision: 0, level: "owner", ...fields }, owner.token);
    const reason = "runs the place";
    expect(await rise({})).toMatchObject({
      c: 422,
      d: { issues: [{ field: "reason", reason: "required" }] },
    });
    await backend.db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.uid, owner.uid));
    expect((await rise({ reason })).c).toBe(4038);
    await backend.post("session/confirm", { password }, owner);
    expect((await rise({ reason })).c).toBe(0);
    const { items } = (await backend.get("z/audit/list", `?kind=user&target=${uid}`, owner)).d;
    expect(items).toContainEqual(expect.objectContaining({ reason, after: { level: "owner" } }));
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
