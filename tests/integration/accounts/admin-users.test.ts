import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries, membershipEvents, users } from "../../../api/db/schema.ts";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let owner: { uid: string; token: string };
let editor: { uid: string; token: string };
const dayMs = 86_400_000;

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "night-train" });
  owner = await backend.person({ uid: "owner-1", admin: 3, name: "Olga", email: "olga@example.test" });
  editor = await backend.person({ uid: "editor-1", admin: 2, name: "Edda" });
});
afterAll(() => backend.close());

const post = (name: string, body: object, who = owner) =>
  backend.post(`z/user/${name}`, body, { token: who.token });
const detail = async (uid: string, who = owner) =>
  (await backend.get("z/user/detail", `?uid=${uid}`, { token: who.token })).d;
const opens = async (token: string) => (await backend.post("login/token", { token })).c === 0;
const auditOf = (uid: string) => backend.db.select().from(auditEntries).where(eq(auditEntries.targetId, uid));

describe("one account", () => {
  test("its name and level are saved once, and the log says who did it", async () => {
    const { uid } = await backend.person({ name: "Before" });
    const saved = await post("save", {
      uid,
      revision: 0,
      name: "After",
      level: "editor",
      reason: "joins us",
    });
    expect(saved).toMatchObject({ c: 0, d: { revision: 1 } });
    expect(await detail(uid)).toMatchObject({ name: "After", level: "editor", revision: 1, editable: true });
    expect(await auditOf(uid)).toMatchObject([
      {
        actorUid: owner.uid,
        actorName: "Olga",
        action: "z/user/save",
        before: { name: "Before", level: "none" },
        after: { name: "After", level: "editor" },
        reason: "joins us",
      },
    ]);
    // Sent again as it stands it changes nothing, and the log stays as it is.
    expect(await post("save", { uid, revision: 1, name: "After" })).toMatchObject({ d: { revision: 1 } });
    expect(await auditOf(uid)).toHaveLength(1);
  });

  test("of two who save the same the later is told what changed, and nothing is written over", async () => {
    const { uid } = await backend.person({ name: "Before" });
    expect((await post("save", { uid, revision: 0, name: "First" }, editor)).c).toBe(0);
    const late = await post("save", { uid, revision: 0, name: "Second" });
    expect(late).toMatchObject({
      status: 409,
      c: 4094,
      d: { conflict: { revision: 1, fields: [{ field: "name", theirs: "First" }], by: "Edda" } },
    });
    expect((await detail(uid)).name).toBe("First");
  });

  test("an admin raises neither others nor themself above the own level, and changes no higher admin", async () => {
    const { uid } = await backend.person();
    const forbidden = { status: 403, c: 403 };
    expect(await post("save", { uid, revision: 0, level: "viewer" }, editor)).toMatchObject(forbidden);
    expect(await post("save", { uid: editor.uid, revision: 0, level: "owner" }, editor)).toMatchObject(
      forbidden,
    );
    for (const [call, body] of [
      ["save", { uid: owner.uid, revision: 0, name: "Mine" }],
      ["ban", { uid: owner.uid, reason: "other", until: null }],
      ["vip", { uid: owner.uid, key: crypto.randomUUID(), change: { kind: "revoke" }, reason: "x" }],
      ["device-end", { uid: owner.uid }],
    ] as const)
      expect(await post(call, body, editor), call).toMatchObject(forbidden);
    expect(
      await post(
        "bulk",
        { selection: { uids: [uid] }, action: { kind: "level-none" }, dryRun: true },
        editor,
      ),
    ).toMatchObject(forbidden);
    expect(await detail(owner.uid, editor)).toMatchObject({ editable: false, name: "Olga" });
  });

  test("the last owner stays an owner", async () => {
    const { revision } = await detail(owner.uid);
    expect(await post("save", { uid: owner.uid, revision, level: "editor" })).toMatchObject({ c: 4095 });
    expect(await post("ban", { uid: owner.uid, reason: "other", until: null })).toMatchObject({
      status: 403,
    });
    expect(await detail(owner.uid)).toMatchObject({ level: "owner", lastOwner: true });
    const second = await backend.person({ admin: 3 });
    const lower = (a: typeof owner, b: typeof owner) =>
      post("save", { uid: b.uid, revision: 0, level: "none" }, a);
    // Each takes the other's level at the same moment: one is left.
    const answers = await Promise.all([lower(owner, second), lower(second, owner)]);
    expect(answers.map(({ c }) => c).sort()).toEqual([0, 403]);
    const rows = await backend.db.select().from(users).where(eq(users.admin, 3));
    expect(rows).toHaveLength(1);
    await backend.db.update(users).set({ admin: 3 }).where(eq(users.uid, owner.uid));
    // A suspended owner could not let others in again.
    await backend.db.update(users).set({ admin: 3 }).where(eq(users.uid, second.uid));
    expect((await post("ban", { uid: second.uid, reason: "other", until: null })).c).toBe(0);
    const mine = (await detail(owner.uid)).revision;
    expect(await post("save", { uid: owner.uid, revision: mine, level: "none" })).toMatchObject({ c: 4095 });
    expect((await post("unban", { uid: second.uid })).c).toBe(0);
    await backend.db.update(users).set({ admin: 0 }).where(eq(users.uid, second.uid));
  });

  test("what it has: devices that can be ended, what was watched, counts", async () => {
    const member = await makeMember(backend, "watcher@example.test");
    await backend.post(
      "progress/save",
      { id: "night-train", index: 1, positionS: 97, durationS: 100 },
      { token: member.token },
    );
    await backend.post("favourite/add", { id: "night-train" }, { token: member.token });
    const seen = await detail(member.uid);
    expect(seen).toMatchObject({
      watch: {
        titles: 1,
        episodes: 1,
        finished: 1,
        seconds: 97,
        latest: [{ id: "night-train", title: "Title of night-train" }],
      },
      counts: { favourites: 1, feedback: 0, openFeedback: 0 },
      joinedAt: expect.any(String),
    });
    const [device] = seen.devices;
    expect(JSON.stringify(seen)).not.toContain(member.token);
    expect(await post("device-end", { uid: owner.uid, id: device.id })).toMatchObject({ status: 404 });
    expect(await opens(member.token)).toBe(true);
    expect(await post("device-end", { uid: member.uid, id: device.id })).toMatchObject({ d: { ended: 1 } });
    expect(await opens(member.token)).toBe(false);
    expect(await backend.get("z/user/detail", "?uid=nobody", { token: owner.token })).toMatchObject({
      status: 404,
    });
  });
});

