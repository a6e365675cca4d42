import { expect, test } from "vitest";
import { partOf } from "./byte-part.ts";

test.each([
  [null, "all"],
  ["bytes=0-", { from: 0, to: 99 }],
  ["bytes=0-0", { from: 0, to: 0 }],
  ["bytes=10-19", { from: 10, to: 19 }],
  ["bytes=90-500", { from: 90, to: 99 }],
  ["bytes=-10", { from: 90, to: 99 }],
  ["bytes=-500", { from: 0, to: 99 }],
  ["bytes=-0", null],
  ["bytes=100-", null],
  ["bytes=100-200", null],
  // Invalid ranges, or more than one: the whole file is a correct answer.
  ["bytes=20-10", "all"],
  ["bytes=-", "all"],
  ["bytes=0-1,5-9", "all"],
  ["items=0-5", "all"],
  ["bytes=a-b", "all"],
] as const)("%s of a hundred bytes: %o", (header, part) => {
  expect(partOf(header, 100)).toEqual(part);
});
