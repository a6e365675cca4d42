import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createProgressBatch, type Place, type ProgressBatch } from "./progress-batch.ts";

let written: Place[][];
let away: Error | null;
let problems: unknown[];
let dropped: number;
let batch: ProgressBatch;

const place = (uid: string, positionS: number, more: Partial<Place> = {}): Place => ({
  ...{ uid, id: "a-film", index: 1, positionS, durationS: 600, finished: false },
  at: new Date(1_800_000_000_000 + performance.now()),
  ...more,
});
const open = (more: Partial<Parameters<typeof createProgressBatch>[0]> = {}) =>
  createProgressBatch({
    async write(places) {
      await Promise.resolve();
      if (away) throw away;
      written.push(places);
    },
    onPutOff: (error) => problems.push(error),
    onDropped: (places) => (dropped += places),
    ...more,
  });

beforeEach(() => {
  vi.useFakeTimers();
  [written, away, problems, dropped] = [[], null, [], 0];
  batch = open();
});
afterEach(() => vi.useRealTimers());

describe("places that wait", () => {
  test("a user who watches for a minute is written at most every ten seconds, and never older than that", async () => {
    batch = open({ waitMs: 10_000 });
    for (let second = 0; second < 60; second += 5) {
      await batch.put(place("ada", second));
      await vi.advanceTimersByTimeAsync(5_000);
    }
    expect(written.length).toBeGreaterThanOrEqual(3);
    expect(written.length).toBeLessThanOrEqual(6);
    expect(written.flat().map(({ positionS }) => positionS)).toEqual(
      [...written.flat().map(({ positionS }) => positionS)].sort((a, b) => a - b),
    );
    await vi.advanceTimersByTimeAsync(11_000);
    expect(written.at(-1)).toMatchObject([{ positionS: 55 }]);
  });

  test("those of many users share statements of a thousand rows", async () => {
    await Promise.all(Array.from({ length: 2_500 }, (_, n) => batch.put(place(`viewer-${n}`, n))));
    await vi.advanceTimersByTimeAsync(12_000);
    expect(written.map((rows) => rows.length)).toEqual([1_000, 1_000, 500]);
  });

  test("a pause is written before it is answered, alone, and shares a statement with other pauses", async () => {
    await batch.put(place("ada", 1));
    await batch.put(place("ben", 2));
    await batch.put(place("cem", 3));
    await Promise.all([batch.flush("ada"), batch.flush("ben")]);
    expect(written.map((rows) => rows.map(({ uid }) => uid))).toEqual([["ada", "ben"]]);
    await batch.flush("nobody");
    expect(written).toHaveLength(1);
  });

  test("a place that arrives late does not replace a later one", async () => {
    const early = place("ada", 10);
    await vi.advanceTimersByTimeAsync(5);
    await batch.put(place("ada", 20));
    await batch.put(early);
    await batch.flush("ada");
    expect(written).toMatchObject([[{ positionS: 20 }]]);
  });

  test("while the database is away they wait, are reported once, and are written when it is back", async () => {
    away = new Error("away");
    await batch.put(place("ada", 1));
    await vi.advanceTimersByTimeAsync(60_000);
    await batch.put(place("ada", 2));
    await expect(batch.flush("ada")).rejects.toBe(away);
    expect(problems).toEqual([away]);
    away = null;
    await vi.advanceTimersByTimeAsync(11_000);
    expect(written).toMatchObject([[{ uid: "ada", positionS: 2 }]]);
    expect(dropped).toBe(0);
  });

  test("after ten minutes without a database they are dropped, and counted", async () => {
    away = new Error("away");
    await batch.put(place("ada", 1));
    await batch.put(place("ben", 1));
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    expect(dropped).toBe(2);
    away = null;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(written).toEqual([]);
  });

  test("beyond the limit a save writes, and fails while nothing can be written", async () => {
    batch = open({ mostPlaces: 2 });
    await batch.put(place("ada", 1));
    await batch.put(place("ben", 1));
    away = new Error("away");
    await expect(batch.put(place("cem", 1))).rejects.toBe(away);
    away = null;
    await batch.put(place("dan", 1));
    expect(written.flat().map(({ uid }) => uid)).toContain("dan");
  });

  test("the end of the process writes all of them", async () => {
    for (let n = 0; n < 1_500; n++) await batch.put(place(`viewer-${n}`, n));
    await batch.close();
    expect(written.flat()).toHaveLength(1_500);
  });
});
