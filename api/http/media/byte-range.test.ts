import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideRanges, type ByteRange } from "./byte-range.ts";

const HUGE = "9".repeat(40);

/** The ranges each header selects from 100 bytes: as `first-last`, `whole` or `unsatisfiable`. */
const table: [header: string, expected: string][] = [
  // int-range
  ["bytes=0-0", "0-0"],
  ["bytes=0-99", "0-99"],
  ["bytes=10-19", "10-19"],
  ["bytes=99-99", "99-99"],
  ["bytes=0-100", "0-99"],
  [`bytes=5-${HUGE}`, "5-99"],
  ["bytes=00000000000000000005-0000000000000000000006", "5-6"],
  // open
  ["bytes=0-", "0-99"],
  ["bytes=99-", "99-99"],
  // suffix
  ["bytes=-1", "99-99"],
  ["bytes=-100", "0-99"],
  ["bytes=-101", "0-99"],
  [`bytes=-${HUGE}`, "0-99"],
  // the unit ignores case (section 14.1)
  ["BYTES=0-0", "0-0"],
  // several, in the order asked
  ["bytes=0-0,-1", "0-0,99-99"],
  ["bytes=-1,0-0", "99-99,0-0"],
  ["bytes=0-0 , 1-1\t,\t2-2", "0-0,1-1,2-2"],
  ["bytes=,0-0,,1-1,", "0-0,1-1"],
  ["bytes=0-0,200-300", "0-0"],
  ["bytes=-0,5-5", "5-5"],
  ["bytes=0-1,2-3,4-5,6-7,8-9,10-11,12-13,14-15", "0-1,2-3,4-5,6-7,8-9,10-11,12-13,14-15"],
  ["bytes=0-60,40-78", "0-60,40-78"],
  // beyond the end
  ["bytes=100-", "unsatisfiable"],
  ["bytes=100-200", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=-000", "unsatisfiable"],
  [`bytes=${HUGE}-`, "unsatisfiable"],
  [`bytes=${HUGE}-${HUGE}`, "unsatisfiable"],
  ["bytes=100-,200-300,-0", "unsatisfiable"],
  // malformed: treated as no Range
  ["bytes=5-2", "whole"],
  [`bytes=${HUGE}0-${HUGE}`, "whole"],
  ["bytes=abc", "whole"],
  ["bytes=", "whole"],
  ["bytes=,", "whole"],
  ["bytes=-", "whole"],
  ["bytes=--1", "whole"],
  ["bytes=1--2", "whole"],
  ["bytes=1-2-3", "whole"],
  ["bytes=+1-2", "whole"],
  ["bytes=1.0-2", "whole"],
  ["bytes=0x1-0x2", "whole"],
  ["bytes=1e1-20", "whole"],
  ["bytes= 1 - 2", "whole"],
  ["bytes=1 2-3", "whole"],
  ["bytes =0-1", "whole"],
  ["bytes 0-1", "whole"],
  ["bytes", "whole"],
  ["", "whole"],
  ["=0-1", "whole"],
  ["0-1", "whole"],
  ["bytes=0-0,x", "whole"],
  ["bytes=0-0,5-2", "whole"],
  ["bytes=0-1, bytes=2-3", "whole"],
  ["bytes=\u0661-\u0662", "whole"],
  ["bytes=0-1\0", "whole"],
  // other units
  ["seconds=0-1", "whole"],
  ["items=0-1", "whole"],
  // abuse
  ["bytes=0-0,1-1,2-2,3-3,4-4,5-5,6-6,7-7,8-8", "whole"],
  ["bytes=0-,0-", "whole"],
  ["bytes=0-60,40-79", "whole"],
  [`bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(",")}`, "whole"],
  [`bytes=${"0-,".repeat(1000)}`, "whole"],
  [`bytes=${",".repeat(1000)}0-0`, "whole"],
];

const written = (ranges: readonly ByteRange[]): string =>
  ranges.map(({ first, last }) => `${first}-${last}`).join(",");

describe("decideRanges", () => {
  it.each(table)("%j of 100 bytes: %s", (header, expected) => {
    const decision = decideRanges(header, 100);
    expect(decision.kind === "ranges" ? written(decision.ranges) : decision.kind).toBe(expected);
  });

  it.each([
    ["bytes=0-", "unsatisfiable"],
    ["bytes=0-0", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=-5", "whole"],
  ])("%j of nothing: %s", (header, expected) => {
    expect(decideRanges(header, 0).kind).toBe(expected);
  });

  it("never leaves the file, whatever is asked", () => {
    const number = fc.oneof(fc.nat(200), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constant(""));
    const spec = fc.tuple(number, number).map(([first, last]) => `${first}-${last}`);
    const header = fc.array(fc.oneof(spec, fc.string({ maxLength: 5 })), { maxLength: 10 });
    fc.assert(
      fc.property(header, fc.nat(150), (specs, size) => {
        const decision = decideRanges(`bytes=${specs.join(",")}`, size);
        if (decision.kind !== "ranges") return;
        expect(decision.ranges.length).toBeGreaterThan(0);
        for (const { first, last } of decision.ranges) {
          expect(0 <= first && first <= last && last < size).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
