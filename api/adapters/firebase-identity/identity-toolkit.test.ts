import { delay, http, HttpResponse } from "msw";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { firebase, startGoogle, type Google } from "../../../tests/setup/google.ts";
import { Away, createIdentityToolkit, Refused } from "./identity-toolkit.ts";
import { createPolicyReader, policyOf } from "./password-policy.ts";

let google: Google;
beforeAll(async () => {
  google = await startGoogle();
});
afterEach(() => google.server.resetHandlers());
afterAll(() => google.close());

const toolkit = createIdentityToolkit({ settings: firebase, timeoutMs: 200 });
const anyCall = "https://identitytoolkit.googleapis.com/v1/:method";
const policyUrl = "https://identitytoolkit.googleapis.com/v2/passwordPolicy";
const failing = (answer: () => Response | Promise<Response>) => {
  google.server.use(http.post(anyCall, answer));
  return toolkit.lookup("token").catch((error: unknown) => error);
};

test("the key goes along, and the language of a mail", async () => {
  const seen: string[] = [];
  google.server.use(
    http.post(anyCall, ({ request }) => {
      seen.push(new URL(request.url).search, request.headers.get("X-Firebase-Locale") ?? "");
      return HttpResponse.json({});
    }),
  );
  await toolkit.sendPasswordReset({ email: "mia@example.test", locale: "ja" });
  expect(seen).toEqual(["?key=web-key", "ja"]);
});

test("of an answer only what its schema names comes through", async () => {
  google.server.use(
    http.post(anyCall, () =>
      HttpResponse.json({ users: [{ localId: "mia", passwordHash: "hash:password=correct horse" }] }),
    ),
  );
  expect(await toolkit.lookup("token")).toEqual({ localId: "mia" });
});

test("a refusal carries Google's code and none of its words, which may repeat what was sent", async () => {
  const error = await failing(() =>
    google.refuse("WEAK_PASSWORD : 'hunter2' should be at least 6 characters"),
  );
  expect(error).toBeInstanceOf(Refused);
  expect((error as Refused).code).toBe("WEAK_PASSWORD");
  expect(String(error)).not.toContain("hunter2");
});

test.each([
  ["no connection", () => HttpResponse.error(), Away],
  ["a server error", () => google.refuse("INTERNAL", 503), Away],
  ["no answer in time", async () => (await delay("infinite"), HttpResponse.json({})), Away],
  ["no JSON", () => HttpResponse.html("<p>hello</p>"), Away],
  ["an error that is none of Google's", () => new HttpResponse("blocked", { status: 403 }), Away],
  ["an answer without what was asked for", () => HttpResponse.json({ users: [] }), Away],
  ["a redirect", () => HttpResponse.redirect("https://evil.test/"), Away],
  ["too many, in words", () => google.refuse("TOO_MANY_ATTEMPTS_TRY_LATER : wait"), Refused],
  ["too many, by status alone", () => new HttpResponse(null, { status: 429 }), Refused],
  ["an API key that is not allowed here", () => google.refuse("Requests are blocked.", 403), Refused],
])("%s", async (_what, answer, kind) => {
  expect(await failing(answer)).toBeInstanceOf(kind);
});

test("the project's password policy, where it is enforced; else six characters", () => {
  const options = {
    minPasswordLength: 10,
    maxPasswordLength: 40,
    containsLowercaseCharacter: true,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
    containsNonAlphanumericCharacter: true,
  };
  const answer = { customStrengthOptions: options, allowedNonAlphanumericCharacters: ["!", "?"] };
  expect(policyOf({ ...answer, enforcementState: "ENFORCE" })).toEqual({
    minLength: 10,
    maxLength: 40,
    lowercase: true,
    uppercase: true,
    digit: true,
    symbols: "!?",
  });
  for (const none of [{ ...answer, enforcementState: "OFF" }, answer, {}]) {
    expect(policyOf(none)).toMatchObject({ minLength: 6, maxLength: null, uppercase: false, symbols: null });
  }
});

test("reading the policy never waits; it is asked for every ten minutes, and after a failure every minute", async () => {
  let now = Date.UTC(2027, 0, 1);
  let asked = 0;
  const read = createPolicyReader({ toolkit, clock: { now: () => new Date(now) } });
  const enforced = { customStrengthOptions: { minPasswordLength: 9 }, enforcementState: "ENFORCE" };
  google.server.use(
    http.get(policyUrl, () => {
      asked += 1;
      return asked === 1 ? google.refuse("INTERNAL", 503) : HttpResponse.json(enforced);
    }),
  );
  expect(read().minLength).toBe(6);
  await expect.poll(() => asked).toBe(1);
  now += 59_000;
  expect(read().minLength).toBe(6);
  now += 1_000;
  await expect.poll(() => read().minLength).toBe(9);
  now += 9 * 60_000;
  expect(read().minLength).toBe(9);
  expect(asked).toBe(2);
  now += 61_000;
  expect(read().minLength).toBe(9);
  await expect.poll(() => asked).toBe(3);
});
