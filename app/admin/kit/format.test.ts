import { expect, test } from "vitest";
import { writers } from "./format.ts";

const write = writers("en");

test.each([
  [0, "0 byte"],
  [999, "999 byte"],
  [1_000_000, "1 MB"],
  [5_000_000, "5 MB"],
  [20_000_000_000, "20 GB"],
])("%i bytes are %s, as the settings count them", (bytes, text) => {
  expect(write.bytes(bytes)).toBe(text);
});

test("a duration is in seconds below a minute, in hours and minutes, from ten hours on in hours", () => {
  expect(
    [0, 4.2, 59, 59.7, 60, 5_400, 35_940, 36_000, 360_000].map((seconds) => write.span(seconds)),
  ).toEqual(["0 sec", "4 sec", "59 sec", "1 min", "1 min", "1 hr 30 min", "9 hr 59 min", "10 hr", "100 hr"]);
  expect([1.25, 30].map((seconds) => write.seconds(seconds))).toEqual(["1.3 sec", "30 sec"]);
  expect([0, 61, 3_723].map((seconds) => write.place(seconds))).toEqual(["0:00", "1:01", "1:02:03"]);
});

test("a time is in the reader's zone, and a day is the same in each", () => {
  const late = "2026-07-01T23:30:00.000Z";
  const zoned = writers("en", "Europe/Berlin");
  expect([write.at(late), zoned.at(late)].map((text) => text.replaceAll(/\s/g, " "))).toEqual([
    "Jul 1, 2026, 11:30 PM",
    "Jul 2, 2026, 1:30 AM",
  ]);
  expect([write.day(late), zoned.day(late)]).toEqual(["Jul 1, 2026", "Jul 2, 2026"]);
  expect(writers("en", "Pacific/Pago_Pago").day("2026-07-01")).toBe("Jul 1, 2026");
});
