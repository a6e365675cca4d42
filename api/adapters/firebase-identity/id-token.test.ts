import { exportSPKI, importJWK, SignJWT, UnsecuredJWT, type CryptoKey } from "jose";
import { delay, http, HttpResponse } from "msw";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { firebase, makeKey, startGoogle, type Google } from "../../../tests/setup/google.ts";
import { createIdTokenVerifier, keysUrl, type VerifyIdToken } from "./id-token.ts";
import { Away } from "./identity-toolkit.ts";

let google: Google;
beforeAll(async () => {
  google = await startGoogle();
});
afterEach(() => google.server.resetHandlers());
afterAll(() => google.close());

const clock = { now: () => new Date() };
const verifier = (settings = firebase) => uidOf(createIdTokenVerifier({ settings, clock }));
const uidOf = (verify: VerifyIdToken) => async (token: string) => (await verify(token))?.uid ?? null;
const seconds = (from = 0) => Math.floor(Date.now() / 1000) + from;

test("a token of Google's for this project proves its uid", async () => {
  expect(await verifier()(await google.idToken("mia"))).toBe("mia");
});

test.each([
  ["another project's audience", { aud: "another-project" }],
  ["another project's issuer", { iss: "https://securetoken.google.com/another-project" }],
  ["an issuer that only looks alike", { iss: "https://securetoken.google.com.evil.test/matinee-test" }],
  ["expired a second ago", { exp: seconds(-1) }],
  ["no expiry", { exp: undefined }],
  ["made in the future", { iat: seconds(120) }],
  ["no time it was made", { iat: undefined }],
  ["signed in in the future", { auth_time: seconds(120) }],
  ["no time of signing in", { auth_time: undefined }],
  ["a time that is a text", { auth_time: "now" }],
  ["no user", { sub: undefined }],
  ["an empty name", { sub: "" }],
  ["a name that is no text", { sub: 7 }],
  ["too long a name", { sub: "u".repeat(129) }],
])("refused: %s", async (_why, claims) => {
  expect(await verifier()(await google.idToken("mia", claims))).toBeNull();
});

test("Google's clock may be half a minute ahead", async () => {
  const token = await google.idToken("mia", { iat: seconds(20), auth_time: seconds(20) });
  expect(await verifier()(token)).toBe("mia");
});

test("refused: what is no token, or has been changed", async () => {
  const verify = verifier();
  const token = await google.idToken("mia");
  const [header, , signature] = token.split(".");
  const other = Buffer.from(JSON.stringify({ sub: "admin" })).toString("base64url");
  for (const bad of ["", "x", "a.b.c", `${token}x`, `${header}.${other}.${signature}`, `${token}.${token}`]) {
    expect(await verify(bad), bad).toBeNull();
  }
});

test("refused: an unsigned token, also one that claims to be the emulator's", async () => {
  const claims = JSON.parse(
    Buffer.from((await google.idToken("mia")).split(".")[1]!, "base64url").toString(),
  );
  const unsigned = new UnsecuredJWT(claims).encode();
  expect(await verifier()(unsigned)).toBeNull();
  expect(await verifier({ ...firebase, projectId: "demo-x" })(unsigned)).toBeNull();
});

test("refused: HS256 with Google's public key as the secret", async () => {
  const { publicJwk, kid } = google.keys[0]!;
  const pem = await exportSPKI((await importJWK(publicJwk, "RS256", { extractable: true })) as CryptoKey);
  const claims = JSON.parse(
    Buffer.from((await google.idToken("mia")).split(".")[1]!, "base64url").toString(),
  );
  for (const secret of [pem, JSON.stringify(publicJwk), publicJwk.n!]) {
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid })
      .sign(new TextEncoder().encode(secret.padEnd(32, "=")));
    expect(await verifier()(forged)).toBeNull();
  }
});

