import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMember, password, signIn } from "../setup/account.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  backend.clock.set(new Date("2026-06-01T12:00:00Z"));
});
afterAll(() => backend.close());

const later = (seconds: number) =>
  backend.clock.set(new Date(backend.clock.now().getTime() + seconds * 1000));
const wrong = (email: string, address: string) => signIn(backend, { email, password: "wrong", address });
const retryAfter = async (email: string, address: string, headers: Record<string, string> = {}) => {
  const answer = await backend.fetch(
    "/api/identity/sign-in",
    {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": "de", ...headers },
      body: JSON.stringify({ email, password: "wrong" }),
    },
    address,
  );
  return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), ...(await answer.json()) };
};

test("guesses at one account are limited, from however many addresses; waiting helps", async () => {
  const { email } = await makeMember(backend, "guessed@example.test");
  for (let n = 1; n <= 10; n++) expect((await wrong(email, `198.51.100.${n}`)).c).toBe(4221);
  expect(await retryAfter(email, "198.51.100.99")).toMatchObject({
    status: 429,
    c: 429,
    retryAfter: "30",
    m: "Zu viele Versuche. Bitte warte einen Moment.",
  });
  // An unknown e-mail is limited in the same way, so the limit reveals nothing.
  for (let n = 1; n <= 10; n++) expect((await wrong("nobody@example.test", `198.51.100.${n}`)).c).toBe(4221);
  expect((await wrong("nobody@example.test", "198.51.100.99")).c).toBe(429);
  later(30);
  expect((await signIn(backend, { email, address: "198.51.100.99" })).c).toBe(0);
});

test("guesses from one address are limited, at however many accounts; others are not", async () => {
  for (let n = 1; n <= 30; n++) expect((await wrong(`many-${n}@example.test`, "203.0.113.1")).c).toBe(4221);
  expect((await wrong("many-31@example.test", "203.0.113.1")).c).toBe(429);
  expect((await wrong("many-31@example.test", "203.0.113.2")).c).toBe(4221);
});

test("a forged header moves nothing: what the edge says is the address", async () => {
  for (let n = 1; n <= 30; n++)
    await retryAfter(`forged-${n}@example.test`, "203.0.113.3", { "X-Forwarded-For": `192.0.2.${n}` });
  const answer = await retryAfter("forged-31@example.test", "203.0.113.3", {
    "X-Forwarded-For": "192.0.2.250",
    "X-Real-IP": "192.0.2.250",
    Forwarded: "for=192.0.2.250",
  });
  expect(answer.status).toBe(429);
});

test("one network of IPv6 is one address, however many it has", async () => {
  for (let n = 1; n <= 30; n++) await wrong(`six-${n}@example.test`, `2001:db8:0:7::${n.toString(16)}`);
  expect((await wrong("six-31@example.test", "2001:db8:0:7:ffff::1")).c).toBe(429);
  expect((await wrong("six-31@example.test", "2001:db8:0:8::1")).c).toBe(4221);
});

test("being right is not limited: a whole house may sign in at once", async () => {
  const { email } = await makeMember(backend, "house@example.test");
  for (let n = 1; n <= 45; n++) expect((await signIn(backend, { email, address: "203.0.113.4" })).c).toBe(0);
});

test("more sign-ins at once than can wait are told to come again, and lose nothing by it", async () => {
  const { email } = await makeMember(backend, "crowd-0@example.test");
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const body = JSON.stringify({ email: `crowd-${n}@example.test`, password });
      const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
      const answer = await backend.fetch("/api/identity/sign-in", init, `203.0.${n}.113`);
      return { status: answer.status, retryAfter: answer.headers.get("Retry-After") };
    }),
  );
  const busy = answers.filter(({ status }) => status === 503);
  expect([200, 503], "the right password is never called wrong").toContain(answers[0]!.status);
  expect(answers.slice(1).filter(({ status }) => status !== 422 && status !== 503)).toEqual([]);
  expect(answers.map(({ status }) => status)).toContain(422);
  expect(busy.length).toBeGreaterThan(0);
  for (const { retryAfter } of busy) expect(Number(retryAfter)).toBeGreaterThan(0);
  expect((await signIn(backend, { email, address: "203.0.0.113" })).c).toBe(0);
});

test("a sign-up with a known e-mail is a guess as well", async () => {
  const { email } = await makeMember(backend, "joined@example.test");
  const guess = (n: number) =>
    backend.post("identity/sign-up", { email, password: `guess ${n}` }, { address: `203.0.113.${100 + n}` });
  for (let n = 1; n <= 10; n++) expect((await guess(n)).c).toBe(4091);
  expect((await guess(11)).c).toBe(429);
  expect((await wrong(email, "203.0.113.5")).c).toBe(429);
});

test("mails to one address are limited, whether or not there is such an account", async () => {
  await makeMember(backend, "mailed@example.test");
  const before = (await backend.mails()).length;
  for (const email of ["mailed@example.test", "unmailed@example.test"]) {
    const ask = (n: number) =>
      backend.post("password/forgot", { email }, { address: `198.51.100.${100 + n}` });
    for (let n = 1; n <= 4; n++) expect((await ask(n)).c).toBe(0);
    expect((await ask(5)).c).toBe(429);
  }
  expect((await backend.mails()).length - before).toBe(4);
});

test("what is limited for one call leaves the others alone", async () => {
  const { token } = await makeMember(backend, "busy@example.test");
  for (let n = 1; n <= 11; n++)
    await backend.post(
      "password/change",
      { current: "wrong", password: "a new one" },
      { token, address: "203.0.113.6" },
    );
  const change = { current: password, password: "a new one" };
  expect((await backend.post("password/change", change, { token, address: "203.0.113.6" })).c).toBe(429);
  expect((await backend.post("login/token", { token }, { address: "203.0.113.6" })).c).toBe(0);
  expect((await backend.get("device/list", "", { token })).c).toBe(0);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
