import { describe, expect, test } from "vitest";
import { endOfDay, fieldTime, instantOf, readZone } from "./zone.ts";

describe("the zone of a request", () => {
  test.each([
    ["zone=Europe%2FBerlin", "Europe/Berlin"],
    ["locale=de; zone=America%2FArgentina%2FUshuaia", "America/Argentina/Ushuaia"],
    ["zone=Etc%2FGMT%2B5", "Etc/GMT+5"],
    ["zone=eUROPE%2FbERLIN", "Europe/Berlin"],
    ["zone=UTC", "UTC"],
    [null, "UTC"],
    ["zone=", "UTC"],
    ["zone=Mars%2FOlympus", "UTC"],
    ["zone=%2B02%3A00", "UTC"],
    ["zone=../../etc/passwd", "UTC"],
    [`zone=${"A".repeat(5000)}`, "UTC"],
    ["zone=%E0%A4%A", "UTC"],
    ["zone=<script>", "UTC"],
  ])("of %s is %s", (cookies, zone) => {
    expect(readZone(cookies)).toBe(zone);
  });
});

describe("a time in a field", () => {
  test.each([
    ["2026-07-01T10:00", "Europe/Berlin", "2026-07-01T08:00:00.000Z"],
    ["2026-12-01T10:00", "Europe/Berlin", "2026-12-01T09:00:00.000Z"],
    ["2026-07-01T10:00", "Asia/Kolkata", "2026-07-01T04:30:00.000Z"],
    ["2026-01-01T00:30", "Pacific/Kiritimati", "2025-12-31T10:30:00.000Z"],
    ["2026-01-01T00:30", "Pacific/Pago_Pago", "2026-01-01T11:30:00.000Z"],
    ["2026-07-01T10:00", "UTC", "2026-07-01T10:00:00.000Z"],
  ])("%s in %s is %s, and is shown as it was typed", (local, zone, iso) => {
    expect(instantOf(local, zone)?.toISOString()).toBe(iso);
    expect(fieldTime(iso, zone)).toBe(local);
  });

  test("that the clocks skip moves on by what they skip", () => {
    // Berlin from 02:00 to 03:00, New York too; Lord Howe by half an hour.
    const shown = (local: string, zone: string) => fieldTime(instantOf(local, zone)!.toISOString(), zone);
    expect(instantOf("2026-03-29T02:30", "Europe/Berlin")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
    expect(shown("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T03:30");
    expect(shown("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T03:30");
    expect(shown("2026-10-04T02:15", "Australia/Lord_Howe")).toBe("2026-10-04T02:45");
  });

  test("that the clocks show twice is the first of the two", () => {
    expect(instantOf("2026-10-25T02:30", "Europe/Berlin")?.toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(instantOf("2026-11-01T01:30", "America/New_York")?.toISOString()).toBe("2026-11-01T05:30:00.000Z");
    // Just outside, each is the only one.
    expect(instantOf("2026-10-25T01:59", "Europe/Berlin")?.toISOString()).toBe("2026-10-24T23:59:00.000Z");
    expect(instantOf("2026-10-25T03:00", "Europe/Berlin")?.toISOString()).toBe("2026-10-25T02:00:00.000Z");
  });

  test.each(["", "2026-13-01T10:00", "2026-02-30T10:00", "now", "2026-07-01", "2026-07-01T25:00"])(
    "%s is none",
    (local) => {
      expect(instantOf(local, "Europe/Berlin")).toBeNull();
    },
  );

  test("a day ends by the zone's clock, the 23 hours' and the 25 hours' day too", () => {
    expect(endOfDay("2026-07-01", "Europe/Berlin")).toBe("2026-07-01T21:59:59.000Z");
    expect(endOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-29T21:59:59.000Z");
    expect(endOfDay("2026-10-25", "Europe/Berlin")).toBe("2026-10-25T22:59:59.000Z");
    expect(endOfDay("2026-07-01", "UTC")).toBe("2026-07-01T23:59:59.000Z");
    expect(endOfDay("2026-02-30", "UTC")).toBeNull();
  });
});
