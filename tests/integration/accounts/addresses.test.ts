import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { localIdentities, users } from "../../../api/db/schema.ts";
import { codes } from "../../../contract/codes.ts";
import { makeGuest, makeMember, password, signIn, type Member } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, price } from "../../setup/payment.ts";

/** Sells only to proven addresses, and sends mails. */
let backend: TestBackend;
let owner: string;
const start = new Date("2027-03-01T12:00:00Z");
const after = (minutes: number) => backend.clock.set(new Date(start.getTime() + minutes * 60_000));

beforeAll(async () => {
  backend = await startTestBackend({ confirmsAddresses: true });
  backend.clock.set(start);
  owner = (await backend.person({ admin: 3 })).token;
  await change({ addressProof: "buying", refusedDomains: "throwaway.test\nspam.example" });
  await addPlan(backend);
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
});
beforeEach(() => after(0));

async function change(values: object): Promise<void> {
  const { revision } = (await backend.get("z/settings/read", "", { token: owner })).d;
  expect(await backend.post("z/settings/save", { revision, values }, { token: owner })).toMatchObject({
    c: 0,
  });
}

let callers = 0;
/** Another network for each call: none is limited by what another one did. */
const from = (token: string) => ({
  ...(token && { token }),
  address: `192.0.2.${(callers = (callers + 1) % 250)}`,
});
let people = 0;
const newMember = () => makeMember(backend, `address-${++people}@example.test`);
const state = async ({ token }: Member) => (await backend.get("address/state", "", { token })).d;
const codeIn = (text: string) => /\b(\d{6})\b/.exec(text)?.[1] ?? null;
const wrongCode = { c: codes.invalid.c, d: { issues: [{ field: "code", reason: "wrong" }] } };

/** Asks for a code and reads it from the mail. */
async function mailed({ token }: Member, email?: string) {
  const before = (await backend.mails()).length;
  const answer = await backend.post("address/send", email === undefined ? {} : { email }, from(token));
  expect(answer, JSON.stringify(answer)).toMatchObject({ c: 0 });
  const mail = (await backend.mails())[before]!;
  return { to: mail.to, proof: { ticket: answer.d.ticket as string, code: codeIn(mail.text) ?? "000000" } };
}
const confirm = ({ token }: Member, proof: object) => backend.post("address/confirm", proof, from(token));
const moveTo = ({ token }: Member, input: object) => backend.post("address/change", input, from(token));

