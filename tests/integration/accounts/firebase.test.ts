import { UnsecuredJWT } from "jose";
import { http, HttpResponse } from "msw";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { firebaseGuests, localIdentities } from "../../../api/db/schema.ts";
import { keysUrl } from "../../../api/adapters/firebase-identity/id-token.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { firebase, startGoogle, type Google } from "../../setup/google.ts";

const toolkitUrl = "https://identitytoolkit.googleapis.com/v1/:method";
let google: Google;
let backend: TestBackend;

beforeAll(async () => {
  google = await startGoogle();
  backend = await startTestBackend({ firebase });
  await addMovie(backend.db, { id: "night-train" });
});
beforeEach(() => google.accounts.clear());
afterEach(() => google.server.resetHandlers());
afterAll(async () => {
  await backend.close();
  google.close();
});

const member = { email: "mia@example.test", password: "correct horse", displayName: "Mia" };
const enter = (identity: { uid: string; proof: string }, token?: string) =>
  backend.post("login/uid", { uid: identity.uid, proof: identity.proof }, { token });

/** A guest as the browser's SDK makes one: this server has no key of it. */
async function browserGuest(uid = "browser-guest") {
  google.accounts.set(uid, { localId: uid });
  const proof = await google.idToken(uid, { firebase: { sign_in_provider: "anonymous" } });
  const { d } = await enter({ uid, proof });
  return { uid, proof, token: d.token as string, info: d.info };
}

test("the configuration has what the browser's SDK needs, and nothing besides", async () => {
  const { d } = await backend.get("config");
  expect(d.identity).toMatchObject({ provider: "firebase", minPasswordLength: 6, firebase });
});

test("an ID token from the browser opens a session; name and picture are Google's present ones", async () => {
  google.accounts.set("mia", {
    localId: "mia",
    email: member.email,
    displayName: "Mia",
    photoUrl: "https://lh3.googleusercontent.com/mia",
    providerUserInfo: [{ providerId: "google.com" }],
  });
  const proof = await google.idToken("mia", { name: "Old name" });
  const { c, d } = await enter({ uid: "mia", proof });
  expect(c).toBe(0);
  expect(d.info).toMatchObject({
    uid: "mia",
    anonymous: 0,
    email: member.email,
    name: "Mia",
    avatar: "https://lh3.googleusercontent.com/mia",
  });
});

test("a guest linked to Google has name, picture and e-mail with that link alone", async () => {
  const link = {
    providerId: "google.com",
    email: member.email,
    displayName: "Mia",
    photoUrl: "https://a.test/m",
  };
  google.accounts.set("linked", { localId: "linked", providerUserInfo: [link] });
  const { d } = await enter({ uid: "linked", proof: await google.idToken("linked") });
  expect(d.info).toMatchObject({
    anonymous: 0,
    email: member.email,
    name: "Mia",
    avatar: "https://a.test/m",
  });
});

test("refused: a bare uid, another's token, a forged, an expired and an unsigned one", async () => {
  for (const uid of ["one", "two"]) google.accounts.set(uid, { localId: uid });
  const refused = { status: 401, c: 401, m: "Authentication Failure", d: null };
  const now = Math.floor(Date.now() / 1000);
  const unsigned = new UnsecuredJWT({ sub: "one" }).encode();
  const tokens = [
    await google.idToken("two"),
    `${await google.idToken("one")}x`,
    await google.idToken("one", { exp: now - 1 }),
    await google.idToken("one", { aud: "another-project" }),
    unsigned,
  ];
  expect(await backend.post("login/uid", { uid: "one" })).toMatchObject(refused);
  for (const proof of tokens) expect(await enter({ uid: "one", proof })).toMatchObject(refused);
  expect((await enter({ uid: "one", proof: await google.idToken("one") })).c).toBe(0);
});

