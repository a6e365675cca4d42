import { beforeEach, expect, test } from "vitest";
import { createArgon2Threads } from "./argon2-threads.ts";
import { createPasswordHasher, hashOfNothing } from "./password-hasher.ts";

/** Running hashes; the test ends each one. */
const threads = { busy: 0, most: 0, end: [] as (() => void)[] };
const deriveTag = () =>
  new Promise<Uint8Array>((resolve) => {
    threads.most = Math.max(threads.most, (threads.busy += 1));
    threads.end.push(() => {
      threads.busy -= 1;
      resolve(Buffer.alloc(32));
    });
  });
beforeEach(() => Object.assign(threads, { busy: 0, most: 0, end: [] }));

const busy = new Error("busy");
const hasher = () => createPasswordHasher({ atOnce: 2, mostWaiting: 3, busy: () => busy, deriveTag });
const turn = () => new Promise((resolve) => setImmediate(resolve));
async function endAll(): Promise<void> {
  while (threads.end.length > 0) {
    threads.end.shift()!();
    await turn();
  }
}

test("so many hashes at once, so many wait, and who comes then is told to come again", async () => {
  const { hash } = hasher();
  const answers = Array.from({ length: 7 }, () =>
    hash("any").then(
      () => "hashed",
      (error: unknown) => error,
    ),
  );
  await turn();
  expect(threads.busy).toBe(2);
  await endAll();
  expect(await Promise.all(answers)).toEqual([...Array<string>(5).fill("hashed"), busy, busy]);
  expect(threads.most).toBe(2);
});

test("a place is free again after each, also after a password that is none", async () => {
  const { hash, verify } = hasher();
  for (let n = 0; n < 8; n++) {
    const hashed = n % 2 ? hash("any") : verify("any", "no hash at all");
    await turn();
    await endAll();
    await hashed;
  }
  const last = hash("any");
  await turn();
  expect(threads.busy).toBe(1);
  await endAll();
  expect(await last).toMatch(/^\$argon2id\$/);
});

test("the same password makes the same tag in any thread, and a thread that is given nonsense goes on", async () => {
  const derive = createArgon2Threads();
  const order = { memory: 32, passes: 3, parallelism: 4, tagLength: 32 };
  const vector = { ...order, message: Buffer.alloc(32, 1), nonce: Buffer.alloc(16, 2) };
  await expect(derive({ ...vector, memory: 1 })).rejects.toThrow("can't be hashed");
  const [one, other] = await Promise.all([derive(vector), derive(vector)]);
  expect(Buffer.from(one).toString("hex")).toBe(Buffer.from(other).toString("hex"));
  expect(one).toHaveLength(32);
});

test("what stands for the hash of an unknown account costs as much to verify, and no password matches it", async () => {
  const asked: object[] = [];
  const { hash, verify } = createPasswordHasher({
    ...{ atOnce: 1, mostWaiting: 3, busy: () => busy },
    deriveTag: ({ message: _message, nonce, ...cost }) => {
      asked.push({ ...cost, salt: nonce.length });
      return Promise.resolve(Buffer.alloc(32));
    },
  });
  const real = await hash("any");
  expect(await verify("any", real)).toBe(true);
  expect(await verify("any", hashOfNothing())).toBe(false);
  expect(asked[2]).toEqual(asked[1]);
});