describe("membership", () => {
  const vip = (uid: string, change: object, key = crypto.randomUUID()) =>
    post("vip", { uid, key, change, reason: "a gift" });

  test("a line of the ledger counts once, and what was there before is its first line", async () => {
    const vipUntil = new Date(Date.now() + 10 * dayMs);
    const { uid, token } = await backend.person({ vipUntil });
    const key = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => vip(uid, { kind: "extend", days: 30 }, key)));
    expect(answers.map(({ c }) => c)).toEqual([0, 0, 0, 0, 0]);
    const until = new Date(vipUntil.getTime() + 30 * dayMs).toISOString();
    expect(await detail(uid)).toMatchObject({
      vip_until: until,
      is_vip: true,
      membership: [
        { kind: "extend", result: until, by: { name: "Olga" }, reason: "a gift" },
        { kind: "grant", source: "opening" },
      ],
    });
    expect((await backend.post("login/token", { token })).d).toMatchObject({
      is_vip: true,
      vip_until: until,
    });
    expect(await vip(owner.uid, { kind: "revoke" }, key)).toMatchObject({ status: 422 });
    expect((await auditOf(uid)).map(({ action }) => action)).toEqual(["z/user/vip"]);
    expect((await vip(uid, { kind: "revoke" })).c).toBe(0);
    expect(await detail(uid)).toMatchObject({ is_vip: false });
    expect((await backend.post("login/token", { token })).d.is_vip).toBe(false);
  });

  test("a grant needs an end that is to come", async () => {
    const { uid } = await backend.person();
    const past = new Date(Date.now() - dayMs).toISOString();
    expect(await vip(uid, { kind: "grant", until: past })).toMatchObject({
      d: { issues: [{ field: "change.until" }] },
    });
    expect(await vip("nobody", { kind: "revoke" })).toMatchObject({ status: 404 });
    expect(await backend.db.select().from(membershipEvents).where(eq(membershipEvents.uid, uid))).toEqual([]);
  });
});

