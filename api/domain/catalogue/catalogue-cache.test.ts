import { expect, test } from "vitest";
import { createCatalogueCache } from "./catalogue-cache.ts";

function setUp() {
  let now = 0;
  let calls = 0;
  const cache = createCatalogueCache({ freshMs: 10, staleMs: 100, now: () => now });
  const read = () => cache.get("key", async () => ++calls);
  return {
    cache,
    read,
    at: (time: number) => (now = time),
    settle: () => new Promise((resolve) => setTimeout(resolve)),
  };
}

test("fresh: computed once, also for all who ask at the same time", async () => {
  const { read } = setUp();
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
});

test("stale: the old answer at once, the new one to the next call", async () => {
  const { read, at, settle } = setUp();
  await read();
  at(50);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  await settle();
  expect(await read()).toBe(2);
});

test("too old: everybody waits for the new one", async () => {
  const { read, at } = setUp();
  await read();
  at(200);
  expect(await read()).toBe(2);
});

test("cleared: the next answer is new, and one that was under way does not bring the old back", async () => {
  const { cache, read, at, settle } = setUp();
  await read();
  at(50);
  await read();
  cache.clear();
  expect(await read()).toBe(3);
  await settle();
  expect(await read()).toBe(3);
});

test("a failure is not kept", async () => {
  const cache = createCatalogueCache();
  await expect(cache.get("key", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await cache.get("key", async () => "there")).toBe("there");
});

test("full: the answers least recently used go first", async () => {
  const cache = createCatalogueCache();
  let computed = 0;
  const read = (key: string) => cache.get(key, async () => ++computed);
  await read("home");
  for (let n = 0; n < 1_000; n++) {
    await read(`search ${n}`);
    expect(await read("home")).toBe(1);
  }
  expect(await read("search 999")).toBe(1_001);
  expect(await read("search 0")).toBe(1_002);
});
