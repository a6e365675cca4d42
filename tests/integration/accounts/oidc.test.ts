import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  externalIdentities,
  localIdentities,
  oidcAttempts,
  settingRows,
  users,
} from "../../../api/db/schema.ts";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { appCode, turnOn } from "../../setup/factor.ts";
import { startOidcStub, type OidcStub, type Said } from "../../setup/oidc-stub.ts";

let backend: TestBackend;
let stub: OidcStub;
let owner: { uid: string; token: string };
const clientSecret = "a-secret-of-the-client-0123456789";

const set = async (values: object, by = owner, at = backend) => {
  const { d } = await at.get("z/settings/read", "", by);
  return at.post("z/settings/save", { revision: d.revision, values }, by);
};
const values = () => ({
  oidcIssuer: stub.issuer,
  oidcClientId: "matinee",
  oidcSecret: clientSecret,
  oidcLabel: "Example ID",
});
beforeAll(async () => {
  [backend, stub] = await Promise.all([startTestBackend({ oidcPrivate: true }), startOidcStub()]);
  owner = await backend.person({ admin: 3 });
  expect((await set(values())).c).toBe(0);
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
  await stub.close();
});

let callers = 0;
const newAddress = () => `198.51.100.${++callers}`;
let subjects = 0;
const newSubject = () => `subject-${++subjects}`;
const post = (name: string, body: object, token?: string) =>
  backend.post(name, body, { token, address: newAddress() });

/** Signs in at the provider, as far as the proof. */
async function provenBy(said: Said, twist: Record<string, string> = {}) {
  stub.say(said);
  const { d } = await post("oidc/begin", { for: "sign-in" });
  return post("identity/oidc", { ticket: d.ticket, callback: stub.follow(d.url, twist) });
}
/** The whole sign-in. */
async function enterBy(said: Said, token?: string) {
  const { d: proven } = await provenBy(said);
  return post("login/uid", { uid: proven.uid, proof: proven.proof }, token);
}
async function link(member: { token: string }, said: Said) {
  stub.say(said);
  const { d } = await post("oidc/begin", { for: "link" }, member.token);
  return post("oidc/link", { ticket: d.ticket, callback: stub.follow(d.url) }, member.token);
}
const refused = { status: 422, c: 42210 };

test("without a provider there is nothing: no button, no call", async () => {
  expect((await set({ oidcIssuer: null })).c).toBe(0);
  expect((await backend.get("config")).d.identity.oidc).toBeNull();
  expect((await post("oidc/begin", { for: "sign-in" })).c).toBe(404);
  expect((await set(values())).c).toBe(0);
});

test("an owner sets it, in a confirmed session; its secret leaves the server as a mask", async () => {
  const editor = await backend.person({ admin: 2 });
  expect((await set(values(), editor)).c).toBe(403);
  const saved = await set(values());
  expect(saved.d.values.oidcSecret).toBe("••••6789");
  expect((await set({ oidcSecret: "••••6789" })).c).toBe(0);
  const [row] = await backend.db.select().from(settingRows).where(eq(settingRows.key, "oidcSecret"));
  expect(row!.value).toBe(clientSecret);
  expect((await backend.get("config")).d.identity.oidc).toBe("Example ID");
  for (const name of ["z/settings/history", "z/audit/list", "z/settings/export"])
    expect(JSON.stringify(await backend.get(name, "", owner))).not.toContain(clientSecret);
});

test("the address of a provider is held to the internet and https, when saved and when asked", async () => {
  const strict = await startTestBackend({ beside: backend });
  for (const oidcIssuer of [
    "http://id.example.com",
    "https://127.0.0.1",
    "https://localhost:8443/realm",
    "https://[::1]/",
    "https://10.0.0.8",
    "https://169.254.169.254/latest",
    "https://user:word@id.example.com",
    "https://printer.internal",
    "ftp://id.example.com",
    "id.example.com",
  ])
    expect((await set({ oidcIssuer }, owner, strict)).c, oidcIssuer).toBe(422);
  // Saved by a process that may, it is still not asked by one that may not.
  expect((await strict.post("oidc/begin", { for: "sign-in" }, { address: newAddress() })).c).toBe(5037);
  await strict.close();
});