describe("a suspension", () => {
  test("ends every session at once, and the person is told why and until when, in their language", async () => {
    const member = await makeMember(backend, "loud@example.test");
    const until = new Date("2036-03-01T12:00:00.000Z").toISOString();
    const banned = await post("ban", { uid: member.uid, reason: "abuse", note: "shouted", until }, editor);
    expect(banned).toMatchObject({ c: 0, d: { ended: 1 } });
    expect(await opens(member.token)).toBe(false);
    const guest = await makeGuest(backend);
    await backend.post("favourite/add", { id: "night-train" }, { token: guest.token });
    const refused = await signIn(backend, { email: member.email, token: guest.token });
    expect(refused).toMatchObject({ status: 403, c: 4033, d: { ban: { reason: "abuse", until } } });
    expect(refused.m).toBe(
      "This account is suspended until March 1, 2036 at 12:00 PM UTC. Reason: abusive behaviour.",
    );
    // What the guest has stays the guest's.
    expect((await backend.get("favourite/list", "", { token: guest.token })).d.items).toHaveLength(1);
    const { d: proven } = await backend.post("identity/sign-in", {
      email: member.email,
      password: "correct horse",
    });
    const german = await backend.post(
      "login/uid",
      { uid: proven.uid, proof: proven.proof },
      { locale: "de" },
    );
    expect(german.m).toBe(
      "Dieses Konto ist bis 1. März 2036 um 12:00 UTC gesperrt. Grund: beleidigendes Verhalten.",
    );
    expect(await detail(member.uid)).toMatchObject({
      ban: { reason: "abuse", until, note: "shouted", by: { name: "Edda" } },
    });
    expect((await post("unban", { uid: member.uid }, editor)).c).toBe(0);
    expect((await signIn(backend, { email: member.email })).c).toBe(0);
    expect(await post("unban", { uid: member.uid }, editor)).toMatchObject({ status: 404 });
    expect((await auditOf(member.uid)).map(({ action }) => action)).toEqual(["z/user/ban", "z/user/unban"]);
  });

  test("is over when its time is, and meets guests too", async () => {
    const { d: identity } = await backend.post("identity/anonymous", {});
    const login = () => backend.post("login/uid", { uid: identity.uid, proof: identity.proof });
    const { d } = await login();
    const member = await makeMember(backend, "waits@example.test");
    const now = backend.clock.now();
    const until = new Date(now.getTime() + 60_000).toISOString();
    for (const { uid } of [identity, member]) await post("ban", { uid, reason: "spam", until });
    expect(await opens(d.token)).toBe(false);
    // Also by a proof that opens nothing any more: who proves to be them is told why.
    expect((await login()).c).toBe(4033);
    expect((await signIn(backend, member)).c).toBe(4033);
    backend.clock.set(new Date(now.getTime() + 61_000));
    expect((await signIn(backend, member)).c).toBe(0);
    for (const { uid } of [identity, member]) expect((await detail(uid)).ban).toBeNull();
    backend.clock.set(now);
  });

  test("leaves no session open that is opened at the same moment", async () => {
    const member = await makeMember(backend, "racer@example.test");
    const prove = async () =>
      (await backend.post("identity/sign-in", { email: member.email, password: "correct horse" })).d;
    const login = ({ uid, proof }: { uid: string; proof: string }) =>
      backend.post("login/uid", { uid, proof });
    const proofs = await Promise.all(Array.from({ length: 6 }, prove));
    const [answers] = await Promise.all([
      Promise.all(proofs.map(login)),
      post("ban", { uid: member.uid, reason: "spam", until: null }),
    ]);
    for (const answer of answers) if (answer.c === 0) expect(await opens(answer.d.token)).toBe(false);
    expect((await login(await prove())).m).toContain("permanently");
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
