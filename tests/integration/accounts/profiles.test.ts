import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { profiles, sessions } from "../../../api/db/schema.ts";
import { openSession } from "../../../api/domain/accounts/identity/session.ts";
import { makeGuest, makeMember, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { addProfile, fields, openProfile } from "../../setup/profiles.ts";

let backend: TestBackend;
let member: { uid: string; token: string };
const now = new Date("2027-03-01T12:00:00Z");

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "open-sky" });
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(now);
  member = await backend.person({ email: "mia@example.test", name: "Mia" });
});

const list = async (token = member.token) => (await backend.get("profiles/list", "", { token })).d;
const info = async (token = member.token) => (await backend.post("login/token", { token })).d;
const post = (name: string, body: object, token = member.token) => backend.post(name, body, { token });
const setPin = (id: string, pin: string | null) => post("profiles/pin", { id, pin });
const device = () =>
  openSession(backend.db, { uid: member.uid, userAgent: "tablet", now: backend.clock.now() });

describe("an account", () => {
  test("has no profiles at first, and nothing tells of any", async () => {
    expect(await list()).toEqual({ items: [], possible: true, manages: true });
    expect(await info()).not.toHaveProperty("profile");
    expect(await backend.db.select().from(profiles).where(eq(profiles.uid, member.uid))).toEqual([]);
  });

  test("gets its own one with the first further one, and goes on in it", async () => {
    const kim = await addProfile(backend, member.token, { locale: "de", look: 3 });
    expect((await list()).items).toMatchObject([
      { id: member.uid, name: "Mia", main: true, current: true, asks: false, age_limit: null },
      { id: kim, name: "Kim", main: false, current: false, look: 3, locale: "de", asks: false },
    ]);
    expect((await info()).profile).toMatchObject({ id: member.uid, main: true, chosen: true });
  });

  test("shows its admins what all of its profiles have watched", async () => {
    const kim = await addProfile(backend, member.token, { age_limit: 12, unrated: true });
    await openProfile(backend, member.token, kim);
    const place = { id: "open-sky", index: 1, positionS: 30, durationS: 100, settled: true };
    expect((await post("progress/save", place)).c).toBe(0);
    const { token } = await backend.person({ admin: 2 });
    const { d } = await backend.get("z/user/detail", `?uid=${member.uid}`, { token });
    expect(d).toMatchObject({ profiles: [{ name: "Kim", ageLimit: 12 }], watch: { titles: 1, seconds: 30 } });
  });

  test("has five at most, however many are added at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post("profiles/create", fields)));
    expect(answers.filter(({ c }) => c === 0)).toHaveLength(4);
    expect(new Set(answers.map(({ c }) => c))).toEqual(new Set([0, 4094]));
    expect((await list()).items).toHaveLength(5);
  });

  test("is as before once the last further one is deleted", async () => {
    const kim = await addProfile(backend, member.token);
    expect((await post("profiles/delete", { id: kim })).c).toBe(0);
    expect(await list()).toEqual({ items: [], possible: true, manages: true });
    expect(await info()).not.toHaveProperty("profile");
  });

  test("keeps its own one, which has no limit", async () => {
    const kim = await addProfile(backend, member.token);
    expect((await post("profiles/delete", { id: member.uid })).c).toBe(403);
    const limited = { id: member.uid, ...fields, age_limit: 12 };
    expect((await post("profiles/save", limited)).d.issues).toMatchObject([{ field: "age_limit" }]);
    expect((await post("profiles/save", { id: kim, ...fields, name: "Lee", age_limit: 9 })).c).toBe(0);
    expect((await list()).items[1]).toMatchObject({ name: "Lee", age_limit: 9 });
  });
});

