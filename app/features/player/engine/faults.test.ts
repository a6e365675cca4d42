import { expect, test } from "vitest";
import { failureOf, faultOf, noTries, remedyFor, type Fault, type Remedy } from "./faults.ts";

test.each<["missing" | "decode", Remedy[]]>([
  ["missing", ["skip", "skip", { tell: "missing" }]],
  [
    "decode",
    ["recover", "lower", "skip", "recover", "lower", "skip", "recover", "lower", { tell: "decode" }],
  ],
])("%s: %o", (fault, expected) => {
  let tries = noTries;
  const remedies = expected.map(() => {
    const next = remedyFor(fault, tries);
    tries = next.tries;
    return next.remedy;
  });
  expect(remedies).toEqual(expected);
});

test.each<[number | undefined, Fault]>([
  [401, "refused"],
  [403, "refused"],
  [404, "missing"],
  [410, "missing"],
  [429, "server"],
  [500, "server"],
  [503, "server"],
  [0, "network"],
  [undefined, "network"],
])("an answer of %s is %s", (status, fault) => {
  expect(faultOf(status)).toBe(fault);
});

test("URLs that are refused have expired", () => {
  expect((["refused", "server", "missing"] as const).map(failureOf)).toEqual([
    "expired",
    "server",
    "missing",
  ]);
});
