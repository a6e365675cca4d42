import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEntries, pendingSignIns, secondFactors, users } from "../../../api/db/schema.ts";
import { removeFactor } from "../../../api/domain/accounts/factors/remove-factor.ts";
import { makeGuest, makeMember, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { appCode, ticketOf, turnOn } from "../../setup/factor.ts";

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
/** A member with the second factor on. */
async function protectedMember() {
  const member = await makeMember(backend, `factor-${++people}@example.test`);
  return { ...member, ...(await turnOn(backend, member.token)) };
}
let callers = 0;
const newAddress = () => `198.51.100.${++callers}`;
const finish = (ticket: string, code: string, at = backend, token?: string) =>
  at.post("login/factor", { ticket, code }, { address: newAddress(), token });
const opens = async (token: string) => (await backend.post("login/token", { token })).c === 0;
const wrong = { c: 422, d: { issues: [{ field: "code", reason: "wrong" }] } };
const expired = { status: 422, c: 4228 };

describe("a sign-in with a second factor", () => {
  test("the password opens nothing; the code of the app does, once", async () => {
    const { email, secret } = await protectedMember();
    after(30);
    const answer = await signIn(backend, { email });
    expect(answer).toMatchObject({ status: 403, c: 4036, d: { pending: { ticket: expect.any(String) } } });
    expect(JSON.stringify(answer)).not.toContain('"token"');
    const { ticket } = answer.d.pending;
    expect(await opens(ticket)).toBe(false);
    const entered = await finish(ticket, appCode(backend, secret));
    expect(entered).toMatchObject({ c: 0, d: { info: { email } } });
    expect(await opens(entered.d.token)).toBe(true);
    expect(await finish(ticket, appCode(backend, secret, 30))).toMatchObject(expired);
  });

  test("the proof is used up with the first step", async () => {
    const { email } = await protectedMember();
    const { d } = await backend.post("identity/sign-in", { email, password });
    const proven = { uid: d.uid, proof: d.proof };
    expect((await backend.post("login/uid", proven)).c).toBe(4036);
    expect((await backend.post("login/uid", proven)).c).toBe(401);
  });

  test("a sign-up with a known address and the right password asks as well", async () => {
    const { email } = await protectedMember();
    const { d } = await backend.post("identity/sign-up", { email, password, name: "Mia" });
    expect((await backend.post("login/uid", { uid: d.uid, proof: d.proof })).c).toBe(4036);
  });

  test("a used code is refused, also the one that turned it on, and in another process", async () => {
    const { email, secret } = await protectedMember();
    expect(await finish(await ticketOf(backend, email), appCode(backend, secret))).toMatchObject(wrong);
    after(30);
    const code = appCode(backend, secret);
    const [one, other] = [await ticketOf(backend, email), await ticketOf(backend, email)];
    expect((await finish(one, code)).c).toBe(0);
    expect(await finish(other, code, second)).toMatchObject(wrong);
  });

  test.each([
    [-30, 0],
    [0, 0],
    [30, 0],
    [-90, 422],
    [90, 422],
  ])("with a phone's clock %i s off the answer is %i", async (off, c) => {
    const { email, secret } = await protectedMember();
    after(300);
    expect((await finish(await ticketOf(backend, email), appCode(backend, secret, off))).c).toBe(c);
  });

  test("codes are read however they are typed", async () => {
    const { email, secret } = await protectedMember();
    after(60);
    const digits = appCode(backend, secret);
    const arabic = digits.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    expect(
      (await finish(await ticketOf(backend, email), ` ${arabic.slice(0, 3)} ${arabic.slice(3)} `)).c,
    ).toBe(0);
  });

  test("two sign-ins that wait at once are two, each with a code of its own", async () => {
    const { email, secret } = await protectedMember();
    after(60);
    const [one, other] = [await ticketOf(backend, email), await ticketOf(backend, email)];
    expect((await finish(other, appCode(backend, secret))).c).toBe(0);
    after(90);
    expect((await finish(one, appCode(backend, secret))).c).toBe(0);
  });

  test("of one ticket and code, sent eight times at once to two processes, one opens a session", async () => {
    const { email, secret } = await protectedMember();
    after(60);
    const ticket = await ticketOf(backend, email);
    const code = appCode(backend, secret);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => finish(ticket, code, n % 2 ? backend : second)),
    );
    expect(answers.filter(({ c }) => c === 0)).toHaveLength(1);
  });

  test("it has ten minutes", async () => {
    const { email, secret } = await protectedMember();
    const ticket = await ticketOf(backend, email);
    after(601);
    expect(await finish(ticket, appCode(backend, secret))).toMatchObject(expired);
  });

  test("a guest's list moves to the account with the second step", async () => {
    const { email, secret } = await protectedMember();
    after(60);
    const guest = await makeGuest(backend);
    const ticket = await ticketOf(backend, email);
    const { c, d } = await finish(ticket, appCode(backend, secret), backend, guest.token);
    expect(c).toBe(0);
    expect(d.info.uid).not.toBe(guest.uid);
    expect(await opens(d.token)).toBe(true);
  });

  test("a browser that holds a session of the account goes on without a code", async () => {
    const { email, token } = await protectedMember();
    const again = await signIn(backend, { email, token });
    expect(again).toMatchObject({ c: 0, d: { token } });
  });
});