test.each([
  ["revoked", { validSince: Math.floor(Date.now() / 1000) + 60 }],
  ["disabled", { disabled: true }],
])("refused: a token whose signature is right and whose account was %s", async (_why, change) => {
  google.accounts.set("gone", { localId: "gone", ...change });
  expect((await enter({ uid: "gone", proof: await google.idToken("gone") })).c).toBe(401);
});

test("refused: a token of an account that is deleted", async () => {
  expect((await enter({ uid: "nobody", proof: await google.idToken("nobody") })).c).toBe(401);
});

test("Google out of reach: 503 and one line for the operator, and no token is called wrong", async () => {
  const proof = await google.idToken("mia");
  google.server.use(http.post(toolkitUrl, () => HttpResponse.error()));
  const away = { status: 503, c: 503 };
  expect(await enter({ uid: "mia", proof })).toMatchObject(away);
  expect(await backend.post("identity/sign-in", member)).toMatchObject({ status: 422 });
  const { displayName: _none, ...credentials } = member;
  expect(await backend.post("identity/sign-in", credentials)).toMatchObject(away);
  expect(await backend.post("identity/anonymous", {})).toMatchObject(away);
  expect(backend.bugs.splice(0).map((bug) => (bug as Error).name)).toEqual(["Away", "Away", "Away"]);
  const cold = await startTestBackend({ firebase });
  google.server.use(http.get(keysUrl, () => new HttpResponse(null, { status: 500 })));
  expect(await cold.post("login/uid", { uid: "mia", proof })).toMatchObject(away);
  expect(cold.bugs.map((bug) => (bug as Error).name)).toEqual(["Away"]);
  await cold.close();
});

const signUp = (token?: string, more: object = {}) =>
  backend.post(
    "identity/sign-up",
    { email: member.email, password: member.password, name: "Mia", ...more },
    { token },
  );

test("sign-up and sign-in by the form, and one answer for a wrong password and an unknown account", async () => {
  const { d: identity } = await signUp();
  expect((await enter(identity)).d.info).toMatchObject({ anonymous: 0, email: member.email, name: "Mia" });
  const signIn = (email: string, password: string) => backend.post("identity/sign-in", { email, password });
  expect((await signIn(member.email, member.password)).d.uid).toBe(identity.uid);
  const wrong = await signIn(member.email, "not this one");
  expect(wrong).toMatchObject({ status: 422, c: 4221 });
  expect(await signIn("nobody@example.test", "not this one")).toEqual(wrong);
  google.server.use(http.post(toolkitUrl, () => google.refuse("EMAIL_NOT_FOUND")));
  expect(await signIn("nobody@example.test", "not this one")).toEqual(wrong);
  google.server.resetHandlers();
  expect(await signUp()).toMatchObject({ status: 409, c: 4091 });
  expect(await backend.db.select().from(localIdentities)).toEqual([]);
});

test("a guest this server made keeps the uid on signing up; the key to the guest is kept sealed, and then gone", async () => {
  const { d: guest } = await backend.post("identity/anonymous", {});
  const { d: session } = await enter(guest);
  expect(session.info).toMatchObject({ uid: guest.uid, anonymous: 1 });
  const [kept] = await backend.db.select().from(firebaseGuests);
  expect(kept?.uid).toBe(guest.uid);
  expect(Buffer.from(kept!.sealed, "base64url").toString("latin1")).not.toContain("refresh-");
  const { d: identity } = await signUp(session.token);
  expect(identity.uid).toBe(guest.uid);
  expect((await enter(identity, session.token)).d.info).toMatchObject({ uid: guest.uid, anonymous: 0 });
  expect(await backend.db.select().from(firebaseGuests)).toEqual([]);
});

test("a guest the browser made keeps the uid by the proof the form takes along", async () => {
  const guest = await browserGuest();
  const { d: identity } = await signUp(guest.token, { guestProof: await google.idToken(guest.uid) });
  expect(identity.uid).toBe(guest.uid);
});