describe("a sign-in", () => {
  test("asks with PKCE, state and nonce, and sends no secret through the browser", async () => {
    const { d } = await post("oidc/begin", { for: "sign-in" });
    const { origin, searchParams } = new URL(d.url);
    expect(origin).toBe(stub.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ client_id: "matinee", response_type: "code", code_challenge_method: "S256" },
      redirect_uri: "https://matinee.test/page/login/oidc",
      scope: "openid email profile",
    });
    for (const name of ["state", "nonce", "code_challenge"])
      expect(searchParams.get(name)!.length).toBeGreaterThan(40);
    expect(d.url).not.toContain(clientSecret);
    const rows = JSON.stringify(await backend.db.select().from(oidcAttempts));
    for (const hidden of [d.ticket, searchParams.get("state")!, searchParams.get("nonce")!])
      expect(rows).not.toContain(hidden);
  });

  test("makes an account once, and opens it from then on by issuer and subject", async () => {
    const claims = { sub: newSubject(), email: "New@id.test", email_verified: true, name: "Nia" };
    const first = await enterBy({ claims });
    expect(first).toMatchObject({ c: 0, d: { info: { anonymous: 0, email: "new@id.test", name: "Nia" } } });
    const later = await enterBy({ claims: { ...claims, email: "moved@id.test" } });
    expect(later.d.info).toMatchObject({ uid: first.d.info.uid, email: "new@id.test" });
    const form = stub.asked.at(-1)!;
    expect([form.get("client_secret"), form.get("grant_type")]).toEqual([clientSecret, "authorization_code"]);
    expect(form.get("code_verifier")!.length).toBeGreaterThan(40);
  });

  test("takes a guest's data over", async () => {
    const guest = await makeGuest(backend);
    const { c, d } = await enterBy({ claims: { sub: newSubject() } }, guest.token);
    expect([c, d.info.anonymous, d.info.uid === guest.uid]).toEqual([0, 0, false]);
    expect(await backend.db.select().from(users).where(eq(users.uid, d.info.uid))).toHaveLength(1);
  });

  test("never opens an account by its e-mail, which has to be linked from within", async () => {
    const victim = await makeMember(backend, "victim@id.test");
    const said = { claims: { sub: newSubject(), email: "Victim@id.test", email_verified: true } };
    expect(await provenBy(said)).toMatchObject({ status: 409, c: 40917 });
    expect(
      await backend.db.select().from(externalIdentities).where(eq(externalIdentities.uid, victim.uid)),
    ).toEqual([]);
  });

  test.each([false, "true", undefined, 1])(
    "an e-mail that is verified %j fills nothing",
    async (verified) => {
      await makeMember(backend, `known-${String(verified)}@id.test`);
      const email = `known-${String(verified)}@id.test`;
      const { c, d } = await enterBy({ claims: { sub: newSubject(), email, email_verified: verified } });
      expect([c, d.info.email, d.info.anonymous]).toEqual([0, null, 0]);
      const again = await backend.post("login/token", { token: d.token });
      expect(again.d.anonymous).toBe(0);
    },
  );

  test("of two at once of one new subject, one account comes", async () => {
    const said = { claims: { sub: newSubject(), email: "race@id.test", email_verified: true } };
    stub.say(said);
    const begun = await Promise.all([0, 1].map(() => post("oidc/begin", { for: "sign-in" })));
    const proven = await Promise.all(
      begun.map(({ d }) => post("identity/oidc", { ticket: d.ticket, callback: stub.follow(d.url) })),
    );
    const uids = new Set(proven.filter(({ c }) => c === 0).map(({ d }) => d.uid));
    expect(uids.size).toBe(1);
    const rows = await backend.db
      .select()
      .from(localIdentities)
      .where(eq(localIdentities.email, "race@id.test"));
    expect(rows).toHaveLength(1);
  });

  test("asks for the second factor, and keeps a suspended account shut", async () => {
    const said = { claims: { sub: newSubject(), email: "factor@id.test", email_verified: true } };
    const { d } = await enterBy(said);
    const { secret } = await turnOn(backend, d.token);
    const waiting = await enterBy(said);
    expect(waiting).toMatchObject({ c: 4036, d: { pending: { app: true } } });
    const finish = { ticket: waiting.d.pending.ticket, code: appCode(backend, secret, 30) };
    expect((await post("login/factor", finish)).c).toBe(0);
    const ban = { uid: d.info.uid, reason: "spam", until: null, note: "sent it 40 times" };
    expect((await backend.post("z/user/ban", ban, owner)).c).toBe(0);
    expect((await enterBy(said)).c).toBe(4033);
  });

  test("makes no account where the operator takes none", async () => {
    expect((await set({ signUp: "closed" })).c).toBe(0);
    const answer = await provenBy({ claims: { sub: newSubject() } });
    expect((await set({ signUp: "open" })).c).toBe(0);
    expect(answer.c).toBe(4034);
  });
});

