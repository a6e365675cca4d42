import { expect, test } from "vitest";
import { ageOf } from "./age.ts";

const now = "2027-05-10T20:00:00.000Z";

test.each([
  ["2027-05-10T20:00:30.000Z", "this minute"],
  ["2027-05-10T19:59:30.000Z", "this minute"],
  ["2027-05-10T19:58:00.000Z", "2 minutes ago"],
  ["2027-05-10T17:00:00.000Z", "3 hours ago"],
  ["2027-05-09T19:00:00.000Z", "yesterday"],
  ["2027-04-10T20:00:00.000Z", "30 days ago"],
])("%s is %s", (at, words) => expect(ageOf(at, now, "en")).toBe(words));
