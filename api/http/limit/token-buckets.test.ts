import { expect, test } from "vitest";
import { createTokenBuckets } from "./token-buckets.ts";

const at = (seconds: number) => new Date(seconds * 1000);
const allowance = { burst: 2, everyS: 10 };
const one = (key: string) => [{ key, allowance }];

test("a burst, then one each so many seconds, and never more than the burst", () => {
  const buckets = createTokenBuckets();
  expect([0, 0, 0].map((second) => buckets.take(one("a"), at(second)))).toEqual([0, 0, 10]);
  expect(buckets.take(one("a"), at(4))).toBe(6);
  expect(buckets.take(one("a"), at(10))).toBe(0);
  expect([1000, 1000, 1000].map((second) => buckets.take(one("a"), at(second)))).toEqual([0, 0, 10]);
});

test("of several buckets one is taken from all or from none", () => {
  const buckets = createTokenBuckets();
  const both = [...one("address"), ...one("account")];
  buckets.take(one("account"), at(0));
  buckets.take(one("account"), at(0));
  expect(buckets.take(both, at(0))).toBe(10);
  expect([0, 0].map(() => buckets.take(one("address"), at(0)))).toEqual([0, 0]);
});

test("what is given back can be taken again, and no bucket runs over", () => {
  const buckets = createTokenBuckets();
  buckets.take(one("a"), at(0));
  buckets.giveBack(["a", "a", "a", "unknown"]);
  expect([0, 0, 0].map(() => buckets.take(one("a"), at(0)))).toEqual([0, 0, 10]);
});

test("a clock that is set back refills nothing and forgets nothing", () => {
  const buckets = createTokenBuckets();
  buckets.take(one("a"), at(100));
  buckets.take(one("a"), at(100));
  expect(buckets.take(one("a"), at(0))).toBe(10);
  expect(buckets.take(one("a"), at(10))).toBe(0);
});

test("no more than so many are kept: the least used goes", () => {
  const buckets = createTokenBuckets(2);
  for (const key of ["a", "a", "b", "b", "a", "c"]) buckets.take(one(key), at(0));
  expect(buckets.take(one("a"), at(0))).toBe(10);
  expect(buckets.take(one("b"), at(0))).toBe(0);
});
