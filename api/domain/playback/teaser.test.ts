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

test.each([
  // Segments as they are encoded: three of two seconds, then six each.
  [
    1,
    [
      [2, 3],
      [6, 14],
    ],
    1,
    2,
  ],
  [
    6,
    [
      [2, 3],
      [6, 14],
    ],
    3,
    6,
  ],
  [
    7,
    [
      [2, 3],
      [6, 14],
    ],
    4,
    12,
  ],
  [
    60,
    [
      [2, 3],
      [6, 14],
    ],
    12,
    60,
  ],
  // 23.976 and 29.97 frames a second.
  [
    60,
    [
      [2.002, 3],
      [6.006, 14],
    ],
    12,
    60.06,
  ],
  // Older assets, of one length.
  [60, [[2, 45]], 30, 60],
  [60, [[2.5, 45]], 24, 60],
  // A film that is shorter than its first segment, or than the first ones.
  [60, [[0.48, 1]], 1, 0.48],
  [
    4,
    [
      [2, 2],
      [0.9, 1],
    ],
    2,
    4,
  ],
] as [number, [number, number][], number, number][])(
  "%i seconds of segments %j are %i segments, %d seconds",
  (seconds, list, segments, endS) => {
    expect(teaserOf(list, seconds)).toEqual({ segments, endS });
  },
);

test("is null for zero seconds, and for a film with unknown segments", () => {
  expect(teaserOf([[2, 50]], 0)).toBeNull();
  expect(teaserOf([], 60)).toBeNull();
});

test("is part of a media URL, for every viewer", () => {
  const viewer = fc.record({
    uid: fc.option(fc.string({ minLength: 1, maxLength: 40 })),
    tracked: fc.boolean(),
    level: fc.constantFrom("free" as const, "signed-in" as const, "vip" as const),
    part: fc.constant(null),
  });
  fc.assert(
    fc.property(viewer, (one) => {
      expect(viewerOf(subjectOf(one))).toEqual({ ...one, receiver: null });
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
      const viewed = { uid: "mia", tracked: false, level: "free", part: of, receiver: null };
      expect(viewerOf(said)).toEqual(viewed);
    }),
  );
});

test("a subject signed for something else names no user, the free level and no teaser", () => {
  for (const text of ["", "x", "licence-1", "p-bWlh_", "p1-bWlh", "zz9_9-bWlh"])
    expect(viewerOf(text)).toMatchObject({ tracked: false, level: "free" });
  expect(viewerOf("p-bWlh").part).toEqual({ segments: 0, endS: 0 });
});
