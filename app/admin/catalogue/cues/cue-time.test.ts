import { expect, test } from "vitest";
import { readTime, writeTime } from "./cue-time.ts";

test.each([
  [0, "0:00.000"],
  [62_500, "1:02.500"],
  [3_723_004, "1:02:03.004"],
  [360_000_000, "100:00:00.000"],
])("%s ms is shown as %s, and read again", (ms, text) => {
  expect(writeTime(ms)).toBe(text);
  expect(readTime(text)).toBe(ms);
});

test.each([
  ["62.5", 62_500],
  [" 1:02,5 ", 62_500],
  ["1:2", 62_000],
  ["١:٠٢٫٥", 62_500],
  ["１：０２", 62_000],
  ["", null],
  ["now", null],
  ["1:75", null],
  ["1:75:00", null],
  ["-1", null],
  ["1:02.5000", null],
])("%s is %s", (text, ms) => expect(readTime(text)).toBe(ms));
