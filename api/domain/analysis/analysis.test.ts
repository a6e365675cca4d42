import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { userNumberOf } from "../accounts/identity/active-day.ts";
import { addDays, daysOf, spanOf } from "../kernel/day.ts";
import { deviceClass } from "../accounts/identity/device-class.ts";
import { monthsWithin, stepsOf } from "./range.ts";
import { addSteps, startSteps, startTime, stepFrom } from "./start-times.ts";

const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays("1990-01-01", n));
const span = fc.record({ from: day, length: fc.integer({ min: 1, max: 366 }) }).map(({ from, length }) => ({
  from,
  to: addDays(from, length - 1),
}));

describe("a range", () => {
  test("is its whole months and the days beside them, each day once", () => {
    fc.assert(
      fc.property(span, (range) => {
        const { months, rest } = monthsWithin(range);
        const inMonths = months.flatMap((month) => {
          const next = new Date(`${month}T00:00:00Z`);
          next.setUTCMonth(next.getUTCMonth() + 1);
          return daysOf({ from: month, to: addDays(next.toISOString().slice(0, 10), -1) });
        });
        expect([...inMonths, ...rest.flatMap(daysOf)].sort()).toEqual(daysOf(range));
      }),
    );
  });
  test("is its steps, one after the other", () => {
    fc.assert(
      fc.property(span, (range) => {
        const steps = stepsOf(range);
        expect(steps.flatMap(daysOf)).toEqual(daysOf(range));
        expect(new Set(steps.slice(0, -1).map(spanOf)).size).toBeLessThanOrEqual(1);
      }),
    );
  });
  test.each([
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-12-31", 1, "2028-01-01"],
    ["2027-03-01", -1, "2027-02-28"],
  ])("%s and %i days is %s", (from, days, to) => expect(addDays(from, days)).toBe(to));
});

describe("a histogram of start times", () => {
  /** The same computation as the job's SQL. */
  const stepOf = (ms: number) =>
    Math.min(startSteps - 1, Math.max(0, Math.floor(6 * Math.log2(Math.max(ms, 1) / 50))));
  const of = (times: number[]) => {
    const steps = addSteps([], []);
    for (const ms of times) steps[stepOf(ms)]! += 1;
    return steps;
  };
  test("gives back what was put in, within a step", () => {
    const times = fc.array(fc.integer({ min: 60, max: 60_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.75, 0.95), (all, share) => {
        const true_ = [...all].sort((a, b) => a - b)[Math.ceil(share * all.length) - 1]!;
        const read = startTime(of(all), share)!;
        expect(read / true_).toBeGreaterThan(2 ** (-1 / 6) - 0.01);
        expect(read / true_).toBeLessThan(2 ** (1 / 6) + 0.01);
      }),
    );
  });
  test("of nothing says nothing", () => expect(startTime(of([]), 0.5)).toBeNull());
  test("keeps what is beyond its ends", () => {
    expect(startTime(of([0, 0, 1]), 0.5)).toBeLessThanOrEqual(stepFrom(1));
    expect(startTime(of([9e9]), 0.5)).toBeGreaterThan(60_000);
  });
});

test.each([
  ["phone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1"],
  ["phone", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/120 Mobile/15E148"],
  ["native", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"],
  ["native", "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) Version/4.0 Chrome/120 Mobile Safari/537.36"],
  ["phone", "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120 Mobile Safari/537.36"],
  ["tablet", "Mozilla/5.0 (Linux; Android 14; SM-X910) Chrome/120 Safari/537.36"],
  ["computer", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120 Safari/537.36"],
  ["tv", "Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) Version/6.0 TV Safari/538.1"],
  ["tv", "Mozilla/5.0 (Linux; Android 11; BRAVIA 4K) Chrome/110 Safari/537.36"],
  ["unknown", ""],
  ["unknown", "curl/8"],
])("%s: %s", (kind, agent) => expect(deviceClass(agent)).toBe(kind));

test("people are counted by numbers a database takes, and different ones differ", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, two) => {
      const number = userNumberOf(one);
      expect(number >= 0n && number < 2n ** 63n).toBe(true);
      expect(number === userNumberOf(two)).toBe(one === two);
    }),
  );
});
