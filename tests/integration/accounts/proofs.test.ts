import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spentProofs } from "../../../api/db/schema.ts";
import { makeGuest, makeMember, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type Answer, type TestBackend } from "../../setup/backend.ts";

const nativeHostSecret = "native-secret-native-secret-native-secret";
let backend: TestBackend;
/** Another process on the same database, which knows nothing the first has in its memory. */
let second: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ nativeHostSecret });
  second = await startTestBackend({ nativeHostSecret, beside: backend });
});
afterAll(async () => {
  await second.close();
  await backend.close();
});

type Proven = { uid: string; proof: string };
const refused = { status: 401, c: 401, d: null };
const opens = async (token: string) => (await backend.post("login/token", { token })).c === 0;
let callers = 0;
/** Each from another address: what is refused too often is limited. */
const enter = ({ uid, proof }: Proven, token?: string, at = backend) =>
  at.post("login/uid", { uid, proof }, { token, address: `192.0.2.${++callers}` });
const prove = async (email: string): Promise<Proven> =>
  (await backend.post("identity/sign-in", { email, password })).d;

/** Two moments the clock tells apart. */
const later = (seconds: number) =>
  backend.clock.set(new Date(backend.clock.now().getTime() + seconds * 1000));

describe("a proof opens one session", () => {
  test("the second use is refused as any bad proof is, in the caller's language, in every process", async () => {
    const { email } = await makeMember(backend, "once@example.test");
    const proven = await prove(email);
    expect((await enter(proven)).c).toBe(0);
    for (const at of [backend, second]) expect(await enter(proven, undefined, at)).toMatchObject(refused);
    const { uid, proof } = proven;
    const again = await backend.post("login/uid", { uid, proof }, { locale: "de" });
    const forged = await backend.post("login/uid", { uid, proof: `${proof}x` }, { locale: "de" });
    expect(again).toEqual(forged);
    expect(again.m).toBe("Anmeldung fehlgeschlagen");
  });

  test("another spelling of its signature is the same proof", async () => {
    const proven = await prove((await makeMember(backend, "spelt@example.test")).email);
    expect((await enter(proven)).c).toBe(0);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const letter of alphabet)
      expect((await enter({ ...proven, proof: proven.proof.slice(0, -1) + letter })).c).toBe(401);
  });

  test("of many at once, in two processes, one opens a session", async () => {
    const { email } = await makeMember(backend, "at-once@example.test");
    const proven = await prove(email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => enter(proven, undefined, n % 2 ? backend : second)),
    );
    expect(answers.map(({ c }) => c).sort()).toEqual([0, ...Array<number>(7).fill(401)]);
  });

  test("the record of a spent proof names no user, and is removed after its expiry", async () => {
    const { email } = await makeMember(backend, "swept@example.test");
    const proven = await prove(email);
    await enter(proven);
    const rows = await backend.db.select().from(spentProofs);
    expect(JSON.stringify(rows)).not.toContain(proven.uid);
    await backend.sweep();
    expect(await backend.db.select().from(spentProofs)).toHaveLength(rows.length);
    later(6 * 60);
    await backend.sweep();
    expect(await backend.db.select().from(spentProofs)).toEqual([]);
    expect(await enter(proven)).toMatchObject(refused);
    // `second` has a clock of its own.
    backend.clock.set(new Date());
  });
});

describe("a proof is worth nothing once what it proves has changed", () => {
  const changes: [string, (member: { uid: string; email: string; token: string }) => Promise<Answer>][] = [
    [
      "the password was changed",
      ({ token }) =>
        backend.post("password/change", { current: password, password: "another one" }, { token }),
    ],
    [
      "the password was reset",
      async ({ email }) => {
        const before = (await backend.mails()).length;
        await backend.post("password/forgot", { email });
        const code = /&code=([\w-]{43})\n/.exec((await backend.mails())[before]!.text)![1]!;
        return backend.post("password/reset", { code, password: "another one" });
      },
    ],
    ["the other devices were signed out", ({ token }) => backend.post("device/end-others", {}, { token })],
    [
      "one device was signed out",
      async ({ email, token }) => {
        await signIn(backend, { email });
        const { d } = await backend.get("device/list", "", { token });
        const { id } = d.items.find(({ current }: { current: boolean }) => !current);
        return backend.post("device/end", { id }, { token });
      },
    ],
    [
      "an admin signed all devices out",
      async ({ uid }) => backend.post("z/user/device-end", { uid }, await owner()),
    ],
    [
      "the account was suspended, and is not any more",
      async ({ uid }) => {
        const admin = await owner();
        await backend.post("z/user/ban", { uid, reason: "abuse", until: null }, admin);
        return backend.post("z/user/unban", { uid }, admin);
      },
    ],
  ];
  const owner = () => backend.person({ admin: 3 });

  test.each(changes)("%s", async (what, change) => {
    const member = await makeMember(backend, `${what.replace(/\W+/g, "-")}@example.test`);
    const before = await prove(member.email);
    later(1);
    expect((await change(member)).c).toBe(0);
    later(1);
    expect(await enter(before)).toMatchObject(refused);
    const word = what.startsWith("the password") ? "another one" : password;
    expect((await signIn(backend, { email: member.email, password: word })).c).toBe(0);
  });

  test("a guest's, though never used, opens no account that was made of the guest", async () => {
    const { d: unused } = await backend.post("identity/anonymous", {});
    const { token } = await backend.person({ uid: unused.uid, anonymous: true });
    const member = await makeMember(backend, "planted@example.test", token);
    expect(member.uid).toBe(unused.uid);
    expect(await enter(unused)).toMatchObject(refused);
    expect(await opens(member.token)).toBe(true);
  });
});

