import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { statEvents } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

const hostSecret = "native-secret-native-secret-native-secret";
let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({ nativeHostSecret: hostSecret });
  await addMovie(backend.db, { id: "night-train" });
  await addMovie(backend.db, { id: "slow-boat" });
});
afterAll(() => backend.close());

async function guest() {
  const { d: identity } = await backend.post("identity/anonymous", {});
  const { d } = await backend.post("login/uid", { uid: identity.uid, proof: identity.proof });
  return d as { token: string; info: { uid: string; anonymous: number } };
}

async function signUp(email: string, token?: string) {
  const { d: identity } = await backend.post(
    "identity/sign-up",
    { email, password: "correct horse" },
    { token },
  );
  return (await backend.post("login/uid", { uid: identity.uid, proof: identity.proof }, { token })).d;
}

test("an anonymous identity is exchanged for a token and the info of a guest", async () => {
  const { token, info } = await guest();
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(info).toMatchObject({ anonymous: 1, is_vip: false, admin: 0, email: null });
  expect((await backend.post("login/token", { token })).d).toEqual({
    ...info,
    unseen: 0,
    factor_needed: false,
  });
});

test("a bare uid, another uid's proof, an expired or a forged proof open nothing", async () => {
  const { d: one } = await backend.post("identity/anonymous", {});
  const { d: two } = await backend.post("identity/anonymous", {});
  const refused = { status: 401, c: 401, m: "Authentication Failure", d: null };
  expect(await backend.post("login/uid", { uid: one.uid })).toMatchObject(refused);
  expect(await backend.post("login/uid", { uid: one.uid, proof: two.proof })).toMatchObject(refused);
  expect(await backend.post("login/uid", { uid: one.uid, proof: `${one.proof}x` })).toMatchObject(refused);
  const [, payload] = one.proof.split(".");
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
  expect(await backend.post("login/uid", { uid: one.uid, proof: unsigned })).toMatchObject(refused);
  backend.clock.set(new Date(Date.now() + 6 * 60_000));
  expect(await backend.post("login/uid", { uid: one.uid, proof: one.proof })).toMatchObject(refused);
  backend.clock.set(new Date());
});

test("the native host's signed uid opens its own user; an old, forged or bare one does not", async () => {
  const now = backend.clock.now();
  const at = (seconds: number) => Math.floor(now.getTime() / 1000) + seconds;
  const proofOf = (uid: string, madeAt: number, secret = hostSecret) =>
    `${madeAt}.${createHmac("sha256", secret).update(`${uid}.${madeAt}`).digest("hex")}`;
  const login = (uid: string, proof?: string) => backend.post("login/uid", { uid, proof });
  const { c, d } = await login("app-7", proofOf("app-7", at(0)));
  expect(c).toBe(0);
  expect(d.info).toMatchObject({ uid: "native:app-7", anonymous: 0 });
  expect((await login("app-8", proofOf("app-7", at(0)))).c).toBe(401);
  expect((await login("app-7", proofOf("app-7", at(-301)))).c).toBe(401);
  expect((await login("app-7", proofOf("app-7", at(0), "another secret"))).c).toBe(401);
  expect((await login("app-7")).c).toBe(401);
});

test("sign-up, sign-in, and the same answer for a wrong password and an unknown account", async () => {
  const { info } = await signUp("Mia@Example.test");
  expect(info).toMatchObject({ anonymous: 0, email: "mia@example.test" });
  const signIn = (email: string, password: string) => backend.post("identity/sign-in", { email, password });
  expect((await signIn("MIA@example.test", "correct horse")).d.uid).toBe(info.uid);
  const wrong = await signIn("mia@example.test", "wrong");
  const unknown = await signIn("nobody@example.test", "wrong");
  expect(wrong).toEqual(unknown);
  expect(wrong).toMatchObject({ status: 422, c: 4221, m: "E-mail or password is wrong." });
  const taken = await backend.post("identity/sign-up", {
    email: "mia@example.test",
    password: "another one",
  });
  expect(taken).toMatchObject({ status: 409, c: 4091 });
});

test("a guest who signs up keeps the uid and what was watched; the guest's token opens nothing any more", async () => {
  const { token, info } = await guest();
  await backend.post(
    "progress/save",
    { id: "night-train", index: 1, positionS: 40, durationS: 100 },
    { token },
  );
  const member = await signUp("guest@example.test", token);
  expect(member.info).toMatchObject({ uid: info.uid, anonymous: 0 });
  expect((await backend.get("progress/list", "", { token: member.token })).d.items).toHaveLength(1);
  expect(member.token).not.toBe(token);
  expect((await backend.post("login/token", { token })).c).toBe(401);
});

test("a guest who signs in to an account brings along what was watched; the later place wins", async () => {
  const member = await signUp("merge@example.test");
  const at = (minute: number) => backend.clock.set(new Date(Date.UTC(2027, 0, 1, 12, minute)));
  const save = (token: string, id: string, positionS: number) =>
    backend.post("progress/save", { id, index: 1, positionS, durationS: 100 }, { token });
  at(1);
  await save(member.token, "night-train", 10);
  at(2);
  await save(member.token, "slow-boat", 70);
  const visitor = await guest();
  at(3);
  await save(visitor.token, "night-train", 55);
  at(1);
  await save(visitor.token, "slow-boat", 5);
  at(4);
  const signIn = async () => {
    const { d: identity } = await backend.post("identity/sign-in", {
      email: "merge@example.test",
      password: "correct horse",
    });
    return backend.post("login/uid", { uid: identity.uid, proof: identity.proof }, { token: visitor.token });
  };
  const { d } = await signIn();
  await signIn();
  const { items } = (await backend.get("progress/list", "", { token: d.token })).d;
  expect(
    items.map((item: { movie: { id: string }; positionS: number }) => [item.movie.id, item.positionS]),
  ).toEqual([
    ["night-train", 55],
    ["slow-boat", 70],
  ]);
  backend.clock.set(new Date());
});

test("an ended session opens nothing any more; nor does one that was not used for 180 days", async () => {
  const { token } = await guest();
  expect((await backend.post("session/end", {}, { token })).c).toBe(0);
  expect(await backend.post("login/token", { token })).toMatchObject({ status: 401, c: 401 });
  const other = await guest();
  backend.clock.set(new Date(Date.now() + 181 * 86_400_000));
  expect((await backend.post("login/token", { token: other.token })).c).toBe(401);
  backend.clock.set(new Date());
});

test("tokens and passwords are not in the database", async () => {
  const { token } = await signUp("secret@example.test");
  const dump = JSON.stringify([
    await backend.db.query.sessions.findMany(),
    await backend.db.query.localIdentities.findMany(),
    await backend.db.query.users.findMany(),
  ]);
  expect(dump).not.toContain(token);
  expect(dump).not.toContain("correct horse");
  expect(dump).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
});

test("stat keeps one event, with the user where there is one", async () => {
  const { uid, token } = await backend.person();
  expect((await backend.post("stat", { action: "source", target: 0, remark: "poster-7" }, { token })).c).toBe(
    0,
  );
  expect((await backend.post("stat", { action: "source", target: 0, remark: "nobody" })).c).toBe(0);
  const rows = await backend.db.select().from(statEvents).where(eq(statEvents.action, "source"));
  expect(rows.map(({ uid, remark, target }) => ({ uid, remark, target }))).toEqual(
    expect.arrayContaining([
      { uid, remark: "poster-7", target: 0 },
      { uid: null, remark: "nobody", target: 0 },
    ]),
  );
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