describe("while a sign-in waits", () => {
  test("the factor is removed: the sign-in begins anew", async () => {
    const { email, token, secret } = await protectedMember();
    const ticket = await ticketOf(backend, email);
    expect((await backend.post("factor/turn-off", {}, { token })).c).toBe(0);
    expect(await finish(ticket, appCode(backend, secret))).toMatchObject(expired);
    expect((await signIn(backend, { email })).c).toBe(0);
  });

  test("the password is changed, or the devices are signed out: it is worth nothing", async () => {
    const { email, token, secret } = await protectedMember();
    after(60);
    const ticket = await ticketOf(backend, email);
    after(61);
    expect((await backend.post("device/end-others", {}, { token })).c).toBe(0);
    expect(await finish(ticket, appCode(backend, secret))).toMatchObject(expired);
  });

  test("the account is deleted: it is worth nothing, and nothing is left of it", async () => {
    const { uid, email, token, secret } = await protectedMember();
    const ticket = await ticketOf(backend, email);
    expect((await backend.post("account/delete", { password }, { token })).c).toBe(0);
    expect(await finish(ticket, appCode(backend, secret, 30))).toMatchObject(expired);
    expect(await backend.db.select().from(secondFactors).where(eq(secondFactors.uid, uid))).toEqual([]);
  });
});

describe("recovery codes", () => {
  test("each opens the account once, however it is typed, and its owner gets a mail", async () => {
    const { email, codes } = await protectedMember();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const code = codes[0]!;
    const { c, d } = await finish(
      await ticketOf(backend, email),
      ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o")}`,
    );
    expect(c).toBe(0);
    expect(await finish(await ticketOf(backend, email), code)).toMatchObject(wrong);
    const state = await backend.get("factor/state", "", { token: d.token });
    expect(state.d).toMatchObject({ recoveryLeft: 9, possible: true, needed: false });
    const subjects = (await backend.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects).toEqual(["Two-step sign-in was turned on", "A recovery code was used"]);
  });

  test("made anew, the old ones open nothing", async () => {
    const { email, token, codes } = await protectedMember();
    const { d } = await backend.post("factor/renew-codes", {}, { token });
    expect(await finish(await ticketOf(backend, email), codes[1]!)).toMatchObject(wrong);
    expect((await finish(await ticketOf(backend, email), d.codes[1])).c).toBe(0);
  });

  test("of one account are not those of another", async () => {
    const [one, other] = [await protectedMember(), await protectedMember()];
    expect(await finish(await ticketOf(backend, one.email), other.codes[0]!)).toMatchObject(wrong);
  });
});

