import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signInLinks, users } from "../../../api/db/schema.ts";
import { locales } from "../../../contract/locales.ts";
import { makeGuest, makeMember, password, signIn } from "../../setup/account.ts";
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

let callers = 0;
const address = () => `192.0.2.${++callers}`;
const ask = (email: string, options: { locale?: string; address?: string } = {}) =>
  backend.post("identity/link", { email }, { address: address(), ...options });
const use = (code: string, at = backend) => at.post("identity/link-enter", { code }, { address: address() });
const expired = { status: 422, c: 4223 };

/** Asks for a link and reads it from the mail. */
async function codeFor(email: string): Promise<string> {
  const before = (await backend.mails()).length;
  await ask(email);
  const mail = (await backend.mails())[before]!;
  return /\/page\/login\/link\?code=([\w-]{43})\n/.exec(mail.text)![1]!;
}

test("the link signs in once, without the password", async () => {
  const { uid, email } = await makeMember(backend, "link@example.test");
  const code = await codeFor("Link@Example.test");
  const { c, d: proven } = await use(code);
  expect(c).toBe(0);
  const entered = await backend.post("login/uid", { uid: proven.uid, proof: proven.proof });
  expect(entered).toMatchObject({ c: 0, d: { info: { uid, email } } });
  expect(await use(code)).toMatchObject(expired);
});

test("two presses at the same time, in two processes, use it once; and it takes the others with it", async () => {
  const { email } = await makeMember(backend, "twice@link.test");
  const [one, other] = [await codeFor(email), await codeFor(email)];
  const answers = await Promise.all([use(one), use(one, second)]);
  expect(answers.map(({ c }) => c).sort()).toEqual([0, 4223]);
  expect(await use(other)).toMatchObject(expired);
});

test("it lasts a quarter of an hour, and is removed", async () => {
  const { email } = await makeMember(backend, "late@link.test");
  const code = await codeFor(email);
  after(15 * 60);
  expect(await use(code)).toMatchObject(expired);
  await codeFor((await makeMember(backend, "later@link.test")).email);
  const left = await backend.db.select().from(signInLinks);
  expect(left.every(({ expiresAt }) => expiresAt > backend.clock.now())).toBe(true);
});

test("the answer says nothing of whether there is such an account, and no mail goes to one there is not", async () => {
  await makeMember(backend, "known@link.test");
  const guest = await makeGuest(backend);
  expect(guest.uid).toBeTruthy();
  const before = (await backend.mails()).length;
  expect(await ask("known@link.test")).toEqual(await ask("unknown@link.test"));
  expect((await backend.mails()).slice(before).map(({ to }) => to)).toEqual(["known@link.test"]);
});

test("its code is in the mail alone, whose host is the operator's word", async () => {
  const { email } = await makeMember(backend, "secret@link.test");
  const before = (await backend.mails()).length;
  await backend.fetch(
    "/api/identity/link",
    {
      method: "POST",
      headers: { "Content-Type": "application/json", Host: "evil.test", "X-Forwarded-Host": "evil.test" },
      body: JSON.stringify({ email }),
    },
    address(),
  );
  const mail = (await backend.mails())[before]!;
  expect(mail.text).toContain("https://matinee.test/page/login/link?code=");
  const code = /code=([\w-]{43})/.exec(mail.text)![1]!;
  expect(JSON.stringify(await backend.db.select().from(signInLinks))).not.toContain(code);
});

test("the second factor is asked for as after a password", async () => {
  const { email, token } = await makeMember(backend, "factor@link.test");
  const { secret } = await turnOn(backend, token);
  after(30);
  const { d: proven } = await use(await codeFor(email));
  const answer = await backend.post("login/uid", { uid: proven.uid, proof: proven.proof });
  expect(answer).toMatchObject({ status: 403, c: 4036 });
  const { ticket } = answer.d.pending;
  const finished = await backend.post("login/factor", { ticket, code: appCode(backend, secret) });
  expect(finished.c).toBe(0);
});

test("a guest's list moves to the account", async () => {
  const { email, uid } = await makeMember(backend, "guest@link.test");
  const guest = await makeGuest(backend);
  const { d: proven } = await use(await codeFor(email));
  const answer = await backend.post(
    "login/uid",
    { uid: proven.uid, proof: proven.proof },
    { token: guest.token },
  );
  expect(answer).toMatchObject({ c: 0, d: { info: { uid } } });
});

test.each<[string, (member: { email: string; token: string }) => Promise<unknown>]>([
  ["the other devices are signed out", ({ token }) => backend.post("device/end-others", {}, { token })],
  [
    "the password is changed",
    ({ token }) => backend.post("password/change", { current: password, password: "a new one" }, { token }),
  ],
  ["the account is deleted", ({ token }) => backend.post("account/delete", { password }, { token })],
])("%s: the link is worth nothing", async (what, end) => {
  const member = await makeMember(backend, `${what.split(" ")[1]}@link.test`);
  const code = await codeFor(member.email);
  after(60);
  expect(await end(member)).toMatchObject({ c: 0 });
  expect(await use(code)).toMatchObject(expired);
});

test("a suspended account is not opened, and says why", async () => {
  const { email, uid } = await makeMember(backend, "banned@link.test");
  const owner = await backend.person({ admin: 3 });
  const code = await codeFor(email);
  const ban = { uid, reason: "spam", until: null, note: "sent it 40 times" };
  expect((await backend.post("z/user/ban", ban, owner)).c).toBe(0);
  await backend.db.update(users).set({ proofsAfter: null }).where(eq(users.uid, uid));
  const { d: proven } = await use(code);
  expect((await backend.post("login/uid", { uid: proven.uid, proof: proven.proof })).c).toBe(4033);
});

test("four mails go to one address in ten minutes, and twenty asks come from one network in a minute", async () => {
  const { email } = await makeMember(backend, "limited@link.test");
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push((await ask(email)).c);
  expect(answers).toEqual([0, 0, 0, 0, 429]);
  const crowd = [];
  for (let n = 0; n < 21; n++) crowd.push((await ask(`crowd-${n}@link.test`, { address: "203.0.113.99" })).c);
  expect(crowd.filter((c) => c === 429)).toHaveLength(1);
});

test("guesses from one network are limited", async () => {
  const from = { address: "203.0.113.98" };
  for (let n = 0; n < 30; n++)
    expect((await backend.post("identity/link-enter", { code: "A".repeat(43) }, from)).c).toBe(4223);
  expect((await backend.post("identity/link-enter", { code: "A".repeat(43) }, from)).c).toBe(429);
});

test.each(locales)("the mail in %s is in its words", async (locale) => {
  const { email } = await makeMember(backend, `person-${locale}@link.test`);
  const before = (await backend.mails()).length;
  await ask(email, { locale });
  const mail = (await backend.mails())[before]!;
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(email);
    expect(part).not.toMatch(/\{\{|mail\.\w/);
  }
  if (locale !== "en") expect(mail.subject).not.toBe("Your Matinee sign-in link");
  expect((await signIn(backend, { email })).c).toBe(0);
});
