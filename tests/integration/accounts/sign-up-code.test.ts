import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { locales } from "../../../contract/locales.ts";
import { makeGuest, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { firebase, startGoogle, type Google } from "../../setup/google.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ confirmsAddresses: true });
});
afterEach(() => backend.clock.set(new Date()));
afterAll(() => backend.close());

let callers = 0;
/** Another address for each call: none is limited by what another one did. */
const address = () => `192.0.2.${++callers}`;
const ask = (email: string, { locale, at = backend }: { locale?: string; at?: TestBackend } = {}) =>
  at.post("identity/sign-up-code", { email }, { address: address(), ...(locale && { locale }) });
const codeIn = (text: string) => /\b(\d{6})\b/.exec(text)?.[1] ?? null;

/** Asks for a code and reads it from the mail. */
async function proven(email: string, at = backend) {
  const before = (await at.mails()).length;
  const { ticket } = (await ask(email, { at })).d as { ticket: string };
  return { ticket, code: codeIn((await at.mails())[before]!.text)! };
}
type Form = { email: string; password?: string; ticket?: string; code?: string; name?: string };
const join = (form: Form, { token, at = backend }: { token?: string; at?: TestBackend } = {}) =>
  at.post("identity/sign-up", { password, ...form }, { token, address: address() });
const wrongCode = { status: 422, d: { issues: [{ field: "code", reason: "wrong" }] } };

/** An account that is there already. */
async function known(email: string) {
  const { d } = await join({ email, ...(await proven(email)), name: "Mia" });
  return (await backend.post("login/uid", { uid: d.uid, proof: d.proof })).d as { token: string };
}

test("the configuration says that an address is proven first", async () => {
  expect((await backend.get("config")).d.identity.confirm).toBe(true);
});

describe("whether an address has an account", () => {
  const raw = async (name: string, body: object) => {
    const init = { method: "POST", headers: { "Content-Type": "application/json" } };
    const answer = await backend.fetch(`/api/${name}`, { ...init, body: JSON.stringify(body) }, address());
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };
  /** With what differs by chance made alike. */
  const plain = ({ text, ...rest }: Awaited<ReturnType<typeof raw>>) => ({
    ...rest,
    text: text.replace(/"ticket":"[^"]+"/, '"ticket":"…"'),
    length: text.length,
  });

  test("is told by no answer: not by status, headers, body or its length", async () => {
    await known("known@example.test");
    const asked = async (email: string) => plain(await raw("identity/sign-up-code", { email }));
    expect(await asked("known@example.test")).toEqual(await asked("fresh@example.test"));
    const ticket = async (email: string) => (await ask(email)).d.ticket as string;
    for (const tries of [{}, { code: "000000" }]) {
      const answers = await Promise.all(
        ["known@example.test", "fresh@example.test"].map(async (email) =>
          raw("identity/sign-up", {
            email,
            password,
            ...("code" in tries && { ...tries, ticket: await ticket(email) }),
          }),
        ),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]!.status).toBe(422);
    }
  });

  test("is looked up after the answer, by which its time tells nothing; the owner is told by mail", async () => {
    const email = "told@example.test";
    await known(email);
    const before = (await backend.mails()).length;
    expect((await ask("TOLD@example.test")).c).toBe(0);
    const [mail] = (await backend.mails()).slice(before);
    expect(mail).toMatchObject({ to: "TOLD@example.test", subject: "You already have a Matinee account" });
    expect(codeIn(mail!.text)).toBeNull();
    expect(mail!.text).toContain("https://matinee.test/page/login");
  });
});