describe("guesses", () => {
  test("five wrong codes end a sign-in", async () => {
    const { email, secret } = await protectedMember();
    after(60);
    const ticket = await ticketOf(backend, email);
    for (let n = 1; n <= 4; n++) expect(await finish(ticket, "000000")).toMatchObject(wrong);
    expect(await finish(ticket, "000000")).toMatchObject(expired);
    expect(await finish(ticket, appCode(backend, secret))).toMatchObject(expired);
  });

  test("ten wrong codes close an account for five minutes, in every process and from every address", async () => {
    const { email, token, secret, codes } = await protectedMember();
    after(60);
    for (let n = 0; n < 2; n++) {
      const ticket = await ticketOf(backend, email, newAddress());
      for (let m = 0; m < 5; m++) await finish(ticket, "AAAA-AAAA-AAAA-AAAA", m % 2 ? backend : second);
    }
    const ticket = await ticketOf(backend, email, newAddress());
    for (const code of [appCode(backend, secret), codes[0]!])
      expect((await finish(ticket, code, second)).c).toBe(429);
    expect((await backend.post("session/confirm", { code: codes[0] }, { token })).c).toBe(429);
    after(60 + 301);
    expect((await finish(ticket, appCode(backend, secret), second)).c).toBe(0);
  });

  test("from one address they are limited, at however many accounts", async () => {
    const { email } = await protectedMember();
    const address = "203.0.113.77";
    for (let n = 0; n < 30; n++)
      await backend.post("login/factor", { ticket: "A".repeat(43), code: "000000" }, { address });
    const ticket = await ticketOf(backend, email);
    expect((await backend.post("login/factor", { ticket, code: "000000" }, { address })).c).toBe(429);
  });
});

describe("turning it on", () => {
  test("takes the app's first code; a wrong one keeps the secret", async () => {
    const { token, email } = await makeMember(backend, "set-up@example.test");
    const { d: begun } = await backend.post("factor/begin", {}, { token });
    expect(begun.uri).toBe(
      `otpauth://totp/Matinee:${encodeURIComponent(email)}?secret=${begun.secret}&issuer=Matinee`,
    );
    const refused = await backend.post("factor/turn-on", { ticket: begun.ticket, code: "000000" }, { token });
    expect(refused).toMatchObject(wrong);
    expect((await signIn(backend, { email })).c).toBe(0);
    const { d: again } = await backend.post("factor/begin", { ticket: begun.ticket }, { token });
    expect(again.secret).toBe(begun.secret);
    const code = appCode(backend, again.secret);
    expect((await backend.post("factor/turn-on", { ticket: again.ticket, code }, { token })).c).toBe(0);
    expect((await backend.post("factor/turn-on", { ticket: again.ticket, code }, { token })).c).toBe(4094);
    expect((await backend.post("factor/begin", {}, { token })).d.secret).not.toBe(begun.secret);
  });

  test("a ticket is one account's, for an hour, and can't be changed", async () => {
    const [one, other] = [
      await makeMember(backend, "one@set-up.test"),
      await makeMember(backend, "two@set-up.test"),
    ];
    const { d } = await backend.post("factor/begin", {}, { token: one.token });
    const code = appCode(backend, d.secret);
    const { ticket } = d;
    expect(await backend.post("factor/turn-on", { ticket, code }, { token: other.token })).toMatchObject(
      wrong,
    );
    const spoilt = ticket.slice(0, -2) + (ticket.endsWith("A") ? "BB" : "AA");
    expect(
      await backend.post("factor/turn-on", { ticket: spoilt, code }, { token: one.token }),
    ).toMatchObject(wrong);
    after(3601);
    await backend.post("session/confirm", { password }, { token: one.token });
    const late = { ticket, code: appCode(backend, d.secret) };
    expect(await backend.post("factor/turn-on", late, { token: one.token })).toMatchObject(wrong);
  });

  test("a guest, and a user whom a native host vouches for, can't have one", async () => {
    const guest = await makeGuest(backend);
    const native = await backend.person({ uid: "native:7", email: "n@example.test" });
    for (const { token } of [guest, native]) {
      expect((await backend.post("factor/begin", {}, { token })).c).toBe(403);
      expect((await backend.get("factor/state", "", { token })).d.possible).toBe(false);
    }
  });

  test("the database holds neither the secret nor a code", async () => {
    const { uid, secret, codes } = await protectedMember();
    const [row] = await backend.db.select().from(secondFactors).where(eq(secondFactors.uid, uid));
    expect(row!.sealed).not.toContain(secret);
    expect(Buffer.from(row!.sealed, "base64url").toString("latin1")).not.toContain(secret);
    expect(JSON.stringify(row)).not.toContain(codes[0]);
  });

  test("with another secret of the service the app's codes fail, and recovery codes work", async () => {
    const { email, secret, codes } = await protectedMember();
    const other = await startTestBackend({
      beside: backend,
      secret: "another-secret-another-secret-another-1",
    });
    other.clock.set(backend.clock.now());
    after(60);
    other.clock.set(backend.clock.now());
    const ticket = await ticketOf(other, email);
    expect(await finish(ticket, appCode(backend, secret), other)).toMatchObject(wrong);
    expect((await finish(ticket, codes[0]!, other)).c).toBe(0);
    await other.close();
  });

  test("the export says that it is on, and not how to open it", async () => {
    const { token, secret, codes } = await protectedMember();
    const { d } = await backend.get("profile/export", "", { token });
    expect(d.items[0].secondFactor).toEqual({ createdAt: start.toISOString() });
    for (const word of [secret, codes[0]!, "sealed"]) expect(JSON.stringify(d)).not.toContain(word);
  });
});

