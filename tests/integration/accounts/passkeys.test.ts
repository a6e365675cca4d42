import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEntries, passkeyChallenges, passkeys, recoveryCodes, users } from "../../../api/db/schema.ts";
import { removeFactor } from "../../../api/domain/accounts/factors/remove-factor.ts";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import {
  addPasskey,
  answered,
  newAuthenticator,
  registered,
  type Authenticator,
} from "../../setup/authenticator.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { appCode, turnOn } from "../../setup/factor.ts";

let backend: TestBackend;
/** Another process on the same database. */
let second: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  second = await startTestBackend({ beside: backend });
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await second.close();
  await backend.close();
});

const start = new Date("2026-06-01T12:00:05Z");
const after = (seconds: number) => {
  for (const one of [backend, second]) one.clock.set(new Date(start.getTime() + seconds * 1000));
};
beforeEach(() => after(0));

let people = 0;
/** A member with a passkey. */
async function keyedMember(counter = 0) {
  const member = await makeMember(backend, `passkey-${++people}@example.test`);
  return { ...member, key: await addPasskey(backend, member.token, { counter }) };
}
let callers = 0;
const newAddress = () => `198.51.100.${++callers}`;
const begin = async (input: object, token?: string) =>
  (await backend.post("passkey/begin", input, { token, address: newAddress() })).d;
const enter = (passkey: object, { at = backend, token }: { at?: TestBackend; token?: string } = {}) =>
  at.post("login/passkey", { passkey }, { address: newAddress(), token });
const opens = async (token: string) => (await backend.post("login/token", { token })).c === 0;
const refused = { status: 422, c: 4229 };
/** Uses it once more, as its owner does. */
const tick = (key: Authenticator) => {
  key.counter += 1;
  return key;
};

describe("a passkey signs in", () => {
  test("without a password and without a second step, once for each challenge", async () => {
    const { uid, email, key } = await keyedMember();
    const request = await begin({ for: "sign-in" });
    expect(request).toMatchObject({
      rpId: "matinee.test",
      userVerification: "required",
      allowCredentials: [],
    });
    const answer = answered(key, request);
    const { c, d } = await enter(answer);
    expect([c, d.info.uid, d.info.email]).toEqual([0, uid, email]);
    expect(await opens(d.token)).toBe(true);
    expect(await enter(answer)).toMatchObject(refused);
  });

  test("of one answer, sent eight times at once to two processes, one opens a session", async () => {
    const { key } = await keyedMember();
    const answer = answered(key, await begin({ for: "sign-in" }));
    const sent = Array.from({ length: 8 }, (_, n) => enter(answer, { at: n % 2 ? backend : second }));
    expect((await Promise.all(sent)).filter(({ c }) => c === 0)).toHaveLength(1);
  });

  test("a challenge has five minutes, and is removed", async () => {
    const { key } = await keyedMember();
    const request = await begin({ for: "sign-in" });
    after(300);
    expect(await enter(answered(key, request))).toMatchObject(refused);
    await backend.sweep();
    expect(await backend.db.select().from(passkeyChallenges)).toEqual([]);
  });

  test.each([
    ["another origin", { origin: "https://matinee.test.evil.example" }],
    ["another port", { origin: "https://matinee.test:8443" }],
    ["http", { origin: "http://matinee.test" }],
    ["another domain's authenticator", { rpId: "evil.example" }],
    ["an authenticator that has not verified its user", { verified: false }],
    ["another ceremony", { type: "webauthn.create" }],
    ["another user's name on it", { userHandle: "c29tZW9uZQ" }],
  ])("%s is refused", async (_what, twist) => {
    const { key } = await keyedMember();
    expect(await enter(answered(key, await begin({ for: "sign-in" }), twist))).toMatchObject(refused);
  });

  test("a challenge we have not made, another key's signature and an unknown passkey are refused", async () => {
    const { key } = await keyedMember();
    const own = { ...(await begin({ for: "sign-in" })), challenge: "A".repeat(43) };
    expect(await enter(answered(key, own))).toMatchObject(refused);
    const forged = { ...newAuthenticator(), id: key.id, userHandle: key.userHandle };
    expect(await enter(answered(forged, await begin({ for: "sign-in" })))).toMatchObject(refused);
    expect(await enter(answered(newAuthenticator(), await begin({ for: "sign-in" })))).toMatchObject(refused);
  });

  test("a suspended account is not opened, and says why; a deleted one is unknown", async () => {
    const { uid, token, key } = await keyedMember();
    const owner = await backend.person({ admin: 3 });
    const ban = { uid, reason: "spam", until: null, note: "sent it 40 times" };
    expect((await backend.post("z/user/ban", ban, owner)).c).toBe(0);
    expect((await enter(answered(key, await begin({ for: "sign-in" })))).c).toBe(4033);
    expect((await backend.post("z/user/unban", { uid }, owner)).c).toBe(0);
    const { d } = await enter(answered(tick(key), await begin({ for: "sign-in" })));
    expect(await opens(token)).toBe(false);
    expect((await backend.post("account/delete", {}, { token: d.token })).c).toBe(0);
    expect(await enter(answered(tick(key), await begin({ for: "sign-in" })))).toMatchObject(refused);
    expect(await backend.db.select().from(passkeys).where(eq(passkeys.uid, uid))).toEqual([]);
  });

  test("a guest's session gives way to the account; a session of the account is confirmed", async () => {
    const { uid, key } = await keyedMember();
    const guest = await makeGuest(backend);
    const first = await enter(answered(key, await begin({ for: "sign-in" })), { token: guest.token });
    expect(first).toMatchObject({ c: 0, d: { info: { uid } } });
    const { token } = first.d;
    after(3_600);
    expect((await backend.get("profile/export", "", { token })).c).toBe(4038);
    const again = await enter(answered(key, await begin({ for: "sign-in" })), { token });
    expect(again.d.token).toBe(token);
    expect((await backend.get("profile/export", "", { token })).c).toBe(0);
  });
});

