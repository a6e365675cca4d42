import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { passwordResets } from "../../../api/db/schema.ts";
import { locales } from "../../../contract/locales.ts";
import { makeMember, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

let callers = 0;
/** Another address for each test: none is limited by what another one did. */
const address = () => `192.0.2.${++callers}`;
const forgot = (email: string, options: { locale?: string; address?: string } = {}) =>
  backend.post("password/forgot", { email }, { address: address(), ...options });
const opens = async (token: string) => (await backend.post("login/token", { token })).c === 0;

/** Asks for a link and reads it from the mail. */
async function codeFor(email: string): Promise<string> {
  const before = (await backend.mails()).length;
  await forgot(email);
  const mail = (await backend.mails())[before]!;
  return /&code=([\w-]{43})\n/.exec(mail.text)![1]!;
}

test("a forgotten password: mailed link, new password, every session ends, the link works once", async () => {
  const member = await makeMember(backend, "forgot@example.test");
  const code = await codeFor("Forgot@Example.test");
  const reset = await backend.post("password/reset", { code, password: "a new one" });
  expect(reset).toMatchObject({ c: 0, d: {} });
  expect(await opens(member.token)).toBe(false);
  expect((await signIn(backend, { email: member.email })).c).toBe(4221);
  expect((await signIn(backend, { email: member.email, password: "a new one" })).c).toBe(0);
  const again = await backend.post("password/reset", { code, password: "yet another" });
  expect(again).toMatchObject({
    c: 4223,
    status: 422,
    m: "This link is no longer valid. Request a new one.",
  });
  expect((await backend.mails()).at(-1)).toMatchObject({
    to: member.email,
    subject: "Your Matinee password was changed",
  });
});

test("two clicks on one link at the same time change the password once", async () => {
  await makeMember(backend, "twice@example.test");
  const code = await codeFor("twice@example.test");
  const answers = await Promise.all(
    ["first one", "second one"].map((word) => backend.post("password/reset", { code, password: word })),
  );
  expect(answers.map(({ c }) => c).sort()).toEqual([0, 4223]);
});

test("a link is too old after an hour; one that is used takes the account's others with it", async () => {
  const { email } = await makeMember(backend, "late@example.test");
  const now = Date.now();
  backend.clock.set(new Date(now));
  const [first, second] = [await codeFor(email), await codeFor(email)];
  backend.clock.set(new Date(now + 60 * 60_000));
  const late = await backend.post("password/reset", { code: first, password: "a new one" });
  expect(late.c).toBe(4223);
  backend.clock.set(new Date(now + 59 * 60_000));
  expect((await backend.post("password/reset", { code: second, password: "a new one" })).c).toBe(0);
  expect((await backend.post("password/reset", { code: first, password: "a newer one" })).c).toBe(4223);
  backend.clock.set(new Date());
});

test("the answer says nothing of whether there is such an account, and no mail goes to one there is not", async () => {
  await makeMember(backend, "known@example.test");
  const before = (await backend.mails()).length;
  const known = await forgot("known@example.test");
  const unknown = await forgot("unknown@example.test");
  expect(known).toEqual(unknown);
  expect((await backend.mails()).slice(before).map(({ to }) => to)).toEqual(["known@example.test"]);
});

test("the answer comes before anything is looked up", async () => {
  await makeMember(backend, "soon@example.test");
  await backend.mails();
  const before = (await backend.db.select().from(passwordResets)).length;
  // While the table is locked, nothing can be looked up: an answer that waited for that would not come.
  await backend.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${passwordResets} in access exclusive mode`);
    expect((await forgot("soon@example.test")).c).toBe(0);
  });
  await backend.mails();
  expect(await backend.db.select().from(passwordResets)).toHaveLength(before + 1);
});

test("a link's code is in the mail alone; its host is the operator's word, not the request's", async () => {
  await makeMember(backend, "secret@example.test");
  const before = (await backend.mails()).length;
  await backend.fetch(
    "/api/password/forgot",
    {
      method: "POST",
      headers: { "Content-Type": "application/json", Host: "evil.test", "X-Forwarded-Host": "evil.test" },
      body: JSON.stringify({ email: "secret@example.test" }),
    },
    address(),
  );
  const mail = (await backend.mails())[before]!;
  expect(mail.text).toContain("https://matinee.test/page/login?mode=reset&code=");
  expect(JSON.stringify(mail)).not.toContain("evil.test");
  const code = /&code=([\w-]{43})/.exec(mail.text)![1]!;
  expect(JSON.stringify(await backend.db.select().from(passwordResets))).not.toContain(code);
});

test.each(locales)("mails in %s: in its words and direction, as text and as HTML", async (locale) => {
  const email = `person-${locale}@example.test`;
  await makeMember(backend, email);
  const before = (await backend.mails()).length;
  await forgot(email, { locale });
  const mail = (await backend.mails())[before]!;
  expect(mail.html).toContain(`<html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}">`);
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(email);
    expect(part).toMatch(/mode=reset&(amp;)?code=[\w-]{43}/);
    expect(part).not.toMatch(/\{\{|mail\.\w/);
  }
  if (locale !== "en") expect(mail.subject).not.toBe("Reset your Matinee password");
});

test("changing it asks for the present one, ends the other sessions and keeps this one", async () => {
  const { token, email } = await makeMember(backend, "change@example.test");
  const other = (await signIn(backend, { email })).d.token as string;
  const wrong = await backend.post("password/change", { current: "wrong", password: "a new one" }, { token });
  expect(wrong).toMatchObject({ c: 422, d: { issues: [{ field: "current", reason: "wrong" }] } });
  const weak = await backend.post("password/change", { current: password, password: "five5" }, { token });
  expect(weak).toMatchObject({ c: 422, d: { issues: [{ field: "password", reason: "too_short" }] } });
  expect(await opens(other)).toBe(true);
  const right = await backend.post(
    "password/change",
    { current: password, password: "a new one" },
    { token },
  );
  expect(right.c).toBe(0);
  expect([await opens(token), await opens(other)]).toEqual([true, false]);
  expect((await signIn(backend, { email, password: "a new one" })).c).toBe(0);
});

test("a guest has no password to change", async () => {
  const { token } = await backend.person({ anonymous: true });
  const answer = await backend.post("password/change", { current: "any", password: "a new one" }, { token });
  expect(answer.c).toBe(403);
});

test("signing up again with the same words is signing in: a form sent twice does no harm", async () => {
  const sent = { email: "double@example.test", password };
  const answers = await Promise.all([
    backend.post("identity/sign-up", sent),
    backend.post("identity/sign-up", sent),
  ]);
  expect(answers.map(({ c }) => c)).toEqual([0, 0]);
  expect(new Set(answers.map(({ d }) => d.uid)).size).toBe(1);
  expect((await backend.post("identity/sign-up", { ...sent, password: "not the same" })).c).toBe(4091);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
