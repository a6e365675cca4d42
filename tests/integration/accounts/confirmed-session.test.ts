import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallName } from "../../../contract/index.ts";
import { sessions, users } from "../../../api/db/schema.ts";
import { makeGuest, makeMember, password, signIn, type Member } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { appCode, turnOn } from "../../setup/factor.ts";
import { payloads } from "../../setup/payloads.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
});

const start = new Date("2026-06-01T12:00:05Z");
const after = (minutes: number) => backend.clock.set(new Date(start.getTime() + minutes * 60_000));
beforeEach(() => after(0));

let people = 0;
const newMember = () => makeMember(backend, `confirmed-${++people}@example.test`);
async function newOwner(): Promise<Member> {
  const member = await newMember();
  await backend.db.update(users).set({ admin: 3 }).where(eq(users.uid, member.uid));
  return member;
}
const refused = { status: 403, c: 4038, d: null };
const begin = (token: string) => backend.post("factor/begin", {}, { token });
const confirm = (token: string, input: object) => backend.post("session/confirm", input, { token });

/** What the cookie of an open session alone must not do. */
const ofOwners: [CallName, Record<string, unknown>][] = [
  ["factor/begin", {}],
  ["factor/turn-on", payloads["factor/turn-on"]],
  ["factor/renew-codes", {}],
  ["factor/turn-off", {}],
  ["passkey/begin-add", {}],
  ["passkey/add", payloads["passkey/add"]],
  ["passkey/remove", payloads["passkey/remove"]],
  ["oidc/begin", { for: "link" }],
  ["oidc/unlink", payloads["oidc/unlink"]],
  ["account/delete", {}],
  ["z/order/refund", payloads["z/order/refund"]],
  ["z/plan/create", payloads["z/plan/create"]],
  ["z/plan/save", payloads["z/plan/save"]],
  ["z/plan/delete", payloads["z/plan/delete"]],
  ["z/user/bulk", { selection: { uids: ["nobody"] }, action: { kind: "level-none" }, dryRun: false }],
  ["z/settings/save", { revision: 0, values: { adminsNeedFactor: false } }],
  ["z/settings/save", { revision: 0, values: { oidcIssuer: null } }],
  [
    "z/settings/import",
    { document: { format: "matinee-settings-1", values: { adminsNeedFactor: false } }, dryRun: false },
  ],
];
const files: CallName[] = ["profile/export", "z/user/export", "z/order/export"];

describe("a session whose sign-in is more than ten minutes ago", () => {
  test.each(ofOwners)("is refused %s", async (name, payload) => {
    const { token } = await newOwner();
    after(10);
    expect(await backend.post(name, payload, { token })).toMatchObject(refused);
  });

  test.each(files)("is refused %s; its later parts have an hour", async (name) => {
    const { token } = await newOwner();
    after(10);
    expect(await backend.get(name, "", { token })).toMatchObject(refused);
    // No part is named so, but the session is looked at first.
    expect((await backend.get(name, "?cursor=x", { token })).c).not.toBe(4038);
    after(60);
    expect((await backend.get(name, "?cursor=x", { token })).c).toBe(4038);
  });

  test("is refused a change of a level, also as an undo, and nothing else of the account", async () => {
    const owner = await newOwner();
    const { uid } = await backend.person({ admin: 1 });
    const done = await backend.post(
      "z/user/bulk",
      { selection: { uids: [uid] }, action: { kind: "level-none" }, dryRun: false },
      owner,
    );
    const { entry } = done.d;
    const { revision } = (await backend.get("z/user/detail", `?uid=${uid}`, owner)).d;
    after(10);
    const save = (fields: object) => backend.post("z/user/save", { uid, revision, ...fields }, owner);
    expect(await save({ level: "editor" })).toMatchObject(refused);
    expect(await backend.post("z/user/undo", { entry }, owner)).toMatchObject(refused);
    expect((await save({ level: "none", name: "Nia" })).c).toBe(0);
    expect((await confirm(owner.token, { password })).c).toBe(0);
    const again = { revision: revision + 1, level: "editor" };
    expect((await save(again)).c).toBe(0);
  });

  test("still does everything else", async () => {
    const { token } = await newOwner();
    after(10);
    for (const name of ["factor/state", "device/list", "z/user/list", "z/order/list"] as const)
      expect((await backend.get(name, "", { token })).c).toBe(0);
    const dryRun = { selection: { uids: ["nobody"] }, action: { kind: "level-none" }, dryRun: true };
    expect((await backend.post("z/user/bulk", dryRun, { token })).c).toBe(0);
    expect((await backend.post("z/settings/save", payloads["z/settings/save"], { token })).c).toBe(0);
  });

  test("from before this was kept is not confirmed", async () => {
    const { token, uid } = await newMember();
    await backend.db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.uid, uid));
    expect(await begin(token)).toMatchObject(refused);
  });
});

describe("a confirmation", () => {
  test("is the password; a wrong one confirms nothing", async () => {
    const { token } = await newMember();
    after(20);
    const wrong = { c: 422, d: { issues: [{ field: "password", reason: "wrong" }] } };
    expect(await confirm(token, { password: "not this one" })).toMatchObject(wrong);
    expect(await confirm(token, {})).toMatchObject({
      d: { issues: [{ field: "password", reason: "required" }] },
    });
    expect(await begin(token)).toMatchObject(refused);
    expect((await confirm(token, { password })).c).toBe(0);
    after(29.9);
    expect((await begin(token)).c).toBe(0);
    after(30);
    expect(await begin(token)).toMatchObject(refused);
  });

  test("is a code of the second factor, once, or a recovery code", async () => {
    const { token } = await newMember();
    const { secret, codes } = await turnOn(backend, token);
    after(20);
    const code = appCode(backend, secret);
    expect((await confirm(token, { code })).c).toBe(0);
    expect((await begin(token)).c).toBe(0);
    after(31);
    expect((await confirm(token, { code })).c).toBe(422);
    expect(await begin(token)).toMatchObject(refused);
    expect((await confirm(token, { code: codes[0] })).c).toBe(0);
    expect((await confirm(token, { code: codes[0] })).c).toBe(422);
    expect((await begin(token)).c).toBe(0);
  });

  test("is of one session: the account's others stay as they are", async () => {
    const { token, email } = await newMember();
    after(20);
    const other = (await signIn(backend, { email })).d.token as string;
    expect((await begin(other)).c).toBe(0);
    expect(await begin(token)).toMatchObject(refused);
  });

  test("guesses are limited as at the sign-in", async () => {
    const { token } = await newMember();
    after(20);
    for (let n = 0; n < 10; n++) expect((await confirm(token, { password: `guess ${n}` })).c).toBe(422);
    expect((await confirm(token, { password })).c).toBe(429);
  });

  test("of a code without a second factor is wrong, and of an account that is gone refused", async () => {
    const { token } = await newMember();
    expect((await confirm(token, { code: "123456" })).c).toBe(422);
    expect((await backend.post("account/delete", {}, { token })).c).toBe(0);
    expect((await confirm(token, { password })).c).toBe(401);
  });
});

test("guests, and users of a native host, have nothing to confirm by", async () => {
  const guest = await makeGuest(backend);
  const native = await backend.person({ uid: "native:9" });
  after(20);
  for (const { token } of [guest, native]) {
    expect((await backend.get("profile/export", "", { token })).c).toBe(0);
    expect((await backend.post("account/delete", {}, { token })).c).toBe(0);
  }
});