describe("a code", () => {
  test("opens the account of its address, with the words that were typed; the guest keeps the uid", async () => {
    const guest = await makeGuest(backend);
    const email = "new@example.test";
    const { d } = await join({ email, ...(await proven(email)), name: "Mia" }, { token: guest.token });
    const { info } = (await backend.post("login/uid", { uid: d.uid, proof: d.proof })).d;
    expect(info).toMatchObject({ uid: guest.uid, anonymous: 0, email, name: "Mia" });
    expect((await signIn(backend, { email })).c).toBe(0);
  });

  test("is asked for; a wrong one, another address's and one too old open nothing", async () => {
    const email = "careful@example.test";
    expect((await join({ email })).d.issues).toMatchObject([{ field: "code", reason: "required" }]);
    const mine = await proven(email);
    const other = await proven("other@example.test");
    const wrong = mine.code === "123456" ? "654321" : "123456";
    expect(await join({ email, ...mine, code: wrong })).toMatchObject(wrongCode);
    expect(await join({ email, ticket: other.ticket, code: other.code })).toMatchObject(wrongCode);
    expect(await join({ email, ticket: other.ticket, code: mine.code })).toMatchObject(wrongCode);
    const [, ...rest] = mine.ticket.split(".");
    const longer = [`${Math.floor(Date.now() / 1000) + 86_400}`, ...rest].join(".");
    expect(await join({ email, ticket: longer, code: mine.code })).toMatchObject(wrongCode);
    backend.clock.set(new Date(Date.now() + 30 * 60_000));
    expect(await join({ email, ...mine })).toMatchObject(wrongCode);
    backend.clock.set(new Date(Date.now() + 29 * 60_000));
    expect((await join({ email, ...mine })).c).toBe(0);
  });

  test("is not guessed: ten tries at an address, from wherever they come", async () => {
    const email = "guessed@example.test";
    const { ticket, code } = await proven(email);
    const guess = (n: number) =>
      join({ email, ticket, code: String((Number(code) + n) % 1_000_000).padStart(6, "0") });
    for (let n = 1; n <= 10; n++) expect((await guess(n)).status).toBe(422);
    expect((await guess(0)).status).toBe(429);
  });

  test("is mailed to one address four times, and then not for a while", async () => {
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push((await ask("flooded@example.test")).status);
    expect(answers).toEqual([200, 200, 200, 200, 429]);
  });

  test("sent twice makes one account; once there is one, who has the code is told", async () => {
    const email = "twice@example.test";
    const form = { email, ...(await proven(email)) };
    const answers = await Promise.all([join(form), join(form)]);
    expect(answers.map(({ c }) => c)).toEqual([0, 0]);
    expect(new Set(answers.map(({ d }) => d.uid)).size).toBe(1);
    expect(await join({ ...form, password: "another one" })).toMatchObject({ status: 409, c: 4091 });
  });
});

test.each(locales)("the mails in %s: its words and direction", async (locale) => {
  const email = `person-${locale}@example.test`;
  const before = (await backend.mails()).length;
  await ask(email, { locale });
  const [first] = (await backend.mails()).slice(before);
  expect(codeIn(first!.subject)).toBe(codeIn(first!.text));
  await known(`known-${locale}@example.test`);
  const after = (await backend.mails()).length;
  await ask(`known-${locale}@example.test`, { locale });
  const [second] = (await backend.mails()).slice(after);
  for (const mail of [first!, second!]) {
    expect(mail.html).toContain(`<html lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}">`);
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\{|mail\.\w/);
  }
  if (locale !== "en") expect(second!.subject).not.toBe("You already have a Matinee account");
});

test("where no mail reaches anybody an account opens at once, and there is no code to ask for", async () => {
  const without = await startTestBackend();
  expect((await without.get("config")).d.identity.confirm).toBe(false);
  expect((await ask("any@example.test", { at: without })).status).toBe(404);
  expect((await join({ email: "any@example.test" }, { at: without })).c).toBe(0);
  // It does tell, so asking is slow: twenty from an address, then one in two minutes.
  const taken = () =>
    without.post(
      "identity/sign-up",
      { email: "any@example.test", password: "another" },
      { address: "203.0.113.9" },
    );
  await without.post(
    "identity/sign-up",
    { email: "any2@example.test", password },
    { address: "203.0.113.9" },
  );
  for (let n = 0; n < 10; n++) expect((await taken()).c).toBe(4091);
  for (let n = 0; n < 10; n++) {
    const email = `taken-${n}@example.test`;
    await join({ email }, { at: without });
    const again = { email, password: "another" };
    expect((await without.post("identity/sign-up", again, { address: "203.0.113.9" })).c).toBe(4091);
  }
  const last = { email: "taken-0@example.test", password: "another" };
  expect((await without.post("identity/sign-up", last, { address: "203.0.113.9" })).c).toBe(429);
  await without.close();
});

describe("with Firebase", () => {
  let google: Google;
  let at: TestBackend;
  beforeAll(async () => {
    google = await startGoogle();
    at = await startTestBackend({ firebase, confirmsAddresses: true });
  });
  afterAll(async () => {
    await at.close();
    google.close();
  });

  test("Google is asked about an address only with its code", async () => {
    google.accounts.set("mia", { localId: "mia", email: "mia@example.test", password });
    const before = google.calls.length;
    const answers = await Promise.all(
      ["mia@example.test", "fresh@example.test"].map(async (email) => {
        const { ticket } = (await ask(email, { at })).d;
        return join({ email, ticket, code: "000000" }, { at });
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(google.calls.slice(before)).toEqual([]);
    const taken = { email: "mia@example.test", ...(await proven("mia@example.test", at)) };
    expect(await join(taken, { at })).toMatchObject({ status: 409, c: 4091 });
    const fresh = { email: "fresh@example.test", ...(await proven("fresh@example.test", at)) };
    expect((await join(fresh, { at })).c).toBe(0);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
