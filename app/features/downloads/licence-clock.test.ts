import { expect, test } from "vitest";
import { learnTime, moveOn, timeBy, unknownTime } from "./licence-clock.ts";

const hour = 3_600_000;
const noon = Date.UTC(2027, 2, 1, 12);

test("a device whose clock is wrong is told the right time, and counts on from it", () => {
  const clock = learnTime(noon, noon - 5 * hour);
  expect(timeBy(clock, noon - 4 * hour)).toBe(noon + hour);
});

test("a clock that is set back does not bring time back: not before what was seen, by the server or by watching", () => {
  let clock = learnTime(noon, noon);
  expect(timeBy(clock, noon - 48 * hour)).toBe(noon);
  clock = moveOn(clock, noon + 3 * hour);
  expect(timeBy(clock, noon - 48 * hour)).toBe(noon + 3 * hour);
});

test("a clock that ran ahead once is put right by the server's word", () => {
  const ahead = moveOn(learnTime(noon, noon), noon + 9_000 * hour);
  expect(timeBy(ahead, noon)).toBe(noon + 9_000 * hour);
  expect(timeBy(learnTime(noon + hour, noon + hour), noon + hour)).toBe(noon + hour);
});

test("before the server was ever heard, the device's own clock has to do", () => {
  expect(timeBy(unknownTime, noon)).toBe(noon);
});