describe("a counter", () => {
  test("that grows is followed; one that does not is a copy: refused, logged, and its owner told", async () => {
    const { uid, email, key } = await keyedMember(5);
    for (let n = 0; n < 2; n++)
      expect((await enter(answered(tick(key), await begin({ for: "sign-in" })))).c).toBe(0);
    const copy = { ...key, counter: key.counter };
    expect(await enter(answered(copy, await begin({ for: "sign-in" })))).toMatchObject(refused);
    copy.counter -= 1;
    expect(await enter(answered(copy, await begin({ for: "sign-in" })))).toMatchObject(refused);
    copy.counter = 0;
    expect(await enter(answered(copy, await begin({ for: "sign-in" })))).toMatchObject(refused);
    const logged = await backend.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.targetId, uid), eq(auditEntries.action, "login/passkey")));
    expect(logged).toHaveLength(3);
    expect(logged.every(({ actorUid }) => actorUid === null)).toBe(true);
    // A count that is the same is no change.
    const before = logged.map((entry) => (entry.before as { counter?: number }).counter ?? null);
    expect(before.sort()).toEqual([7, 7, null]);
    const subjects = (await backend.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects.filter((text) => text === "A passkey may have been copied")).toHaveLength(3);
    expect((await enter(answered(tick(key), await begin({ for: "sign-in" })))).c).toBe(0);
  });

  test("of two copies used at once in two processes, one is found out", async () => {
    const { key } = await keyedMember(5);
    tick(key);
    const [one, other] = [await begin({ for: "sign-in" }), await begin({ for: "sign-in" })];
    const sent = [enter(answered(key, one)), enter(answered(key, other), { at: second })];
    expect((await Promise.all(sent)).map(({ c }) => c).sort()).toEqual([0, 4229]);
  });

  test("that stays at 0 is of a synced passkey", async () => {
    const { key } = await keyedMember(0);
    for (let n = 0; n < 3; n++)
      expect((await enter(answered(key, await begin({ for: "sign-in" })))).c).toBe(0);
  });
});