describe("an answer that gets lost", () => {
  test("of a sign-in: the form is sent again, with a proof of its own", async () => {
    const { email } = await makeMember(backend, "lost@example.test");
    const proven = await prove(email);
    await enter(proven);
    expect(await enter(proven)).toMatchObject(refused);
    expect((await signIn(backend, { email })).c).toBe(0);
  });

  test("of a guest's start: the next page load makes another guest", async () => {
    const { d: first } = await backend.post("identity/anonymous", {});
    await enter(first);
    expect(await enter(first)).toMatchObject(refused);
    const next = await makeGuest(backend);
    expect(await opens(next.token)).toBe(true);
  });

  test("of a guest who joined: the same form again signs in to the same account", async () => {
    const guest = await makeGuest(backend);
    const member = await makeMember(backend, "joined-lost@example.test", guest.token);
    const form = { email: member.email, password };
    expect((await backend.post("identity/sign-up", form, { token: guest.token })).c).toBe(401);
    const { d } = await backend.post("identity/sign-up", form);
    expect((await enter(d)).d.info).toMatchObject({ uid: guest.uid, anonymous: 0 });
  });

  test("a user with a session of that uid keeps it, also by a spent proof", async () => {
    const member = await makeMember(backend, "goes-on@example.test");
    const proven = await prove(member.email);
    expect((await enter(proven, member.token)).d.token).toBe(member.token);
    expect((await enter(proven, member.token)).d.token).toBe(member.token);
    // It was spent by that: without the session it opens nothing.
    expect(await enter(proven)).toMatchObject(refused);
    const stranger = await makeGuest(backend);
    expect(await enter(proven, stranger.token)).toMatchObject(refused);
  });
});

describe("a native host's proof", () => {
  const proofOf = (uid: string, nonce?: string) => {
    const signed = [uid, Math.floor(backend.clock.now().getTime() / 1000), ...(nonce ? [nonce] : [])];
    const hex = createHmac("sha256", nativeHostSecret).update(signed.join(".")).digest("hex");
    return { uid, proof: [...signed.slice(1), hex].join(".") };
  };

  test("opens one session; a web view that kept its session continues it", async () => {
    const proven = proofOf("app-1");
    const { d } = await enter(proven);
    expect(await enter(proven, undefined, second)).toMatchObject(refused);
    expect((await enter(proven, d.token)).d.token).toBe(d.token);
  });

  test("of the same second is another one with a word of its own", async () => {
    const [one, other] = [proofOf("app-2", "a"), proofOf("app-2", "b")];
    expect([(await enter(one)).c, (await enter(other)).c, (await enter(one)).c]).toEqual([0, 0, 401]);
    const [seconds, , hex] = other.proof.split(".");
    expect(await enter({ ...other, proof: `${seconds}.c.${hex}` })).toMatchObject(refused);
    expect(await enter({ ...other, proof: `${seconds}.${hex}` })).toMatchObject(refused);
  });

  test("from before the user's devices were signed out opens nothing", async () => {
    const { d } = await enter(proofOf("app-3"));
    const before = proofOf("app-3", "later");
    later(2);
    await backend.post("device/end-others", {}, { token: d.token });
    expect(await enter(before)).toMatchObject(refused);
    expect((await enter(proofOf("app-3"))).c).toBe(0);
  });
});

test("nothing of this was a bug", () => expect([...backend.bugs, ...second.bugs]).toEqual([]));