describe("an address that is not proven", () => {
  test("opens an account at once; trials and orders wait until it is", async () => {
    expect((await backend.get("config")).d.identity.confirm).toBe(false);
    const member = await newMember();
    expect(await state(member)).toEqual({ email: member.email, confirmed: false, possible: true });
    const order = { key: crypto.randomUUID(), plan: "month", ...price };
    const buy = () => backend.post("order/create", order, from(member.token));
    const tryIt = () => backend.post("membership/trial", { plan: "month" }, from(member.token));
    for (const call of [buy, tryIt]) expect(await call()).toMatchObject({ c: 40310, status: 403 });

    const { to, proof } = await mailed(member);
    expect(to).toBe(member.email);
    expect(await confirm(member, { ...proof, code: "000000" })).toMatchObject(wrongCode);
    expect(await confirm(member, proof)).toMatchObject({ c: 0 });
    expect(await confirm(member, proof)).toMatchObject({ c: 0 });
    expect(await state(member)).toMatchObject({ confirmed: true });
    for (const call of [buy, tryIt]) expect(await call()).toMatchObject({ c: 0 });
  });

  test("does not keep a guest from buying, who has none", async () => {
    const { token } = await makeGuest(backend);
    const order = { key: crypto.randomUUID(), plan: "month", ...price };
    expect(await backend.post("order/create", order, from(token))).toMatchObject({ c: 0 });
    expect((await backend.post("address/send", {}, from(token))).c).toBe(codes.not_found.c);
  });

  test("waits for nothing where the operator says so", async () => {
    const member = await newMember();
    await change({ addressProof: "none" });
    const order = { key: crypto.randomUUID(), plan: "month", ...price };
    expect(await backend.post("order/create", order, from(member.token))).toMatchObject({ c: 0 });
    await change({ addressProof: "buying" });
  });

  test("is not proven by the code of another account, an old one, or one to create an account", async () => {
    const [one, two] = [await newMember(), await newMember()];
    const { proof } = await mailed(one);
    expect(await confirm(two, proof)).toMatchObject(wrongCode);
    after(31);
    expect(await confirm(one, proof)).toMatchObject(wrongCode);
    after(0);
    await change({ addressProof: "sign-up" });
    const before = (await backend.mails()).length;
    const fresh = "for-sign-up@example.test";
    const { ticket } = (await backend.post("identity/sign-up-code", { email: fresh }, from(""))).d;
    const code = codeIn((await backend.mails())[before]!.text)!;
    await change({ addressProof: "buying" });
    const other = await makeMember(backend, fresh);
    expect(await confirm(other, { ticket, code })).toMatchObject(wrongCode);
  });

  test("can't be guessed: after some tries each waits", async () => {
    const member = await newMember();
    const { proof } = await mailed(member);
    const answers: number[] = [];
    for (let n = 0; n < 40; n++)
      answers.push(
        (await backend.post("address/confirm", { ...proof, code: "000001" }, { token: member.token })).c,
      );
    expect(answers.at(-1)).toBe(codes.too_many_requests.c);
    expect(answers.indexOf(codes.too_many_requests.c)).toBeLessThan(30);
  });
});

describe("another address", () => {
  test("takes the place of the account's: one signs in with it, both are told, other sessions end", async () => {
    const member = await newMember();
    const elsewhere = await signIn(backend, { email: member.email });
    const email = `moved-${people}@example.test`;
    const { to, proof } = await mailed(member, email);
    expect(to).toBe(email);
    const before = (await backend.mails()).length;
    expect(await moveTo(member, { email, ...proof })).toMatchObject({ c: 0 });
    expect(await state(member)).toEqual({ email, confirmed: true, possible: true });
    const told = (await backend.mails()).slice(before);
    expect(told.map((mail) => mail.to).sort()).toEqual([member.email, email].sort());
    for (const { text } of told) expect(text).toContain(email);
    expect((await backend.post("login/token", { token: elsewhere.d.token })).c).toBe(codes.unauthorised.c);
    const enter = (address: string) =>
      backend.post("identity/sign-in", { email: address, password }, from(""));
    expect((await enter(member.email)).c).toBe(codes.bad_credentials.c);
    expect((await enter(email)).c).toBe(0);
    const [row] = await backend.db.select().from(users).where(eq(users.uid, member.uid));
    expect(row!.email).toBe(email);
  });

  test("needs a session that was confirmed in the last ten minutes", async () => {
    const member = await newMember();
    const email = `late-${people}@example.test`;
    const { proof } = await mailed(member, email);
    after(11);
    expect(await moveTo(member, { email, ...proof })).toMatchObject({ c: codes.confirm_required.c });
    expect(await backend.post("address/send", { email }, from(member.token))).toMatchObject({
      c: codes.confirm_required.c,
    });
    // The proof of the account's own address takes none.
    expect(await backend.post("address/send", {}, from(member.token))).toMatchObject({ c: 0 });
  });

  test("of another account is told to its owner alone, and not taken", async () => {
    const [one, two] = [await newMember(), await newMember()];
    const before = (await backend.mails()).length;
    const fresh = await backend.post("address/send", { email: "free@example.test" }, from(one.token));
    const taken = await backend.post("address/send", { email: two.email }, from(one.token));
    expect(Object.keys(taken.d)).toEqual(Object.keys(fresh.d));
    const mails = (await backend.mails()).slice(before);
    expect(codeIn(mails.find(({ to }) => to === two.email)!.text)).toBeNull();
    expect((await state(two)).email).toBe(two.email);
  });

  test("that another account took meanwhile is refused, and nothing changes", async () => {
    const one = await newMember();
    const email = `raced-${people}@example.test`;
    const { proof } = await mailed(one, email);
    await makeMember(backend, email);
    expect(await moveTo(one, { email, ...proof })).toMatchObject({ c: codes.email_taken.c });
    expect((await state(one)).email).toBe(one.email);
  });

  test("is not the one that the code was for", async () => {
    const member = await newMember();
    const { proof } = await mailed(member, "right@example.test");
    expect(await moveTo(member, { email: "wrong@example.test", ...proof })).toMatchObject(wrongCode);
    const own = await mailed(member);
    expect(await moveTo(member, { email: "wrong@example.test", ...own.proof })).toMatchObject(wrongCode);
  });

  test("ends links of the former mailbox that set a password", async () => {
    const member = await newMember();
    const before = (await backend.mails()).length;
    await backend.post("password/forgot", { email: member.email }, from(""));
    const link = /code=([\w-]+)/.exec((await backend.mails())[before]!.text)![1]!;
    const email = `left-${people}@example.test`;
    const { proof } = await mailed(member, email);
    expect(await moveTo(member, { email, ...proof })).toMatchObject({ c: 0 });
    const reset = await backend.post("password/reset", { code: link, password: "another-one" }, from(""));
    expect(reset.c).toBe(codes.bad_code.c);
  });

  test("gives no second trial", async () => {
    const member = await newMember();
    const own = await mailed(member);
    await confirm(member, own.proof);
    expect(await backend.post("membership/trial", { plan: "month" }, from(member.token))).toMatchObject({
      c: 0,
    });
    const { proof } = await mailed(member, `second-${people}@example.test`);
    await moveTo(member, { email: `second-${people}@example.test`, ...proof });
    await addPlan(backend, { id: "other" });
    const again = await backend.post("membership/trial", { plan: "other" }, from(member.token));
    expect(again.c).toBe(codes.trial_used.c);
  });
});