describe("as second factor", () => {
  const waiting = async (email: string) => {
    const { c, d } = await signIn(backend, { email, address: newAddress() });
    expect(c).toBe(4036);
    return d.pending;
  };
  const finish = (input: object) => backend.post("login/factor", input, { address: newAddress() });

  test("it is asked for after the password, and opens that sign-in alone", async () => {
    const { email, key } = await keyedMember();
    const pending = await waiting(email);
    expect(pending).toMatchObject({ app: false, passkeys: true });
    const request = await begin({ for: "factor", ticket: pending.ticket });
    expect(request).toMatchObject({ userVerification: "preferred", allowCredentials: [{ id: key.id }] });
    // It is no sign-in by itself, and of no other ticket.
    expect(await enter(answered(key, request))).toMatchObject(refused);
    const { ticket: other } = await waiting(email);
    const wanted = await begin({ for: "factor", ticket: pending.ticket });
    expect(await finish({ ticket: other, passkey: answered(key, wanted) })).toMatchObject(refused);
    const last = await begin({ for: "factor", ticket: pending.ticket });
    const done = await finish({ ticket: pending.ticket, passkey: answered(key, last, { verified: false }) });
    expect(done).toMatchObject({ c: 0, d: { info: { email } } });
    expect((await finish({ ticket: pending.ticket, code: "000000" })).c).toBe(4228);
  });

  test("another account's passkey is refused", async () => {
    const [one, thief] = [await keyedMember(), await keyedMember()];
    const { ticket } = await waiting(one.email);
    const request = await begin({ for: "factor", ticket });
    expect(await finish({ ticket, passkey: answered(thief.key, request) })).toMatchObject(refused);
    expect(
      await finish({ ticket, passkey: answered({ ...thief.key, id: one.key.id }, request) }),
    ).toMatchObject(refused);
  });

  test("an answer for a sign-in is none for a waiting one, nor the other way round", async () => {
    const { email, key } = await keyedMember();
    const { ticket } = await waiting(email);
    const answer = answered(key, await begin({ for: "sign-in" }));
    expect(await finish({ ticket, passkey: answer })).toMatchObject(refused);
  });

  test("a recovery code stands in for it; the account's app does too", async () => {
    const { email, token, key } = await keyedMember();
    expect(key.codes).toHaveLength(10);
    const { ticket } = await waiting(email);
    expect((await finish({ ticket, code: "000000" })).c).toBe(422);
    expect((await finish({ ticket, code: key.codes![0] })).c).toBe(0);
    const { secret } = await turnOn(backend, token);
    after(30);
    const pending = await waiting(email);
    expect(pending).toMatchObject({ app: true, passkeys: true });
    expect((await finish({ ticket: pending.ticket, code: appCode(backend, secret) })).c).toBe(0);
  });

  test("without code and passkey, and without a ticket, it says so", async () => {
    const { email } = await keyedMember();
    const { ticket } = await waiting(email);
    expect(await finish({ ticket })).toMatchObject({ c: 422, d: { issues: [{ field: "code" }] } });
    const asked = await backend.post("passkey/begin", { for: "factor" }, { address: newAddress() });
    expect(asked.c).toBe(4228);
  });
});

describe("it confirms a session", () => {
  test("of its own account, verified, and once", async () => {
    const { token, key } = await keyedMember();
    const other = await keyedMember();
    after(3_600);
    const confirm = (passkey: object) => backend.post("session/confirm", { passkey }, { token });
    expect((await backend.post("passkey/begin-add", {}, { token })).c).toBe(4038);
    expect(await confirm(answered(other.key, await begin({ for: "confirm" }, token)))).toMatchObject(refused);
    const foreign = await begin({ for: "confirm" }, other.token);
    expect(await confirm(answered(key, foreign))).toMatchObject(refused);
    const weak = answered(key, await begin({ for: "confirm" }, token), { verified: false });
    expect(await confirm(weak)).toMatchObject(refused);
    const answer = answered(key, await begin({ for: "confirm" }, token));
    expect((await confirm(answer)).c).toBe(0);
    expect((await backend.post("passkey/begin-add", {}, { token })).c).toBe(0);
    expect(await confirm(answer)).toMatchObject(refused);
  });

  test("without a session there is nothing to confirm", async () => {
    expect((await backend.post("passkey/begin", { for: "confirm" })).c).toBe(401);
  });
});