describe("who may", () => {
  test("guests and users of a native host have no profiles", async () => {
    const guest = await makeGuest(backend);
    const native = await backend.person({ uid: `native:${member.uid.slice(0, 8)}` });
    for (const { token } of [guest, native]) {
      expect(await list(token)).toEqual({ items: [], possible: false, manages: false });
      expect((await post("profiles/create", fields, token)).c).toBe(403);
    }
  });

  test("another account's profile is not found", async () => {
    const other = await backend.person();
    const theirs = await addProfile(backend, other.token);
    await addProfile(backend, member.token);
    for (const id of [theirs, other.uid, "nothing"])
      for (const [name, body] of [
        ["profiles/open", { id }],
        ["profiles/save", { id, ...fields }],
        ["profiles/pin", { id, pin: "2468" }],
        ["profiles/delete", { id }],
      ] as const)
        expect({ name, c: (await post(name, body)).c }).toEqual({ name, c: 404 });
  });

  test("only the account's own profile changes profiles", async () => {
    const teen = await addProfile(backend, member.token);
    expect((await openProfile(backend, member.token, teen)).c).toBe(0);
    expect(await list()).toMatchObject({ possible: true, manages: false });
    for (const [name, body] of [
      ["profiles/create", fields],
      ["profiles/save", { id: teen, ...fields }],
      ["profiles/pin", { id: teen, pin: "2468" }],
      ["profiles/delete", { id: teen }],
    ] as const)
      expect({ name, c: (await post(name, body)).c }).toEqual({ name, c: 4039 });
    // The account itself stays open to a profile that is no kids profile.
    expect((await backend.get("membership/read", "", { token: member.token })).c).toBe(0);
  });

  test("fields that are none are refused beside their names", async () => {
    for (const [given, field] of [
      [{ name: " " }, "name"],
      [{ name: "n".repeat(31) }, "name"],
      [{ look: 8 }, "look"],
      [{ age_limit: 18 }, "age_limit"],
      [{ locale: "xx" }, "locale"],
    ] as const)
      expect((await post("profiles/create", { ...fields, ...given })).d.issues).toMatchObject([{ field }]);
  });
});

describe("a PIN", () => {
  let teen: string;
  beforeEach(async () => {
    teen = await addProfile(backend, member.token);
    expect((await setPin(teen, "2468")).c).toBe(0);
  });
  const open = (by: { pin?: string; password?: string } = {}) => openProfile(backend, member.token, teen, by);

  test("is asked for, and read however it is typed", async () => {
    expect((await list()).items[1]).toMatchObject({ protected: true, asks: true });
    expect((await open()).d.issues).toMatchObject([{ field: "pin", reason: "required" }]);
    expect((await open({ pin: "1357" })).d.issues).toMatchObject([{ field: "pin", reason: "wrong" }]);
    expect((await open({ pin: " ٢٤-٦٨ " })).c).toBe(0);
    expect((await list()).items[1]).toMatchObject({ current: true, asks: false });
  });

  test.each(["123", "1234567", "12a4", "١٢"])("is four to six digits, not %s", async (pin) => {
    expect((await setPin(teen, pin)).d.issues).toMatchObject([{ field: "pin" }]);
  });

  test("is removed again", async () => {
    expect((await setPin(teen, null)).c).toBe(0);
    expect((await open()).c).toBe(0);
  });

  test("is stored as a hash that needs the service's secret, and is told to no one", async () => {
    const [row] = await backend.db.select().from(profiles).where(eq(profiles.id, teen));
    expect(row!.pinHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify([row, await list(), await info()])).not.toContain("2468");
    // As with a copy of the database alone.
    const { createPasswordHasher } = await import("../../../api/adapters/local-identity/password-hasher.ts");
    const hasher = createPasswordHasher({ atOnce: 1, mostWaiting: 1, busy: () => new Error() });
    expect(await hasher.verify("2468", row!.pinHash!)).toBe(false);
  });

  test("is guessed five times, then one in five minutes; the password opens meanwhile", async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => open({ pin: `${1000 + n}` })));
    expect(guesses.filter(({ c }) => c === 422)).toHaveLength(5);
    expect(guesses.filter(({ c }) => c === 429)).toHaveLength(7);
    expect((await open({ pin: "2468" })).c).toBe(429);
    // Another session of the account, and another profile, share the count.
    expect((await openProfile(backend, await device(), teen, { pin: "2468" })).c).toBe(429);
    backend.clock.set(new Date(now.getTime() + 301_000));
    expect((await open({ pin: "1111" })).c).toBe(422);
    expect((await open({ pin: "2468" })).c).toBe(429);
    backend.clock.set(new Date(now.getTime() + 602_000));
    expect((await open({ pin: "2468" })).c).toBe(0);
  });

  test("that is right costs no guess", async () => {
    for (let turn = 0; turn < 8; turn++) {
      expect((await open({ pin: "2468" })).c).toBe(0);
      expect((await openProfile(backend, member.token, member.uid)).c).toBe(0);
    }
  });
});