test("without such a proof, or with a useless one, the account is new and takes over what the guest has kept", async () => {
  for (const [index, guestProof] of [undefined, "rubbish", await google.idToken("somebody-else")].entries()) {
    const guest = await browserGuest(`guest-${index}`);
    const place = { id: "night-train", index: 1, positionS: 40, durationS: 100 };
    await backend.post("progress/save", place, { token: guest.token });
    const { d: identity } = await signUp(guest.token, { email: `new${index}@example.test`, guestProof });
    expect(identity.uid).not.toBe(guest.uid);
    const { d: session } = await enter(identity, guest.token);
    expect((await backend.get("progress/list", "", { token: session.token })).d.items).toHaveLength(1);
  }
});

test("an account that is a guest's no more is not given another e-mail and password by signing up", async () => {
  const guest = await browserGuest("upgraded-elsewhere");
  google.accounts.set(guest.uid, {
    localId: guest.uid,
    email: "owner@example.test",
    providerUserInfo: [{ providerId: "google.com" }],
  });
  const { d: identity } = await signUp(guest.token, { guestProof: await google.idToken(guest.uid) });
  expect(identity.uid).not.toBe(guest.uid);
  expect(google.accounts.get(guest.uid)).toMatchObject({ email: "owner@example.test" });
});

describe("a proof", () => {
  const seconds = (from = 0) => Math.floor(Date.now() / 1000) + from;
  const ada = { localId: "ada", email: "ada@example.test", providerUserInfo: [{ providerId: "google.com" }] };

  test("opens one session, however its signature is spelt", async () => {
    google.accounts.set("ada", ada);
    const proof = await google.idToken("ada", { jti: "spelt" });
    expect((await enter({ uid: "ada", proof })).c).toBe(0);
    for (const letter of "ABCDEFGHIJKLMNOP")
      expect((await enter({ uid: "ada", proof: proof.slice(0, -1) + letter })).c).toBe(401);
  });

  test("of a form is another one each time, though Google's tokens of one second are not", async () => {
    await signUp();
    const idToken = await google.idToken("uid-of-mia");
    google.accounts.set("uid-of-mia", { localId: "uid-of-mia", email: member.email });
    const signed = { localId: "uid-of-mia", idToken, refreshToken: "any" };
    google.server.use(
      http.post(toolkitUrl, ({ params }) =>
        String(params.method).endsWith("signInWithPassword") ? HttpResponse.json(signed) : undefined,
      ),
    );
    const form = { email: member.email, password: member.password };
    const [one, other] = [
      await backend.post("identity/sign-in", form),
      await backend.post("identity/sign-in", form),
    ];
    expect(one.d.proof).not.toContain(idToken);
    expect([(await enter(one.d)).c, (await enter(other.d)).c, (await enter(one.d)).c]).toEqual([0, 0, 401]);
    expect((await enter({ uid: "somebody-else", proof: other.d.proof })).c).toBe(401);
  });

  test("of a guest opens no account that was made of the guest", async () => {
    google.accounts.set("planted", { localId: "planted" });
    const anonymous = { firebase: { sign_in_provider: "anonymous" } };
    const proof = await google.idToken("planted", anonymous);
    google.accounts.set("planted", { ...ada, localId: "planted" });
    expect((await enter({ uid: "planted", proof })).c).toBe(401);
    const linked = { firebase: { sign_in_provider: "google.com" } };
    expect((await enter({ uid: "planted", proof: await google.idToken("planted", linked) })).c).toBe(0);
  });

  test("from before the devices were signed out opens nothing, also where its token was renewed", async () => {
    google.accounts.set("ada", ada);
    const { d } = await enter({ uid: "ada", proof: await google.idToken("ada", { jti: "first" }) });
    expect((await backend.post("device/end-others", {}, { token: d.token })).c).toBe(0);
    const renewed = await google.idToken("ada", { auth_time: seconds(-60) });
    expect((await enter({ uid: "ada", proof: renewed })).c).toBe(401);
    expect((await enter({ uid: "ada", proof: renewed }, d.token)).d.token).toBe(d.token);
    expect((await enter({ uid: "ada", proof: await google.idToken("ada", { jti: "anew" }) })).c).toBe(0);
  });
});

