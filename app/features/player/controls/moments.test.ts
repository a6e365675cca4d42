import { describe, expect, it } from "vitest";
import { creditsFrom, introAt, leftBeforeNext } from "./moments.ts";
import { perHour } from "./sheets/setting-choices.tsx";
import { clock, spokenTime } from "../clock.ts";

describe("moments of a film", () => {
  const intro = { fromS: 2, toS: 8 };

  it.each([
    [1.9, null],
    [2, intro],
    [6.9, intro],
    [7.5, null],
    [30, null],
  ])("at %s s the intro can be skipped: %j", (positionS, expected) => {
    expect(introAt(intro, { positionS, started: true, phase: "playing" })).toEqual(expected);
  });

  it("offer nothing to skip before the first frame", () => {
    expect(introAt(intro, { positionS: 3, started: false, phase: "idle" })).toBeNull();
  });

  it.each([
    [{ creditsFromS: 43 }, 48, 43],
    [{ creditsFromS: null }, 1_200, 1_185],
    [{ creditsFromS: null }, 20, 10],
    [{ creditsFromS: null }, 0, Infinity],
  ])("know where the credits of %j, %s s long, begin: %s", (marks, durationS, expected) => {
    expect(creditsFrom(marks, durationS)).toBe(expected);
  });

  it.each([
    [60, 1, 43, false, 10],
    [60, 1, 47, false, 6],
    [60, 1, 60, false, 0],
    [60, 1, 20, false, 10],
    [60, 1, 44, true, 0],
    // Less is left than the countdown takes, or it passes faster.
    [48.2, 1, 43, false, 6],
    [48.2, 1, 48, false, 1],
    [60, 2, 43, false, 5],
    [60, 0.5, 43, false, 20],
  ])("count down to the end at %s s, speed %s, from 43.4 s, at %s s, ended %s: %s", (...given) => {
    const [durationS, rate, positionS, ended, expected] = given;
    expect(leftBeforeNext({ cameS: 43.4, durationS, rate }, positionS, ended)).toBe(expected);
  });
});

describe("figures", () => {
  it.each([
    [0, "0:00"],
    [61.9, "1:01"],
    [3_723, "1:02:03"],
    [-4, "0:00"],
  ])("%s s are written %s", (seconds, expected) => expect(clock(seconds)).toBe(expected));

  it.each([
    [0, "en", "0 seconds"],
    [61, "en", "1 minute, 1 second"],
    [3_600, "de", "1 Stunde"],
    [125, "ja", "2 分 5 秒"],
  ])("%s s are said in %s: %s", (seconds, locale, expected) =>
    expect(spokenTime(seconds, locale)).toBe(expected),
  );

  it.each([
    [283_344, "en", "130 MB"],
    [468_248, "de", "210 MB"],
    [4_000_000, "en", "1.8 GB"],
    [4_000_000, "de", "1,8 GB"],
  ])("%s bit/s in %s are %s an hour", (bitrate, locale, expected) =>
    expect(perHour(bitrate, locale).replace("\u00a0", " ")).toBe(expected),
  );
});