describe("on the page of an account", () => {
  test("they are added, named and removed; its owner gets mails", async () => {
    const { email, token, key } = await keyedMember();
    const more = await addPasskey(backend, token, { name: "Key ring" });
    // The codes of the first one still work.
    expect([key.codes?.length, more.codes]).toEqual([10, null]);
    expect((await backend.post("passkey/rename", { id: key.id, name: " Desk " }, { token })).c).toBe(0);
    await enter(answered(key, await begin({ for: "sign-in" })));
    const state = await backend.get("factor/state", "", { token });
    expect(state.d).toMatchObject({
      ...{ passkeysPossible: true, since: null, recoveryLeft: 10 },
      passkeys: [
        { id: key.id, name: "Desk", createdAt: start.toISOString(), usedAt: start.toISOString() },
        { id: more.id, name: "Key ring", usedAt: null },
      ],
    });
    expect((await backend.post("passkey/remove", { id: key.id }, { token })).c).toBe(0);
    expect(await enter(answered(key, await begin({ for: "sign-in" })))).toMatchObject(refused);
    expect((await signIn(backend, { email })).c).toBe(4036);
    expect((await backend.post("passkey/remove", { id: more.id }, { token })).c).toBe(0);
    expect((await backend.post("passkey/remove", { id: more.id }, { token })).c).toBe(0);
    expect((await signIn(backend, { email })).c).toBe(0);
    expect((await backend.get("factor/state", "", { token })).d.recoveryLeft).toBe(0);
    const subjects = (await backend.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    const [added, gone] = ["A passkey was added", "A passkey was removed"];
    expect(subjects).toEqual([added, added, gone, gone]);
  });

  test("what is another account's is out of reach", async () => {
    const [one, thief] = [await keyedMember(), await keyedMember()];
    const { token } = thief;
    expect((await backend.post("passkey/rename", { id: one.key.id, name: "Mine" }, { token })).c).toBe(404);
    expect((await backend.post("passkey/remove", { id: one.key.id }, { token })).c).toBe(0);
    expect((await enter(answered(one.key, await begin({ for: "sign-in" })))).c).toBe(0);
    // Nor can a passkey that is known be added to another account.
    const { d: creation } = await backend.post("passkey/begin-add", {}, { token });
    const again = { name: "Mine", passkey: registered({ ...one.key }, creation) };
    expect(await backend.post("passkey/add", again, { token })).toMatchObject(refused);
  });

  test("a new one needs our challenge, its user verified, our origin, and a confirmed session", async () => {
    const { token } = await makeMember(backend, "adding@example.test");
    const other = await makeMember(backend, "other-adding@example.test");
    const add = (passkey: object) => backend.post("passkey/add", { name: "Phone", passkey }, { token });
    const creation = async (of = token) => (await backend.post("passkey/begin-add", {}, { token: of })).d;
    expect(await creation()).toMatchObject({
      rp: { id: "matinee.test", name: "Matinee" },
      user: { name: "adding@example.test" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    for (const twist of [{ verified: false }, { origin: "https://evil.example" }, { rpId: "evil.example" }])
      expect(await add(registered(newAuthenticator(), await creation(), twist))).toMatchObject(refused);
    expect(await add(registered(newAuthenticator(), await creation(other.token)))).toMatchObject(refused);
    const request = { ...(await creation()), challenge: (await begin({ for: "sign-in" })).challenge };
    expect(await add(registered(newAuthenticator(), request))).toMatchObject(refused);
    const made = registered(newAuthenticator(), await creation());
    expect((await add(made)).c).toBe(0);
    expect(await add(made)).toMatchObject(refused);
    after(601);
    expect((await add(made)).c).toBe(4038);
  });

  test("twenty are the most", async () => {
    const { uid, token } = await keyedMember();
    const [row] = await backend.db.select().from(passkeys).where(eq(passkeys.uid, uid));
    const { d: creation } = await backend.post("passkey/begin-add", {}, { token });
    await backend.db
      .insert(passkeys)
      .values(Array.from({ length: 19 }, (_, n) => ({ ...row!, id: `${uid}-${n}` })));
    expect((await backend.post("passkey/begin-add", {}, { token })).c).toBe(40916);
    const late = { name: "One more", passkey: registered(newAuthenticator(), creation) };
    expect((await backend.post("passkey/add", late, { token })).c).toBe(40916);
  });

  test("a guest, and a user whom a native host vouches for, can't have one", async () => {
    const guest = await makeGuest(backend);
    const native = await backend.person({ uid: "native:9", email: "n9@example.test" });
    for (const { token } of [guest, native]) {
      expect((await backend.post("passkey/begin-add", {}, { token })).c).toBe(403);
      expect((await backend.get("factor/state", "", { token })).d.passkeysPossible).toBe(false);
    }
  });

  test("the export names them, without their keys", async () => {
    const { token, key } = await keyedMember();
    const { d } = await backend.get("profile/export", "", { token });
    expect(d.items[0].passkeys).toEqual([
      { name: "Phone", createdAt: start.toISOString(), usedAt: null, backedUp: false },
    ]);
    expect(JSON.stringify(d)).not.toContain(key.id);
  });
});

test("where admins need a second factor, a passkey is one", async () => {
  const admin = await makeMember(backend, "keyed-admin@example.test");
  await backend.db.update(users).set({ admin: 2 }).where(eq(users.uid, admin.uid));
  const owner = await backend.person({ admin: 3 });
  const { d } = await backend.get("z/settings/read", "", owner);
  const saved = { revision: d.revision, values: { adminsNeedFactor: true } };
  expect((await backend.post("z/settings/save", saved, owner)).c).toBe(0);
  const { token } = admin;
  expect((await backend.get("z/user/list", "", { token })).c).toBe(4037);
  await addPasskey(backend, token);
  expect((await backend.get("z/user/list", "", { token })).c).toBe(0);
});

test("the console removes passkeys too, with their recovery codes", async () => {
  const { uid, email } = await keyedMember();
  const by = { uid, actor: { uid: null, name: "console" }, action: "console", now: start };
  expect(await removeFactor(backend.db, by)).toBe(true);
  expect((await signIn(backend, { email })).c).toBe(0);
  expect(await backend.db.select().from(recoveryCodes).where(eq(recoveryCodes.uid, uid))).toEqual([]);
});
