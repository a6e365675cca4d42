import { describe, expect, it } from "vitest";
import { locales } from "../../../contract/locales.ts";
import { byDay, nameOfDay } from "./by-day.ts";

const watched = (...times: string[]) => times.map((updatedAt) => ({ updatedAt }));

describe("byDay", () => {
  const late = watched("2026-11-21T23:30:00Z", "2026-11-21T00:10:00Z", "2026-11-20T12:00:00Z");
  it.each([
    ["UTC", ["2026-11-21×2", "2026-11-20×1"]],
    ["Asia/Tokyo", ["2026-11-22×1", "2026-11-21×1", "2026-11-20×1"]],
    ["America/Lima", ["2026-11-21×1", "2026-11-20×2"]],
  ])("cuts days where they end in %s", (timeZone, expected) => {
    expect(byDay(late, timeZone).map(({ day, items }) => `${day}×${items.length}`)).toEqual(expected);
  });
});

describe("nameOfDay", () => {
  it.each([
    ["2026-11-21", "today"],
    ["2026-11-20", "yesterday"],
    ["2026-11-19", "Thursday, November 19"],
    ["2025-12-31", "Wednesday, December 31, 2025"],
    // A clock ahead of the server's.
    ["2026-11-22", "Sunday, November 22"],
  ])("%s is %s", (day, expected) => {
    expect(nameOfDay(day, "2026-11-21", "en")).toBe(expected);
  });

  it("crosses a year's end", () => expect(nameOfDay("2026-12-31", "2027-01-01", "de")).toBe("gestern"));

  it.each(locales)("has words in %s", (locale) => {
    expect(nameOfDay("2026-11-21", "2026-11-21", locale)).not.toBe(
      nameOfDay("2026-11-20", "2026-11-21", locale),
    );
  });
});
