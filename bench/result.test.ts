import { describe, expect, it } from "vitest";
import { emptyResult, median, meets, passed } from "./result.ts";

describe("meets", () => {
  const row = (value: number, target?: { atMost: number } | { atLeast: number }) => ({
    name: "",
    unit: "",
    value,
    target,
  });
  it("holds a figure against its target, both ends included", () => {
    expect(meets(row(3, { atMost: 3 }))).toBe(true);
    expect(meets(row(3.1, { atMost: 3 }))).toBe(false);
    expect(meets(row(1.3, { atLeast: 1.3 }))).toBe(true);
    expect(meets(row(1.2, { atLeast: 1.3 }))).toBe(false);
  });
  it("judges nothing without a target, and takes no missing figure for a pass", () => {
    expect(meets(row(9))).toBeNull();
    expect(meets(row(NaN, { atMost: 3 }))).toBe(false);
  });
});

describe("passed", () => {
  it("wants every ratio and every check", () => {
    const good = { ...emptyResult(), checks: { answers: true } };
    expect(passed(good)).toBe(true);
    expect(passed({ ...good, checks: { answers: true, ranges: false } })).toBe(false);
    expect(passed({ ...good, ratios: [{ name: "", unit: "×", value: 0.4, target: { atLeast: 0.5 } }] })).toBe(
      false,
    );
  });
});

describe("median", () => {
  it("is the middle, or the mean of the two there", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
  });
});
