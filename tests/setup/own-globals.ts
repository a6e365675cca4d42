import { afterAll, expect } from "vitest";

/**
 * For test files that share a process: one that leaves another `Response` behind, as the servers of @hono/node-server do
 * by default, makes a later one fail.
 */
const names = ["fetch", "Headers", "Request", "Response"] as const;
const before = names.map((name) => globalThis[name]);

afterAll(() => {
  const replaced = names.filter((name, index) => globalThis[name] !== before[index]);
  expect(replaced, "globals that this file has replaced").toEqual([]);
});
