import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { migratedDump } from "../../../tests/setup/migrated-pglite.ts";
import { openDatabase, type Database } from "../../db/client.ts";
import type { IdentityProvider } from "../../ports/identity.ts";
import type * as Threads from "./argon2-threads.ts";

/** Number of passwords hashed so far: hashing takes nearly all of the time of such a call. */
const work = vi.hoisted(() => ({ hashes: 0 }));
vi.mock("./argon2-threads.ts", async (load) => {
  const { createArgon2Threads } = await load<typeof Threads>();
  const counted = (): Threads.DeriveTag => {
    const derive = createArgon2Threads();
    return (parameters) => {
      work.hashes += 1;
      return derive(parameters);
    };
  };
  return { createArgon2Threads: counted };
});

let database: Database;
let identity: IdentityProvider;
const known = { email: "known@example.test", password: "correct horse" };

beforeAll(async () => {
  const { createLocalIdentity } = await import("./local-identity.ts");
  database = await openDatabase({ from: await migratedDump() });
  const secret = new TextEncoder().encode("test-secret-test-secret-test-secret");
  const clock = { now: () => new Date() };
  identity = createLocalIdentity({ db: database.db, secret, clock, busy: () => new Error("busy") });
  await identity.signUp({ ...known, name: null, guestUid: null });
  // The hash used for unknown accounts is made once, at the start.
  await identity.signIn({ email: "first@example.test", password: "any" });
});
afterAll(() => database.close());
beforeEach(() => {
  work.hashes = 0;
});

async function hashesOf(call: Promise<unknown>): Promise<number> {
  await call;
  return work.hashes;
}

test.each([
  ["a right password", known],
  ["a wrong password", { ...known, password: "wrong" }],
  ["an unknown e-mail", { email: "unknown@example.test", password: "wrong" }],
])("sign-in with %s is the same work", async (_what, input) => {
  expect(await hashesOf(identity.signIn(input))).toBe(1);
});

test.each([
  ["a new e-mail", { email: "new@example.test", password: "correct horse" }],
  ["one that is taken", { ...known, password: "another" }],
  ["one's own", known],
])("sign-up with %s is the same work", async (_what, input) => {
  expect(await hashesOf(identity.signUp({ ...input, name: null, guestUid: null }))).toBe(2);
});

test("a reset with a code that opens nothing is the same work as with one that does", async () => {
  const reset = await identity.forgotPassword({ email: known.email, locale: "en" });
  expect(work.hashes).toBe(0);
  expect(await hashesOf(identity.resetPassword({ code: "nothing", password: "a new one" }))).toBe(1);
  work.hashes = 0;
  expect(await hashesOf(identity.resetPassword({ code: reset!.code, password: known.password }))).toBe(1);
});
