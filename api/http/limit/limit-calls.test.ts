import { describe, expect, test } from "vitest";
import { Failure } from "../../domain/kernel/failure.ts";
import type { CallContext, Handlers } from "../call-context.ts";
import { limitCalls } from "./limit-calls.ts";

const now = new Date("2026-06-01T12:00:00Z");
/** Every password is wrong, except the owner's. */
const limited = () =>
  limitCalls({
    "identity/sign-in": async ({ password }: { password: string }) => {
      if (password !== "right") throw new Failure(password === "later" ? "unavailable" : "bad_credentials");
      return {};
    },
  } as unknown as Handlers);

type Guess = { email: string; address: string; password?: string; at?: Date };
const guess = async (calls: Handlers, { email, address, password = "wrong", at = now }: Guess) => {
  const context = { address, now: at, session: null } as CallContext;
  try {
    await calls["identity/sign-in"]({ email, password }, context);
    return "ok";
  } catch (error) {
    return (error as Failure).code;
  }
};

/** Uses up the guesses an account allows. */
async function spend(calls: Handlers, email: string) {
  for (let n = 1; n <= 10; n++)
    expect(await guess(calls, { email, address: `198.51.${n}.1` })).toBe("bad_credentials");
  expect(await guess(calls, { email, address: "198.51.99.1" })).toBe("too_many_requests");
}

describe("a spent allowance stays spent", () => {
  test("while one address has 60,000 calls refused", async () => {
    const calls = limited();
    await spend(calls, "owner@example.test");
    for (let n = 0; n < 60_000; n++)
      await guess(calls, { email: `${n}@example.test`, address: "203.0.113.1" });
    const tried = { email: "owner@example.test", address: "198.51.98.1" };
    expect(await guess(calls, tried)).toBe("too_many_requests");
  });

  test("while 60,000 addresses of everywhere have one call each accepted", async () => {
    const calls = limited();
    await spend(calls, "owner@example.test");
    for (let n = 0; n < 60_000; n++)
      await guess(calls, { email: `${n}@example.test`, address: `${11 + (n >> 16)}.${n >> 8}.${n & 255}.7` });
    const tried = { email: "owner@example.test", address: "198.51.98.1" };
    expect(await guess(calls, tried)).toBe("too_many_requests");
  });
});

describe("a network is limited as a whole", () => {
  const accepted = async (addressOf: (n: number) => string, calls: number) => {
    const limits = limited();
    let count = 0;
    for (let n = 0; n < calls; n++) {
      const answer = await guess(limits, { email: `${n}@example.test`, address: addressOf(n) });
      if (answer === "bad_credentials") count += 1;
    }
    return count;
  };
  const hex = (n: number) => n.toString(16);

  test.each<[string, (n: number) => string, number]>([
    ["one IPv4 address", () => "203.0.113.1", 30],
    ["one IPv4 address, told as IPv6", (n) => (n % 2 ? "::ffff:203.0.113.1" : "203.0.113.1"), 30],
    ["256 IPv4 addresses of one /24", (n) => `203.0.113.${n % 256}`, 480],
    ["one /64", (n) => `2001:db8:0:7::${hex(n)}`, 30],
    ["the /64s of one /48", (n) => `2001:db8:7:${hex(n % 4096)}::1`, 480],
    ["the /48s of one /32", (n) => `2001:db8:${hex(n % 4096)}::1`, 7_680],
  ])("%s", async (_what, addressOf, most) => {
    expect(await accepted(addressOf, 9_000)).toBe(most);
  });
});

test("what could not be looked at is no guess", async () => {
  const calls = limited();
  const owner = { email: "owner@example.test", address: "203.0.113.1" };
  for (let n = 0; n < 40; n++)
    expect(await guess(calls, { ...owner, password: "later" })).toBe("unavailable");
  expect(await guess(calls, { ...owner, password: "right" })).toBe("ok");
});

test("to be right is free to a house, and has an end: each costs a hash", async () => {
  const calls = limited();
  const right = (at: Date) =>
    guess(calls, { email: "owner@example.test", address: "203.0.113.1", password: "right", at });
  for (let n = 0; n < 60; n++) expect(await right(now)).toBe("ok");
  expect(await right(now)).toBe("too_many_requests");
  expect(await right(new Date(now.getTime() + 1_000))).toBe("ok");
});
