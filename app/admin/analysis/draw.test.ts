import { describe, expect, it } from "vitest";
import { drawCurve, type Curve } from "./draw.server.ts";

const draw = (more: Partial<Curve>) =>
  drawCurve({
    values: [1, 2, 3],
    before: null,
    labelOf: String,
    xLabels: more.values?.map((_, n) => `day ${n}`) ?? ["a", "b", "c"],
    ...more,
  });
const pointsIn = (path: string) =>
  [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe("a curve", () => {
  it("runs from end to end, and its axis begins at nothing", () => {
    const { line, yTicks } = draw({ values: [0, 5, 10] });
    expect(pointsIn(line)).toEqual([
      [0, 300],
      [500, 150],
      [1000, 0],
    ]);
    expect(yTicks[0]).toEqual({ at: 100, label: "0" });
    expect(yTicks.at(-1)).toEqual({ at: 0, label: "10" });
  });
  it("of nothing at all lies on the ground", () => {
    expect(pointsIn(draw({ values: [0, 0] }).line).map(([, y]) => y)).toEqual([300, 300]);
  });
  it("of one value is a level", () => {
    expect(pointsIn(draw({ values: [4] }).line)).toEqual([
      [0, 0],
      [1000, 0],
    ]);
  });
  it("breaks off where there is no value", () => {
    expect(draw({ values: [1, null, 3, 4] }).line.match(/M/g)).toHaveLength(2);
  });
  it("is held against another one on the same axes, however many points that has", () => {
    const { line, lineBefore } = draw({ values: [1, 2, 4], before: [8, 8] });
    expect(pointsIn(line).at(-1)).toEqual([1000, 150]);
    expect(pointsIn(lineBefore!)).toEqual([
      [0, 0],
      [500, 0],
    ]);
  });
  it("has the step to a day that is not over drawn apart", () => {
    const { line, lineOpen, area } = draw({ values: [2, 4, 1], open: true });
    expect(pointsIn(line)).toHaveLength(2);
    expect(pointsIn(lineOpen!)).toEqual([
      [500, 0],
      [1000, 225],
    ]);
    expect(Math.max(...pointsIn(area).map(([x]) => x!))).toBe(500);
  });
  it("has few labels below it, at even distances, and none twice beside it", () => {
    for (const count of [1, 2, 5, 6, 28, 90, 53]) {
      const { xTicks } = draw({ values: Array.from({ length: count }, (_, n) => n) });
      expect(xTicks.length).toBeLessThanOrEqual(5);
      const gaps = xTicks.slice(1).map(({ at }, n) => Math.round(at - xTicks[n]!.at));
      expect(Math.max(...gaps, 0) - Math.min(...gaps, 100)).toBeLessThanOrEqual(1);
    }
    const { yTicks } = draw({ values: [0.1, 0.3], labelOf: (value) => String(Math.round(value)) });
    expect(new Set(yTicks.map(({ label }) => label)).size).toBe(yTicks.length);
  });
});
