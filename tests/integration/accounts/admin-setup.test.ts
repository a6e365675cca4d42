import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEntries, serviceFacts, users } from "../../../api/db/schema.ts";
import { openSetup, setupHours } from "../../../api/domain/accounts/users/first-owner.ts";
import { makeGuest, makeMember } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const newCode = async () => (await openSetup(backend.db, { now: backend.clock.now() }))!;
const claim = (code: string, token?: string) => backend.post("z/setup/claim", { code }, { token });
const state = async (code?: string) => (await backend.get("z/setup/state", code ? `?code=${code}` : "")).d;
const levelOf = async (uid: string) =>
  (await backend.db.select({ admin: users.admin }).from(users).where(eq(users.uid, uid)))[0]!.admin;

test("only the code's hash is kept", async () => {
  const code = await newCode();
  expect(code).toMatch(/^[\w-]{32}$/);
  expect(JSON.stringify(await backend.db.select().from(serviceFacts))).not.toContain(code);
});

test("of processes that start together each has a valid code", async () => {
  const codes = await Promise.all([newCode(), newCode(), newCode(), newCode()]);
  for (const code of codes) expect(await state(code)).toEqual({ needed: true, valid: true });
});

test("a wrong code, a guest and a visitor get nothing", async () => {
  const code = await newCode();
  const guest = await makeGuest(backend);
  const member = await makeMember(backend, "nearly@example.test");
  expect(await claim("A".repeat(32), member.token)).toMatchObject({ status: 422, c: 4223 });
  expect(await claim(code, guest.token)).toMatchObject({ status: 403 });
  expect(await claim(code)).toMatchObject({ status: 401 });
  expect([await levelOf(member.uid), await levelOf(guest.uid)]).toEqual([0, 0]);
  expect(await state(code)).toEqual({ needed: true, valid: true });
  expect(await state("A".repeat(32))).toEqual({ needed: true, valid: false });
});

test("a code is good for a day", async () => {
  const now = backend.clock.now();
  const code = await newCode();
  const member = await makeMember(backend, "late@example.test");
  backend.clock.set(new Date(now.getTime() + setupHours * 3_600_000 + 1));
  expect(await claim(code, member.token)).toMatchObject({ c: 4223 });
  backend.clock.set(now);
});

test("of many who come with the links at once one becomes the owner, and every link is spent", async () => {
  const codes = [await newCode(), await newCode()];
  const members = await Promise.all([1, 2, 3, 4].map((n) => makeMember(backend, `first-${n}@example.test`)));
  const answers = await Promise.all(members.map(({ token }, n) => claim(codes[n % 2]!, token)));
  expect(answers.filter(({ c }) => c === 0)).toHaveLength(1);
  expect(answers.filter(({ c }) => c === 4223)).toHaveLength(3);
  const owner = members[answers.findIndex(({ c }) => c === 0)]!;
  expect(answers.find(({ c }) => c === 0)!.d).toMatchObject({ uid: owner.uid, admin: 3, is_vip: true });
  expect(await levelOf(owner.uid)).toBe(3);
  expect(await state()).toEqual({ needed: false, valid: null });
  expect(await state(codes[0])).toEqual({ needed: false, valid: false });
  expect(await openSetup(backend.db, { now: backend.clock.now() })).toBeNull();
  const entries = await backend.db.select().from(auditEntries);
  expect(entries).toMatchObject([
    {
      action: "z/setup/claim",
      actorUid: owner.uid,
      targetId: owner.uid,
      before: { level: "none" },
      after: { level: "owner" },
    },
  ]);
});

test("the last owner can't leave by deleting the account", async () => {
  const [owner] = await backend.db.select().from(users).where(eq(users.admin, 3));
  const { d } = await backend.post("identity/sign-in", { email: owner!.email, password: "correct horse" });
  const { d: session } = await backend.post("login/uid", { uid: d.uid, proof: d.proof });
  const leave = () => backend.post("account/delete", { password: "correct horse" }, { token: session.token });
  expect(await leave()).toMatchObject({ status: 409, c: 4095 });
  const second = await backend.person({ admin: 3, email: "second@example.test" });
  expect((await leave()).c).toBe(0);
  const { d: log } = await backend.get("z/audit/list", "", { token: second.token });
  expect(log.items).toMatchObject([{ actor: { uid: null, name: "Mia" }, action: "z/setup/claim" }]);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
