import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPace, msOf } from "./pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

test("requests pass as they come while all is well", async () => {
  const pace = createPace();
  for (let count = 0; count < 9; count++) await pace.ready(never);
});

test("while they fail each waits longer than the one before, and at most fifteen seconds", async () => {
  const pace = createPace({ random: () => 0.5 });
  const waits: number[] = [];
  for (let count = 0; count < 7; count++) {
    const began = performance.now();
    const turn = pace.ready(never);
    await vi.runAllTimersAsync();
    await turn;
    waits.push((performance.now() - began) / 1_000);
    pace.failed();
  }
  expect(waits).toEqual([0, 1, 2, 4, 8, 15, 15]);
});

test("players that stopped together retry at different times, none sooner than after a second", async () => {
  const waitWith = async (random: number, failures: number) => {
    const pace = createPace({ random: () => random });
    for (let count = 0; count < failures; count++) pace.failed();
    const began = performance.now();
    const turn = pace.ready(never);
    await vi.runAllTimersAsync();
    await turn;
    return performance.now() - began;
  };
  expect(await waitWith(0, 1)).toBe(1_000);
  expect([await waitWith(0, 3), await waitWith(1, 3)]).toEqual([3_000, 5_000]);
});

test("several who wait go one by one, and all at once as soon as one has succeeded", async () => {
  const pace = createPace({ random: () => 0.5 });
  pace.failed();
  const gone: number[] = [];
  for (let count = 0; count < 5; count++) void pace.ready(never).then(() => gone.push(count));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gone).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gone).toHaveLength(2);
  pace.succeeded();
  await vi.advanceTimersByTimeAsync(0);
  expect(gone).toHaveLength(5);
});

test("a retry by the user waits for a second at most, unless the server has named a time", async () => {
  const pace = createPace({ random: () => 0.5 });
  for (let count = 0; count < 5; count++) pace.failed();
  pace.hurry();
  await pace.ready(never);
  pace.failed("30");
  pace.hurry();
  let gone = false;
  void pace.ready(never).then(() => (gone = true));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(gone).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gone).toBe(true);
});

test("a file that is missing is no reason for a longer pause than the shortest", async () => {
  const pace = createPace();
  for (let count = 0; count < 5; count++) pace.missed();
  const turn = pace.ready(never);
  await vi.advanceTimersByTimeAsync(1_000);
  await turn;
});

test("a cancelled retry takes no turn", async () => {
  const pace = createPace({ random: () => 0.5 });
  pace.failed();
  const leave = new AbortController();
  let left = false;
  void pace.ready(leave.signal).then(() => (left = true));
  leave.abort();
  const turn = pace.ready(never);
  await vi.advanceTimersByTimeAsync(1_000);
  await turn;
  expect(left).toBe(false);
});

test("Retry-After is seconds or a date", () => {
  expect(["7", "0", null, "soon", "-3"].map(msOf)).toEqual([7_000, 0, 0, 0, 0]);
  expect(msOf(new Date(Date.now() + 5_000).toUTCString())).toBeGreaterThan(3_000);
  expect(msOf(new Date(Date.now() - 5_000).toUTCString())).toBe(0);
});
