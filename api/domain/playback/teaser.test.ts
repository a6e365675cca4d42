import fc from "fast-check";
import { expect, test } from "vitest";
import { teaserOf, runsOf } from "./teaser.ts";
import { subjectOf, viewerOf } from "./viewer.ts";

const runs = fc.array(
  fc.tuple(
    fc.integer({ min: 200, max: 10_000 }).map((ms) => ms / 1000),
    fc.integer({ min: 1, max: 400 }),
  ),
  { minLength: 1, maxLength: 6 },
);
const lengths = (list: [number, number][]) => list.flatMap(([s, n]) => Array<number>(n).fill(s));
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);

test("is as long as was said, or the film, and not by a segment longer than it has to be", () => {
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 600 }), (list, seconds) => {
      const all = lengths(list);
      const part = teaserOf(list, seconds)!;
      expect(part.endS).toBeCloseTo(sum(all.slice(0, part.segments)), 2);
      expect(part.endS).toBeGreaterThanOrEqual(Math.min(seconds, sum(all)) - 0.001);
      expect(sum(all.slice(0, part.segments - 1))).toBeLessThan(seconds);
      expect(lengths(runsOf(list, part))).toEqual(all.slice(0, part.segments));
    }),
  );
});

test("is none of no seconds, and of a film whose segments nobody knows", () => {
  expect(teaserOf([[2, 50]], 0)).toBeNull();
  expect(teaserOf([], 60)).toBeNull();
});

test("stands in a media URL as it is, whoever it was signed for", () => {
  const viewer = fc.record({
    uid: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
    tracked: fc.boolean(),
    level: fc.constantFrom("free" as const, "signed-in" as const, "vip" as const),
    part: fc.constant(null),
  });
  fc.assert(
    fc.property(viewer, (one) => {
      expect(viewerOf(subjectOf(one))).toEqual(one);
    }),
  );
  const part = fc.record({
    segments: fc.integer({ min: 1, max: 3_000 }),
    endS: fc.integer({ min: 1, max: 900_000 }).map((ms) => ms / 1000),
  });
  fc.assert(
    fc.property(part, (of) => {
      const said = subjectOf({ uid: "mia", tracked: true, level: "vip", part: of });
      // It counts as no progress and requires no level.
      expect(viewerOf(said)).toEqual({ uid: "mia", tracked: false, level: "free", part: of });
    }),
  );
});

test("a subject signed for something else is nobody's, of what is free, and of no part", () => {
  for (const text of ["", "x", "licence-1", "p-bWlh_", "p1-bWlh", "zz9_9-bWlh"])
    expect(viewerOf(text)).toMatchObject({ tracked: false, level: "free" });
  expect(viewerOf("p-bWlh").part).toEqual({ segments: 0, endS: 0 });
});
