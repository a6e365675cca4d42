import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts, removeDemoAccounts, seedDemo } from "../../api/demo/seed-demo.ts";
import { createLocalIdentity } from "../../api/adapters/local-identity/local-identity.ts";
import { makeMember, password, signIn } from "../setup/account.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

test("only accounts the demo made are taken away, whoever else has such an address", async () => {
  const [taken, ...made] = demoAccounts;
  await makeMember(backend, taken!.email);
  const secret = new TextEncoder().encode("test-secret-test-secret-test-secret");
  const identity = createLocalIdentity({ db: backend.db, secret, clock: backend.clock });
  await seedDemo({ db: backend.db, identity }, new Date());
  for (const account of made) expect((await signIn(backend, account)).c).toBe(0);
  await removeDemoAccounts(backend.db);
  expect((await signIn(backend, { email: taken!.email, password })).c).toBe(0);
  for (const account of made) expect((await signIn(backend, account)).c).toBe(4221);
  // Taken away is not banned: with DEMO set again they are back.
  await seedDemo({ db: backend.db, identity }, new Date());
  for (const account of made) expect((await signIn(backend, account)).c).toBe(0);
});