test("refused: a valid signature by a foreign key, whatever its header says", async () => {
  const own = await makeKey(google.keys[0]!.kid);
  expect(await verifier()(await google.idToken("mia", {}, { key: own }))).toBeNull();
  const header = { jwk: own.publicJwk, jku: "https://evil.test/keys" };
  expect(await verifier()(await google.idToken("mia", {}, { key: own, header }))).toBeNull();
  expect(await verifier()(await google.idToken("mia", {}, { header: { kid: undefined } }))).toBeNull();
});

test("keys are fetched once and kept; an unknown one has them asked for again, but not each time", async () => {
  const verify = verifier();
  const before = google.state.keyFetches;
  await Promise.all([verify(await google.idToken("a")), verify(await google.idToken("b"))]);
  await verify(await google.idToken("c"));
  expect(google.state.keyFetches).toBe(before + 1);
  const strange = await makeKey("nobody-knows");
  for (let i = 0; i < 5; i++)
    expect(await verify(await google.idToken("d", {}, { key: strange }))).toBeNull();
  // jose fetches keys again only half a minute after the last fetch, so forged tokens cannot load Google.
  expect(google.state.keyFetches).toBe(before + 1);
});

test("Google changes its keys: a new one is found when it is met, a withdrawn one opens nothing after an hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const pass = (s: number) => vi.setSystemTime(Date.now() + s * 1000);
  const [first] = google.keys;
  const next = await makeKey("key-2");
  const verify = verifier();
  const by = async (key: typeof first) => verify(await google.idToken("mia", {}, { key: key! }));
  expect(await by(first)).toBe("mia");
  google.keys.splice(0, 1, first!, next);
  pass(31);
  expect(await by(next)).toBe("mia");
  google.keys.splice(0, 2, next);
  pass(3_601);
  expect(await by(first)).toBeNull();
  expect(await by(next)).toBe("mia");
  google.keys.splice(0, 1, first!);
  vi.useRealTimers();
});

test.each([
  ["can't be reached", () => HttpResponse.error()],
  ["answers an error", () => new HttpResponse(null, { status: 503 })],
  ["answers something else", () => HttpResponse.html("<p>captive portal</p>")],
  ["answers no keys", () => HttpResponse.json({})],
])("Google's key set %s: tokens are not refused, Google is reported as away", async (_why, answer) => {
  google.server.use(http.get(keysUrl, answer));
  const token = await google.idToken("mia");
  await expect(verifier()(token)).rejects.toBeInstanceOf(Away);
});

test("a key set that does not answer in time is away", async () => {
  google.server.use(http.get(keysUrl, () => delay("infinite")));
  const verify = createIdTokenVerifier({ settings: firebase, clock, timeoutMs: 50 });
  await expect(verify(await google.idToken("mia"))).rejects.toBeInstanceOf(Away);
});

test("a forged token asks nothing of Google", async () => {
  google.server.use(http.get(keysUrl, () => HttpResponse.error()));
  const unsigned = new UnsecuredJWT({ sub: "mia" }).encode();
  expect(await verifier()(unsigned)).toBeNull();
});

test("the emulator's unsigned tokens: only where it is configured, and with every other check", async () => {
  const settings = { ...firebase, projectId: "demo-x", emulator: "127.0.0.1:9099" };
  const verify = verifier(settings);
  const claims = {
    iss: "https://securetoken.google.com/demo-x",
    aud: "demo-x",
    sub: "mia",
    iat: seconds(),
    auth_time: seconds(),
    exp: seconds(60),
  };
  const token = (change: object = {}) => new UnsecuredJWT({ ...claims, ...change }).encode();
  expect(await verify(token())).toBe("mia");
  for (const change of [
    { aud: "other" },
    { iss: "other" },
    { exp: seconds(-1) },
    { iat: seconds(99) },
    { sub: "" },
  ]) {
    expect(await verify(token(change)), JSON.stringify(change)).toBeNull();
  }
  expect(await verify(await google.idToken("mia"))).toBeNull();
});
