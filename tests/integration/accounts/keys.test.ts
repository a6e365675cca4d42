import { codes } from "../../../contract/codes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { apiKeys, bans, users } from "../../../api/db/schema.ts";
import type { Permission } from "../../../contract/accounts/permissions.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
let owner: { uid: string; token: string };
beforeAll(async () => {
  backend = await startTestBackend();
  owner = await backend.person({ admin: 3, name: "Olga" });
  await backend.person({ admin: 3 });
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
});

type Given = { permissions?: Permission[]; name?: string; expiresAt?: string | null; key?: string };

const payload = (given: Given = {}) => ({
  key: crypto.randomUUID(),
  name: "Importer",
  permissions: ["catalogue.read"],
  expiresAt: null,
  ...given,
});
const make = async (given: Given = {}, token = owner.token) => {
  const answer = await backend.post("z/key/create", payload(given), { token });
  expect(answer.c).toBe(0);
  return { id: answer.d.key.id as string, token: answer.d.token as string, facts: answer.d.key };
};
const statusOf = async (token: string, name = "z/movie/list") =>
  (await backend.get(name, "", { token })).status;
const listed = async (id: string) => {
  const { d } = await backend.get("z/key/list", "?limit=100", { token: owner.token });
  return (d.items as { id: string; state: string; lastUsedAt: string | null }[]).find(
    (key) => key.id === id,
  )!;
};

describe("a key", () => {
  test("is shown once, and stored as a hash", async () => {
    const given = payload();
    const first = await backend.post("z/key/create", given, { token: owner.token });
    expect(first.d.token).toMatch(/^mk_[\w-]{43}$/);
    expect(first.d.key).toMatchObject({
      ...{ name: "Importer", permissions: ["catalogue.read"], state: "active", lastUsedAt: null },
      hint: first.d.token.slice(0, 7),
      actor: { uid: owner.uid, name: "Olga" },
    });
    const again = await backend.post("z/key/create", given, { token: owner.token });
    expect(again.d).toEqual({ key: first.d.key, token: null });
    const other = await backend.post("z/key/create", { ...given, name: "Other" }, { token: owner.token });
    expect(other.status).toBe(409);
    const [row] = await backend.db.select().from(apiKeys).where(eq(apiKeys.id, given.key));
    expect(JSON.stringify(row)).not.toContain(first.d.token.slice(7));
    const list = await backend.get("z/key/list", "", { token: owner.token });
    expect(JSON.stringify(list)).not.toContain(first.d.token.slice(7));
  });

  test("does what its permissions say, and no more", async () => {
    const { token } = await make();
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(token, "z/user/list")).toBe(403);
    const created = await backend.post(
      "z/movie/create",
      { ...movie, key: crypto.randomUUID(), id: "by-reader" },
      { token },
    );
    expect(created.status).toBe(403);
  });

  test("does not get another permission by a call that takes several", async () => {
    const { uid } = await backend.person({ name: "Mia", email: "mia@example.test" });
    const { token } = await make({ permissions: ["users.write"] });
    const save = (level: string) => backend.post("z/user/save", { uid, revision: 0, level }, { token });
    expect((await save("viewer")).status).toBe(403);
    const demote = { selection: { uids: [uid] }, action: { kind: "level-none" }, dryRun: true };
    expect((await backend.post("z/user/bulk", demote, { token })).status).toBe(403);
    expect((await backend.post("z/user/save", { uid, revision: 0, name: "Mira" }, { token })).status).toBe(
      200,
    );
    const both = await make({ permissions: ["users.write", "users.levels"] });
    const raise = { uid, revision: 1, level: "viewer" };
    expect((await backend.post("z/user/save", raise, { token: both.token })).status).toBe(200);
  });

  test("makes no key that may do more than itself", async () => {
    const { token } = await make({ permissions: ["keys.write", "catalogue.read"] });
    const more = await backend.post("z/key/create", payload({ permissions: ["users.read"] }), { token });
    expect(more).toMatchObject({ status: 422, d: { issues: [{ field: "permissions" }] } });
    const less = await backend.post("z/key/create", payload(), { token });
    expect(less.c).toBe(0);
    expect(await statusOf(less.d.token)).toBe(200);
  });

  test("opens no user's call, and no page", async () => {
    const { token } = await make({ permissions: ["catalogue.read", "users.read"] });
    for (const name of ["notice/list", "favourite/list", "profile/export", "membership/read"])
      expect(await statusOf(token, name), name).toBe(401);
    expect((await backend.post("login/token", { token })).status).toBe(422);
    const visitor = { address: "192.0.2.1", visit: {} };
    const call = { name: "z/movie/list", input: {}, token, locale: "en", userAgent: "" } as const;
    expect((await backend.direct(call, visitor)).status).toBe(401);
    const upload = await backend.fetch("/oss/upload", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(upload.status).toBeGreaterThanOrEqual(400);
  });
});

const movie = {
  ...{ title: "By a key", originalLanguage: "en", kind: "film", access: "free" },
  ...{ year: 2024, rating: 0 },
};