test("a forgotten PIN gives way to the password, which then confirms the session", async () => {
  const real = await makeMember(backend, "forgetful@example.test");
  const teen = await addProfile(backend, real.token);
  await post("profiles/pin", { id: teen, pin: "2468" }, real.token);
  backend.clock.set(new Date(now.getTime() + 3_600_000));
  expect((await openProfile(backend, real.token, teen, { password: "wrong" })).c).toBe(422);
  expect((await openProfile(backend, real.token, teen, { password })).c).toBe(0);
  expect((await openProfile(backend, real.token, real.uid)).c).toBe(0);
  expect((await post("profiles/pin", { id: teen, pin: "1357" }, real.token)).c).toBe(0);
});

describe("a new session", () => {
  test("has chosen no profile yet, and goes on in the account's own one where that is open to all", async () => {
    const real = await makeMember(backend, "two-devices@example.test");
    await addProfile(backend, real.token);
    const { d } = await signIn(backend, { email: real.email });
    expect(d.info.profile).toMatchObject({ id: real.uid, main: true, chosen: false });
    expect((await backend.get("favourite/list", "", { token: d.token })).c).toBe(0);
  });

  test("is shut until one is chosen where the account's own one is protected", async () => {
    const teen = await addProfile(backend, member.token);
    await setPin(member.uid, "2468");
    const token = await device();
    const get = (name: string, query = "") => backend.get(name, query, { token });
    for (const name of ["favourite/list", "membership/read", "playback/start"])
      expect((await get(name, name === "playback/start" ? "?id=open-sky" : "")).c).toBe(4039);
    expect((await get("movie/list")).d.items).toEqual([]);
    expect((await get("movie/detail", "?id=open-sky")).c).toBe(404);
    expect((await info(token)).email).toBeNull();
    expect((await openProfile(backend, token, teen)).c).toBe(0);
    expect((await get("movie/detail", "?id=open-sky")).c).toBe(0);
    expect((await openProfile(backend, token, member.uid)).c).toBe(422);
    expect((await openProfile(backend, token, member.uid, { pin: "2468" })).c).toBe(0);
  });

  test("that is proven again chooses again", async () => {
    const real = await makeMember(backend, "again@example.test");
    const kid = await addProfile(backend, real.token, { age_limit: 6 });
    await openProfile(backend, real.token, kid);
    await signIn(backend, { email: real.email, token: real.token });
    expect((await info(real.token)).profile).toMatchObject({ id: real.uid, chosen: false });
  });

  test("does not open a profile that ended meanwhile", async () => {
    const teen = await addProfile(backend, member.token);
    const token = await device();
    await backend.db.delete(sessions).where(eq(sessions.uid, member.uid));
    expect((await openProfile(backend, token, teen)).c).toBe(401);
  });
});

test("a call with a token that opens nothing reads the catalogue as a visitor does", async () => {
  const { c, d } = await backend.get("movie/list", "", { token: "A".repeat(43) });
  expect({ c, items: d.items.length }).toEqual({ c: 0, items: 1 });
});
