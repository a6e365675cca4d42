import { expect, test } from "vitest";
import { faultOf, noTries, remedyFor, type Fault, type Remedy } from "./faults.ts";

test.each<[Fault, Remedy[]]>([
  ["network", ["again", "again", { tell: "network" }]],
  ["refused", ["fresh", "fresh", { tell: "expired" }]],
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

test("one fault's remedies are not used up by another's", () => {
  const { tries } = remedyFor("decode", remedyFor("network", remedyFor("network", noTries).tries).tries);
  expect(remedyFor("refused", tries).remedy).toBe("fresh");
  expect(remedyFor("network", tries).remedy).toEqual({ tell: "network" });
});

test.each<[number | undefined, Fault]>([
  [401, "refused"],
  [403, "refused"],
  [404, "missing"],
  [410, "missing"],
  [429, "network"],
  [500, "network"],
  [0, "network"],
  [undefined, "network"],
])("an answer of %s is %s", (status, fault) => {
  expect(faultOf(status)).toBe(fault);
});
