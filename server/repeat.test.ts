import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repeat } from "./repeat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(work: () => Promise<unknown>) {
  const stop = new AbortController();
  const errors: unknown[] = [];
  const rhythm = { firstMs: 10, everyMs: 100, signal: stop.signal, onError: (e: unknown) => errors.push(e) };
  repeat(work, rhythm);
  return { stop, errors };
}

test("works at its times, until it is ended", async () => {
  let times = 0;
  const { stop } = setUp(async () => (times += 1));
  await vi.advanceTimersByTimeAsync(9);
  expect(times).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(times).toBe(1);
  await vi.advanceTimersByTimeAsync(250);
  expect(times).toBe(3);
  stop.abort();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(times).toBe(3);
});

test("a failure is told, and is not the last time", async () => {
  let times = 0;
  const { errors } = setUp(async () => {
    times += 1;
    if (times === 1) throw new Error("away");
  });
  await vi.advanceTimersByTimeAsync(120);
  expect([times, errors]).toEqual([2, [new Error("away")]]);
});

test("is never under way twice, however long it takes", async () => {
  let begun = 0;
  let finish = () => {};
  setUp(() => {
    begun += 1;
    return new Promise<void>((done) => (finish = done));
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(begun).toBe(1);
  finish();
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toBe(2);
});