describe("where the operator wants a second factor of admins", () => {
  const requireIt = async () => {
    const owner = await backend.person({ admin: 3 });
    const { d } = await backend.get("z/settings/read", "", owner);
    const saved = { revision: d.revision, values: { adminsNeedFactor: true } };
    expect((await backend.post("z/settings/save", saved, owner)).c).toBe(0);
    return owner;
  };

  test("one without it reaches nothing of the admin area, and the page that sets it up", async () => {
    const admin = await makeMember(backend, "admin@example.test");
    await backend.db.update(users).set({ admin: 2 }).where(eq(users.uid, admin.uid));
    const { token } = admin;
    expect((await backend.get("z/user/list", "", { token })).c).toBe(0);
    const owner = await requireIt();
    expect(await backend.get("z/user/list", "", { token })).toMatchObject({ status: 403, c: 4037 });
    expect((await backend.get("oss/form", "", { token })).c).toBe(4037);
    expect((await backend.get("z/settings/read", "", owner)).c).toBe(4037);
    expect((await backend.post("login/token", { token })).d.factor_needed).toBe(true);
    expect((await backend.get("factor/state", "", { token })).d.needed).toBe(true);
    expect((await backend.get("movie/list", "", { token })).c).toBe(0);
    await turnOn(backend, token);
    expect((await backend.get("z/user/list", "", { token })).c).toBe(0);
    expect((await backend.post("login/token", { token })).d.factor_needed).toBe(false);
    expect(
      (await backend.post("login/token", { token: (await makeGuest(backend)).token })).d.factor_needed,
    ).toBe(false);
    expect((await backend.post("factor/turn-off", {}, { token })).c).toBe(0);
    expect((await backend.get("z/user/list", "", { token })).c).toBe(4037);
  });
});

test("the console removes the factor of who has lost everything, once, and the log names it", async () => {
  const { uid, email } = await protectedMember();
  const by = { uid, actor: { uid: null, name: "console" }, action: "console", now: start };
  expect(await removeFactor(backend.db, by)).toBe(true);
  expect(await removeFactor(backend.db, by)).toBe(false);
  expect((await signIn(backend, { email })).c).toBe(0);
  const entries = await backend.db.select().from(auditEntries).where(eq(auditEntries.targetId, uid));
  expect(entries).toMatchObject([
    { actorName: "console", before: { secondFactor: true }, after: { secondFactor: false } },
  ]);
});

test("waiting sign-ins that nothing finished are removed", async () => {
  const { email } = await protectedMember();
  await ticketOf(backend, email);
  after(3_000);
  await backend.sweep();
  const left = await backend.db.select().from(pendingSignIns);
  expect(left.filter(({ expiresAt }) => expiresAt <= backend.clock.now())).toEqual([]);
});