describe("is refused", () => {
  test.each<[string, Partial<Said>, Record<string, string>]>([
    ["another issuer in the token", { issuer: "https://evil.example" }, {}],
    ["another issuer in the answer", {}, { iss: "https://evil.example" }],
    ["a token for another service", { audience: "another-client" }, {}],
    ["another nonce", { nonce: "another-nonce" }, {}],
    ["no nonce", { nonce: null }, {}],
    ["an expired token", { expiresS: -60 }, {}],
    ["a token of another key", { forged: true }, {}],
    ["another state", {}, { state: "another-state" }],
    ["a code of nowhere", {}, { code: "made-up" }],
    ["a user who says no", {}, { error: "access_denied" }],
  ])("%s", async (_what, said, twist) => {
    const sub = newSubject();
    expect(await provenBy({ claims: { sub }, ...said }, twist)).toMatchObject(refused);
    expect(
      await backend.db.select().from(externalIdentities).where(eq(externalIdentities.subject, sub)),
    ).toEqual([]);
  });

  test("an answer that comes a second time, also to another ticket, and without a ticket", async () => {
    stub.say({ claims: { sub: newSubject() } });
    const { d } = await post("oidc/begin", { for: "sign-in" });
    const callback = stub.follow(d.url);
    expect((await post("identity/oidc", { ticket: d.ticket, callback })).c).toBe(0);
    expect(await post("identity/oidc", { ticket: d.ticket, callback })).toMatchObject(refused);
    const { d: other } = await post("oidc/begin", { for: "sign-in" });
    expect(await post("identity/oidc", { ticket: other.ticket, callback })).toMatchObject(refused);
    expect(await post("identity/oidc", { ticket: "A".repeat(43), callback })).toMatchObject(refused);
  });

  test("one that took longer than ten minutes; what is left of it goes", async () => {
    stub.say({ claims: { sub: newSubject() } });
    const { d } = await post("oidc/begin", { for: "sign-in" });
    const callback = stub.follow(d.url);
    backend.clock.set(new Date(Date.now() + 601_000));
    expect(await post("identity/oidc", { ticket: d.ticket, callback })).toMatchObject(refused);
    await backend.sweep();
    expect(await backend.db.select().from(oidcAttempts)).toEqual([]);
    backend.clock.set(new Date());
  });

  test("one whose provider was changed meanwhile", async () => {
    stub.say({ claims: { sub: newSubject() } });
    const { d } = await post("oidc/begin", { for: "sign-in" });
    const callback = stub.follow(d.url);
    expect((await set({ oidcClientId: "another" })).c).toBe(0);
    expect(await post("identity/oidc", { ticket: d.ticket, callback })).toMatchObject(refused);
    expect((await set({ oidcClientId: "matinee" })).c).toBe(0);
  });

  test("for now, a provider that answers with a page, or not at all", async () => {
    expect((await provenBy({ claims: { sub: newSubject() }, broken: true })).c).toBe(5037);
    expect((await set({ oidcIssuer: "http://127.0.0.1:9" })).c).toBe(0);
    expect((await post("oidc/begin", { for: "sign-in" })).c).toBe(5037);
    expect((await set({ oidcIssuer: stub.issuer })).c).toBe(0);
  });
});