test("Google's word on passwords and on too many attempts reaches the form", async () => {
  const refusedWith = async (message: string) => {
    google.server.use(http.post(toolkitUrl, () => google.refuse(message)));
    return signUp();
  };
  expect(await refusedWith("PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing: [...]")).toMatchObject({
    status: 422,
    d: { issues: [{ field: "password" }] },
  });
  expect(await refusedWith("WEAK_PASSWORD : at least 6")).toMatchObject({
    d: { issues: [{ field: "password", reason: "too_short" }] },
  });
  expect(await refusedWith("TOO_MANY_ATTEMPTS_TRY_LATER")).toMatchObject({ status: 429, c: 429 });
  expect(backend.bugs).toEqual([]);
  // A project that is set up wrongly is the operator's to mend, so it is told; people learn nothing of it.
  expect(await refusedWith("OPERATION_NOT_ALLOWED")).toMatchObject({ status: 500, d: null });
  expect(backend.bugs.splice(0).map(String)).toEqual([
    "Refused: Identity Toolkit refused accounts:signUp: OPERATION_NOT_ALLOWED",
  ]);
});

test("the enforced policy is told to forms, and by it which part a password lacks", async () => {
  const strict = await startTestBackend({ firebase });
  google.state.policy = {
    customStrengthOptions: { minPasswordLength: 8, containsUppercaseCharacter: true },
    enforcementState: "ENFORCE",
  };
  const config = async () => (await strict.get("config")).d.identity;
  await expect.poll(async () => (await config()).minPasswordLength).toBe(8);
  expect((await config()).password).toMatchObject({ minLength: 8, uppercase: true, digit: false });
  google.server.use(
    http.post(toolkitUrl, () => google.refuse("PASSWORD_DOES_NOT_MEET_REQUIREMENTS : [...]")),
  );
  const answer = await strict.post("identity/sign-up", { email: member.email, password: "all small" });
  expect(answer.d.issues).toMatchObject([{ field: "password", reason: "uppercase" }]);
  google.state.policy = {};
  await strict.close();
});

test("a forgotten password: Google sends the mail, its code sets a new one, once", async () => {
  const { d: identity } = await signUp();
  const { d: session } = await enter(identity);
  const forgot = (email: string) => backend.post("password/forgot", { email }, { locale: "ja" });
  const answer = await forgot(member.email);
  expect(answer).toMatchObject({ c: 0 });
  expect(await forgot("nobody@example.test")).toEqual(answer);
  await expect.poll(() => google.calls.filter(({ method }) => method === "sendOobCode").length).toBe(2);
  const asked = google.calls.find(({ method }) => method === "sendOobCode")!;
  expect(asked.headers.get("X-Firebase-Locale")).toBe("ja");
  const reset = (code: string) => backend.post("password/reset", { code, password: "another one" });
  expect((await reset("no-such-code")).status).toBe(422);
  expect((await reset(`code-${identity.uid}`)).c).toBe(0);
  expect((await reset(`code-${identity.uid}`)).status).toBe(422);
  expect((await backend.post("login/token", { token: session.token })).c).toBe(401);
  const signIn = (password: string) => backend.post("identity/sign-in", { email: member.email, password });
  expect((await signIn(member.password)).c).toBe(4221);
  expect((await signIn("another one")).c).toBe(0);
});

test("the password is changed by the present one alone", async () => {
  const { d: identity } = await signUp();
  const { d: session } = await enter(identity);
  const change = (current: string) =>
    backend.post("password/change", { current, password: "another one" }, { token: session.token });
  expect((await change("not this one")).status).toBe(422);
  expect((await change(member.password)).c).toBe(0);
  expect((await backend.post("identity/sign-in", { email: member.email, password: "another one" })).c).toBe(
    0,
  );
});

