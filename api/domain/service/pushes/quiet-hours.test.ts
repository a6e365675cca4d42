import fc from "fast-check";
import { expect, test } from "vitest";
import { dueTime } from "./quiet-hours.ts";

const night = { quietFrom: 22 * 60, quietTo: 7 * 60 };

test.each([
  ["before", "2027-05-10T19:59:30Z", "UTC", null],
  ["at their beginning", "2027-05-10T22:00:00Z", "UTC", "2027-05-11T07:00:00Z"],
  ["after midnight", "2027-05-11T03:30:20Z", "UTC", "2027-05-11T07:00:00Z"],
  ["at their end", "2027-05-11T07:00:00Z", "UTC", null],
  ["in the user's zone", "2027-05-10T20:00:00Z", "Europe/Berlin", "2027-05-11T05:00:00Z"],
  ["in a zone of half hours", "2027-05-10T17:00:00Z", "Asia/Kolkata", "2027-05-11T01:30:00Z"],
  ["over the hour that is missing", "2027-03-27T22:00:00Z", "Europe/Berlin", "2027-03-28T05:00:00Z"],
  ["over the hour that comes twice", "2027-10-30T21:00:00Z", "Europe/Berlin", "2027-10-31T06:00:00Z"],
  ["in a zone that no server knows", "2027-05-10T23:00:00Z", "Mars/Olympus", "2027-05-11T07:00:00Z"],
])("a push %s", (_when, at, zone, due) => {
  const now = new Date(at);
  expect(dueTime(now, { ...night, zone })).toEqual(due === null ? now : new Date(due));
});

test("an end within the missing hour is the first minute after it", () => {
  const quiet = { quietFrom: 23 * 60, quietTo: 2 * 60 + 30, zone: "Europe/Berlin" };
  expect(dueTime(new Date("2027-03-27T23:00:00Z"), quiet)).toEqual(new Date("2027-03-28T01:00:00Z"));
});

test("without hours, or with an empty span, it is now", () => {
  const now = new Date("2027-05-10T23:00:00Z");
  expect(dueTime(now, { quietFrom: null, quietTo: null, zone: "UTC" })).toBe(now);
  expect(dueTime(now, { quietFrom: 60, quietTo: 60, zone: "UTC" })).toBe(now);
});

test("whatever the hours, a push is due within a day and an hour, and then at once", () => {
  const minute = fc.integer({ min: 0, max: 1_439 });
  const zone = fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia");
  const at = fc.date({ min: new Date("2026-01-01"), max: new Date("2028-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(minute, minute, zone, at, (quietFrom, quietTo, zone, now) => {
      const quiet = { quietFrom, quietTo, zone };
      const due = dueTime(now, quiet);
      const waitMs = due.getTime() - now.getTime();
      return waitMs >= 0 && waitMs <= 25 * 3_600_000 && dueTime(due, quiet) === due;
    }),
  );
});