describe("no longer works", () => {
  test("when it is wrong, cut or of another letter case", async () => {
    const { token } = await make();
    const wrong = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    for (const one of [wrong, token.slice(3), token.slice(0, -1), token.replace("mk_", "MK_"), `${token}A`])
      expect(await statusOf(one), one.slice(0, 6)).toBe(401);
  });

  test("when its time is over", async () => {
    const end = new Date(Date.now() + 3_600_000);
    const { token, id } = await make({ expiresAt: end.toISOString() });
    expect(await statusOf(token)).toBe(200);
    backend.clock.set(end);
    try {
      expect(await statusOf(token)).toBe(401);
      expect((await listed(id)).state).toBe("expired");
      const past = payload({ expiresAt: new Date(end.getTime() - 1).toISOString() });
      // The owner's session is an hour old: it has to be confirmed.
      expect((await backend.post("z/key/create", past, { token: owner.token })).c).toBe(
        codes.confirm_required.c,
      );
      const fresh = await backend.person({ admin: 3 });
      const refused = await backend.post("z/key/create", past, fresh);
      expect(refused.d.issues).toMatchObject([{ field: "expiresAt", reason: "too_small" }]);
    } finally {
      backend.clock.set(new Date());
    }
  });

  test("when it is revoked, at once and for good", async () => {
    const { token, id } = await make();
    const revoke = () => backend.post("z/key/revoke", { id, reason: "leaked" }, { token: owner.token });
    expect((await revoke()).c).toBe(0);
    expect(await statusOf(token)).toBe(401);
    expect((await revoke()).c).toBe(0);
    expect((await listed(id)).state).toBe("revoked");
    const missing = await backend.post("z/key/revoke", { id: crypto.randomUUID() }, { token: owner.token });
    expect(missing.status).toBe(404);
  });

  test("while the admin who made it is no owner, is suspended, or has left", async () => {
    const maker = await backend.person({ admin: 3, name: "Max" });
    const { token, id } = await make({}, maker.token);
    const set = (admin: number) => backend.db.update(users).set({ admin }).where(eq(users.uid, maker.uid));
    await set(2);
    expect(await statusOf(token)).toBe(401);
    expect((await listed(id)).state).toBe("idle");
    await set(3);
    expect(await statusOf(token)).toBe(200);
    await backend.db.insert(bans).values({ uid: maker.uid, reason: "abuse", at: new Date() });
    expect(await statusOf(token)).toBe(401);
    expect((await listed(id)).state).toBe("idle");
    await backend.db.delete(bans);
    expect(await statusOf(token)).toBe(200);
    await backend.db.delete(users).where(eq(users.uid, maker.uid));
    expect(await statusOf(token)).toBe(401);
  });
});

test("when it was last used is written once a minute", async () => {
  const begin = new Date("2026-03-01T12:00:00Z");
  const { token, id } = await make();
  const useAt = async (seconds: number) => {
    backend.clock.set(new Date(begin.getTime() + seconds * 1_000));
    expect(await statusOf(token)).toBe(200);
    const [row] = await backend.db.select().from(apiKeys).where(eq(apiKeys.id, id));
    return (row!.lastUsedAt!.getTime() - begin.getTime()) / 1_000;
  };
  try {
    expect([await useAt(0), await useAt(59), await useAt(60), await useAt(100)]).toEqual([0, 0, 60, 60]);
  } finally {
    backend.clock.set(new Date());
  }
});

test("the audit log names the key as who acted, and has no key in it", async () => {
  const { token, id } = await make({ name: "Night job", permissions: ["catalogue.write", "audit.read"] });
  const create = { ...movie, key: crypto.randomUUID(), id: "by-night" };
  expect((await backend.post("z/movie/create", create, { token })).c).toBe(0);
  // Of two entries of one moment none is the later.
  backend.clock.set(new Date(backend.clock.now().getTime() + 1_000));
  await backend.post("z/key/revoke", { id }, { token: owner.token });
  const entries = async (target: string) => {
    const { d } = await backend.get("z/audit/list", `?target=${target}`, { token: owner.token });
    return d.items as Record<string, unknown>[];
  };
  expect(await entries("by-night")).toMatchObject([
    { action: "z/movie/create", actor: { uid: owner.uid, name: "Olga", key: "Night job" } },
  ]);
  const ofKey = await entries(id);
  expect(ofKey).toMatchObject([
    { action: "z/key/revoke", actor: { key: null }, target: { kind: "key", name: "Night job" } },
    { action: "z/key/create", after: { permissions: ["audit.read", "catalogue.write"] } },
  ]);
  expect(JSON.stringify(ofKey)).not.toContain(token.slice(7));
});

test("a change of rows that are locked first keeps the key's name", async () => {
  const { uid } = await backend.person({ name: "Locked", email: "locked@example.test" });
  const { token } = await make({ name: "Locker", permissions: ["users.write"] });
  await backend.post("z/user/save", { uid, revision: 0, name: "Renamed" }, { token });
  const { d } = await backend.get("z/audit/list", `?target=${uid}`, { token: owner.token });
  expect(d.items[0]).toMatchObject({ action: "z/user/save", actor: { key: "Locker" } });
});