describe("linking", () => {
  test("opens the account from then on, tells its owner, and ends by unlinking", async () => {
    const member = await makeMember(backend, "linking@example.test");
    const said = { claims: { sub: newSubject(), email: "other@id.test", email_verified: true } };
    expect((await link(member, said)).c).toBe(0);
    expect((await enterBy(said)).d.info.uid).toBe(member.uid);
    const { token } = member;
    const list = (await backend.get("oidc/list", "", { token })).d;
    expect(list).toMatchObject({
      label: "Example ID",
      items: [{ issuer: stub.issuer, subject: said.claims.sub, label: "other@id.test" }],
    });
    const { d: exported } = await backend.get("profile/export", "", { token });
    expect(exported.items[0].linked).toMatchObject([{ issuer: stub.issuer, label: "other@id.test" }]);
    const key = { issuer: stub.issuer, subject: said.claims.sub };
    expect((await post("oidc/unlink", key, token)).c).toBe(0);
    expect((await post("oidc/unlink", key, token)).c).toBe(0);
    expect((await enterBy(said)).d.info.uid).not.toBe(member.uid);
    const subjects = (await backend.mails())
      .filter(({ to }) => to === member.email)
      .map((one) => one.subject);
    expect(subjects).toEqual([
      "A sign-in was linked to your account",
      "A sign-in was unlinked from your account",
    ]);
  });

  test("takes nothing from another account", async () => {
    const [one, thief] = [
      await makeMember(backend, "one@linking.test"),
      await makeMember(backend, "thief@linking.test"),
    ];
    const said = { claims: { sub: newSubject() } };
    expect((await link(one, said)).c).toBe(0);
    expect(await link(thief, said)).toMatchObject({ status: 409, c: 40918 });
    const key = { issuer: stub.issuer, subject: said.claims.sub };
    expect((await post("oidc/unlink", key, thief.token)).c).toBe(0);
    expect((await enterBy(said)).d.info.uid).toBe(one.uid);
  });

  test("a ticket links for its own account alone, and is none for a sign-in", async () => {
    const [one, thief] = [
      await makeMember(backend, "two@linking.test"),
      await makeMember(backend, "three@linking.test"),
    ];
    stub.say({ claims: { sub: newSubject() } });
    const { d } = await post("oidc/begin", { for: "link" }, one.token);
    expect(new URL(d.url).searchParams.get("prompt")).toBe("login");
    const back = { ticket: d.ticket, callback: stub.follow(d.url) };
    expect(await post("oidc/link", back, thief.token)).toMatchObject(refused);
    expect(await post("identity/oidc", back)).toMatchObject(refused);
    expect((await post("oidc/link", back, one.token)).c).toBe(0);
    const { d: plain } = await post("oidc/begin", { for: "sign-in" });
    const other = { ticket: plain.ticket, callback: stub.follow(plain.url) };
    expect(await post("oidc/link", other, one.token)).toMatchObject(refused);
  });

  test("takes a confirmed session, and no guest", async () => {
    const { token } = await makeMember(backend, "late@linking.test");
    backend.clock.set(new Date(Date.now() + 601_000));
    expect((await post("oidc/begin", { for: "link" }, token)).c).toBe(4038);
    backend.clock.set(new Date());
    const guest = await makeGuest(backend);
    expect((await post("oidc/begin", { for: "link" }, guest.token)).c).toBe(403);
    expect((await post("oidc/begin", { for: "link" })).c).toBe(401);
  });

  test("the only way into an account stays", async () => {
    const claims = { sub: newSubject() };
    const { d } = await enterBy({ claims });
    const key = { issuer: stub.issuer, subject: claims.sub };
    expect(await post("oidc/unlink", key, d.token)).toMatchObject({ status: 409, c: 40919 });
  });
});

test("an account without a password has none to be guessed, confirmed or deleted by", async () => {
  const claims = { sub: newSubject(), email: "bare@id.test", email_verified: true };
  const { d } = await enterBy({ claims });
  expect((await signIn(backend, { email: "bare@id.test", password: "anything at all" })).c).toBe(4221);
  expect((await post("session/confirm", { password: "anything at all" }, d.token)).c).toBe(422);
  expect((await post("account/delete", { password: "anything at all" }, d.token)).c).toBe(422);
  backend.clock.set(new Date(Date.now() + 3_600_000));
  expect((await post("account/delete", {}, d.token)).c).toBe(4038);
  backend.clock.set(new Date());
  const again = await enterBy({ claims }, d.token);
  expect(again.d.token).toBe(d.token);
  expect((await post("account/delete", {}, d.token)).c).toBe(0);
  expect(
    await backend.db.select().from(externalIdentities).where(eq(externalIdentities.subject, claims.sub)),
  ).toEqual([]);
});