describe("domains that the operator does not accept", () => {
  const refused = { c: codes.invalid.c, d: { issues: [{ field: "email", reason: "domain" }] } };

  test.each(["a@throwaway.test", "a@THROWAWAY.TEST", "a@mx.throwaway.test", "a@spam.example"])(
    "%s opens no account, and is no new address",
    async (email) => {
      const join = await backend.post("identity/sign-up", { email, password }, from(""));
      expect(join).toMatchObject(refused);
      const member = await newMember();
      expect(await backend.post("address/send", { email }, from(member.token))).toMatchObject(refused);
    },
  );

  test.each(["a@notthrowaway.test", "a@throwaway.test.example"])("%s does", async (email) => {
    expect(await backend.post("identity/sign-up", { email, password }, from(""))).toMatchObject({ c: 0 });
  });

  test("that were accepted before keep their accounts", async () => {
    await change({ refusedDomains: null });
    const member = await makeMember(backend, "early@throwaway.test");
    await change({ refusedDomains: "throwaway.test" });
    expect(await signIn(backend, { email: member.email })).toMatchObject({ c: 0 });
    expect(await backend.post("address/send", {}, from(member.token))).toMatchObject({ c: 0 });
  });
});

test("an account that was opened by a mailed code has proven its address", async () => {
  await change({ addressProof: "sign-up" });
  const email = "by-code@example.test";
  const before = (await backend.mails()).length;
  const { ticket } = (await backend.post("identity/sign-up-code", { email }, from(""))).d;
  const code = codeIn((await backend.mails())[before]!.text)!;
  await backend.post("identity/sign-up", { email, password, ticket, code }, from(""));
  await change({ addressProof: "buying" });
  const [row] = await backend.db.select().from(localIdentities).where(eq(localIdentities.email, email));
  expect(row!.confirmedEmail).toBe(email);
});
