import { describe, expect, test } from "vitest";
import { guest } from "../../../tests/setup/person.ts";
import { signInAsGuest, startUp, type StartUpPhase, type StartUpPorts } from "./start-up.ts";

const info = { ...guest, uid: "u1" };
const ok = <D>(d: D) => ({ c: 0 as const, m: "", d });
const failure = (c: number) => ({ c, m: "no", d: null });

/** Ports that succeed at everything, with a record of their calls. */
function setUp(change: Partial<StartUpPorts> = {}) {
  const log: string[] = [];
  const note = <T>(entry: string, value: T) => {
    log.push(entry);
    return value;
  };
  const ports: StartUpPorts = {
    config: async () => note("config", ok({})),
    nativeHost: null,
    knownToken: async () => note("knownToken", null),
    loginUid: async ({ uid, proof }) =>
      note(`loginUid ${uid} ${proof}`, ok({ token: "new-token", info: { ...info, uid } })),
    loginToken: async (token) => note(`loginToken ${token}`, ok(info)),
    signInAnonymously: async () =>
      note("anonymous", ok({ uid: "guest", proof: "p", name: null, avatar: null })),
    identityState: async () => note("identityState", { name: "Mia", avatar: null }),
    saveToken: async (token) => note(`saveToken ${token}`, true),
    signIn: ({ uid }) => note(`signIn ${uid}`, undefined),
    updateProfile: (fields) => note(`updateProfile ${JSON.stringify(fields)}`, undefined),
    storedLocale: () => null,
    changeLocale: (locale) => note(`changeLocale ${locale}`, undefined),
    source: null,
    stat: async ({ action, target, remark }) => note(`stat ${action} ${target} ${remark}`, undefined),
    ...change,
  };
  const phases: StartUpPhase["at"][] = [];
  const run = () => startUp(ports, ({ at }) => phases.push(at));
  return { log, phases, run };
}

test("config failure: Initialization failed 1, and nothing more", async () => {
  const { log, phases, run } = setUp({ config: async () => failure(500), source: "poster" });
  expect(await run()).toEqual({ at: "failed", reason: 1 });
  expect(phases).toEqual(["config", "failed"]);
  expect(log).toEqual([]);
});

test("a known token: logged in with, saved, signed in, ready", async () => {
  const { log, phases, run } = setUp({ knownToken: async () => "old-token" });
  expect(await run()).toEqual({ at: "ready" });
  expect(phases).toEqual(["config", "token", "identity", "ready"]);
  expect(log).toEqual([
    "config",
    "loginToken old-token",
    "saveToken old-token",
    "signIn u1",
    "identityState",
    'updateProfile {"name":"Mia"}',
  ]);
});

test("a token that is refused: not signed, nothing saved, and no guest in its place", async () => {
  const { log, phases, run } = setUp({
    knownToken: async () => "bad",
    loginToken: async () => failure(401),
    identityState: async () => null,
  });
  expect(await run()).toEqual({ at: "ready" });
  expect(phases).toEqual(["config", "token", "identity", "ready"]);
  expect(log).toEqual(["config"]);
});

test("no token: an anonymous sign-in, exchanged for a token", async () => {
  const { log, phases, run } = setUp();
  await run();
  expect(phases).toEqual(["config", "anonymous", "identity", "ready"]);
  expect(log.slice(0, 6)).toEqual([
    "config",
    "knownToken",
    "anonymous",
    "loginUid guest p",
    "saveToken new-token",
    "signIn guest",
  ]);
});

test("where guests can't be made the app is ready all the same, not signed", async () => {
  const { log, run } = setUp({ signInAnonymously: async () => failure(503) });
  expect(await run()).toEqual({ at: "ready" });
  expect(log).not.toContain("signIn guest");
});

describe("inside a native host", () => {
  const hostLog: string[] = [];
  const host = (user: { uid: string; proof?: string } | null, locale: string | null = "de") => ({
    login: async () => void hostLog.push("login"),
    currentUser: async () => user,
    initialised: () => void hostLog.push("initialised"),
    locale: async () => locale,
  });

  test("asks for a login, then for the user; signs in, says so, and takes the host's language", async () => {
    hostLog.length = 0;
    const { log, phases, run } = setUp({ nativeHost: host({ uid: "app-7", proof: "code" }) });
    expect(await run()).toEqual({ at: "ready" });
    expect(phases).toEqual(["config", "native", "identity", "ready"]);
    expect(log).toEqual([
      "config",
      "loginUid app-7 code",
      "saveToken new-token",
      "signIn app-7",
      "changeLocale de",
      "identityState",
      'updateProfile {"name":"Mia"}',
    ]);
    expect(hostLog).toEqual(["login", "initialised"]);
  });

  test("a stored language is kept", async () => {
    const { log, run } = setUp({ nativeHost: host({ uid: "app-7" }), storedLocale: () => "ja" });
    await run();
    expect(log.join()).not.toContain("changeLocale");
  });

  test.each([null, { uid: "" }])("without a uid (%o): Initialization failed 2, and stop", async (user) => {
    hostLog.length = 0;
    const { log, phases, run } = setUp({ nativeHost: host(user), source: "poster" });
    expect(await run()).toEqual({ at: "failed", reason: 2 });
    expect(phases).toEqual(["config", "native", "failed"]);
    expect(log).toEqual(["config"]);
    expect(hostLog).toEqual(["login"]);
  });

  test("a uid the server refuses: not signed, and the host is not told otherwise", async () => {
    hostLog.length = 0;
    const { log, run } = setUp({ nativeHost: host({ uid: "app-7" }), loginUid: async () => failure(401) });
    expect(await run()).toEqual({ at: "ready" });
    expect(log).not.toContain("signIn app-7");
    expect(hostLog).toEqual(["login"]);
  });
});

test("the parameter s is one stat event, after everything else", async () => {
  const { log, run } = setUp({ source: "poster-7" });
  await run();
  expect(log.at(-1)).toBe("stat source 0 poster-7");
  expect(log.filter((entry) => entry.startsWith("stat"))).toHaveLength(1);
});

test("a guest made later goes the same way", async () => {
  const log: string[] = [];
  const made = await signInAsGuest({
    signInAnonymously: async () => ok({ uid: "g", proof: "p", name: null, avatar: null }),
    loginUid: async () => ok({ token: "t", info }),
    saveToken: async (token) => log.push(token) > 0,
    signIn: ({ uid }) => void log.push(uid),
  });
  expect([made, log]).toEqual([true, ["t", "u1"]]);
});