test("an account is deleted at Google too: by the password, or by a proof made just now", async () => {
  const remove = (token: string, body: object) => backend.post("account/delete", body, { token });
  const { d: identity } = await signUp();
  const { d: first } = await enter(identity);
  expect((await remove(first.token, {})).status).toBe(422);
  expect((await remove(first.token, { password: "not this one" })).status).toBe(422);
  expect((await remove(first.token, { password: member.password })).c).toBe(0);
  expect(google.accounts.has(identity.uid)).toBe(false);

  const account = {
    localId: "kim",
    email: "kim@example.test",
    providerUserInfo: [{ providerId: "google.com" }],
  };
  google.accounts.set("kim", account);
  const { d: second } = await enter({ uid: "kim", proof: await google.idToken("kim") });
  const old = await google.idToken("kim", { auth_time: Math.floor(Date.now() / 1000) - 400 });
  expect((await remove(second.token, { proof: old })).status).toBe(422);
  expect((await remove(second.token, { proof: await google.idToken("somebody") })).status).toBe(422);
  expect((await remove(second.token, { proof: await google.idToken("kim") })).c).toBe(0);
  expect(google.accounts.has("kim")).toBe(false);
  expect((await backend.post("login/token", { token: second.token })).c).toBe(401);
});

test("who signs in with Google alone sets a password by mail, and deletes the account with it", async () => {
  const remove = (token: string, body: object) => backend.post("account/delete", body, { token });
  const email = "kim@example.test";
  google.accounts.set("kim", { localId: "kim", email, providerUserInfo: [{ providerId: "google.com" }] });
  // Another token than any of the same second.
  const proof = await google.idToken("kim", { jti: "google-alone" });
  const { d: before } = await enter({ uid: "kim", proof });
  // There is no password, so none is right.
  expect((await remove(before.token, {})).status).toBe(422);
  expect((await remove(before.token, { password: "my very own" })).status).toBe(422);

  expect((await backend.post("password/forgot", { email })).c).toBe(0);
  await expect
    .poll(() => google.calls.filter(({ method }) => method === "sendOobCode").at(-1)?.body.email)
    .toBe(email);
  expect((await backend.post("password/reset", { code: "code-kim", password: "my very own" })).c).toBe(0);
  // Google is a way in as before, and the password opens the same account.
  const { d: identity } = await backend.post("identity/sign-in", { email, password: "my very own" });
  expect(identity.uid).toBe("kim");
  const { d: after } = await enter(identity);
  expect(after.info).toMatchObject({ uid: "kim", anonymous: 0, email });
  expect((await remove(after.token, { password: "not this one" })).status).toBe(422);
  expect((await remove(after.token, { password: "my very own" })).c).toBe(0);
  expect(google.accounts.has("kim")).toBe(false);
  expect((await backend.post("login/token", { token: after.token })).c).toBe(401);
});

test("where Google refuses to delete, nothing is deleted here either", async () => {
  const { d: identity } = await signUp();
  const { d: session } = await enter(identity);
  google.server.use(
    http.post(toolkitUrl, ({ params }) =>
      String(params.method) === "accounts:delete" ? google.refuse("INTERNAL", 503) : undefined,
    ),
  );
  const body = { password: member.password };
  expect((await backend.post("account/delete", body, { token: session.token })).status).toBe(503);
  expect((await backend.post("login/token", { token: session.token })).c).toBe(0);
  expect(backend.bugs.splice(0)).toHaveLength(1);
});

test("a guest is deleted with what this server has of it", async () => {
  const { d: guest } = await backend.post("identity/anonymous", {});
  const { d: session } = await enter(guest);
  expect((await backend.post("account/delete", {}, { token: session.token })).c).toBe(0);
  expect(google.accounts.has(guest.uid)).toBe(false);
  expect(await backend.db.select().from(firebaseGuests)).toEqual([]);
  const other = await browserGuest("no-key-here");
  expect((await backend.post("account/delete", {}, { token: other.token })).c).toBe(0);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
