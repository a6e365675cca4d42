import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spellingDistance } from "./spelling-distance.ts";

describe("spellingDistance", () => {
  it.each([
    ["ghost", "ghost", 0],
    ["ghst", "ghost", 1],
    ["gohst", "ghost", 1],
    ["ghosts", "ghost", 1],
    ["cinma", "cinema", 1],
    ["kitten", "sitting", 3],
    ["", "abc", 3],
    ["ночь", "ноч", 1],
    ["abcdef", "uvwxyz", 4],
  ])("%s → %s is %i", (a, b, distance) => {
    expect(spellingDistance(a, b, 3)).toBe(distance);
  });

  it("is the same both ways, zero only for the same word, and never past the limit", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "字", "🦖"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
        const distance = spellingDistance(a, b, limit);
        expect(distance).toBe(spellingDistance(b, a, limit));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(limit + 1);
      }),
    );
  });
});
