import { describe, expect, test } from "vitest";
import { nearest, type Box } from "./nearest.ts";

const box = (left: number, top: number, width = 100, height = 100): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("the arrow leads", () => {
  // Two rows of three, a column of links at the side, and a wide field above.
  const boxes = [
    ...[200, 320, 440].map((left) => box(left, 200)),
    ...[200, 320, 440].map((left) => box(left, 340)),
    ...[100, 150, 200].map((top) => box(0, top, 150, 40)),
    box(200, 100, 340, 50),
  ];
  test.each([
    [0, "right", 1],
    [1, "right", 2],
    [2, "right", -1],
    [1, "left", 0],
    [0, "left", 8],
    [8, "up", 7],
    [8, "right", 0],
    [1, "down", 4],
    [5, "up", 2],
    [2, "up", 9],
    [9, "down", 1],
    [3, "down", -1],
  ] as const)("from %s %s to %s", (from, direction, to) =>
    expect(nearest(boxes[from]!, boxes, direction)).toBe(to),
  );
});

test("edges may overlap a little", () => {
  expect(nearest(box(0, 0), [box(60, 0)], "right")).toBe(0);
  expect(nearest(box(0, 0), [box(40, 0)], "right")).toBe(-1);
});

test("a row below is found although nothing lies straight below", () => {
  expect(nearest(box(800, 0), [box(0, 140), box(120, 140)], "down")).toBe(1);
});
