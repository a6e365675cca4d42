import fc from "fast-check";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastOf, defaultAccent, isReadable, nearestReadable, shadesOf } from "./accent.ts";

const colours = fc.integer({ min: 0, max: 0xffffff }).map((of) => `#${of.toString(16).padStart(6, "0")}`);

test("contrast is that of WCAG", () => {
  expect(contrastOf("#000000", "#ffffff")).toBe(21);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrastOf("#ffffff", "#777777")).toBeCloseTo(4.48, 2);
});

test.each([
  ["#c2183c", true],
  ["#1a237e", true],
  ["#000000", true],
  ["#ffd400", false],
  ["#ffffff", false],
  // Readable on white, and not on the soft grey.
  ["#767676", false],
])("%s can be read: %s", (colour, readable) => {
  expect(isReadable(colour)).toBe(readable);
  expect(nearestReadable(colour) === colour).toBe(readable);
});

test("the nearest colour can be read, and is no darker than it must be", () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const nearest = nearestReadable(colour);
      expect(isReadable(nearest)).toBe(true);
      if (!isReadable(colour)) expect(contrastOf(nearest, "#f3efe9")).toBeLessThan(4.9);
    }),
  );
});

test("of an accent that can be read, every shade can", () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const { base, deep, tint, lit } = shadesOf(nearestReadable(colour));
      for (const text of [base, deep]) {
        expect(contrastOf(text, tint)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(text, "#ffffff")).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(text, "#f3efe9")).toBeGreaterThanOrEqual(4.5);
      }
      expect(deep).not.toBe(base);
      expect(contrastOf(lit, "#1d1926")).toBeGreaterThanOrEqual(3);
      expect(contrastOf(lit, "#ffffff")).toBeGreaterThanOrEqual(3);
    }),
    { numRuns: 500 },
  );
});

test("the product's own accent is that of the styles, and on the surfaces they have", () => {
  const tokens = readFileSync("app/ui/tokens.css", "utf8");
  expect(tokens).toContain(`--color-curtain: ${defaultAccent};`);
  for (const surface of ["--color-mist: #f3efe9", "--color-paper: #fbfaf8", "--color-card: #ffffff"])
    expect(tokens).toContain(surface);
});
