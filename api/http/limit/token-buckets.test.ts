import { expect, test } from "vitest";
import { createTokenBuckets, type TokenBuckets } from "./token-buckets.ts";

const at = (seconds: number) => new Date(seconds * 1000);
const allowance = { burst: 2, everyS: 10 };
const one = (key: string) => [{ table: "table", key, allowance }];
/** @returns seconds to wait */
const take = (buckets: TokenBuckets, key: string, second: number) => buckets.take(one(key), at(second)).waitS;

test("a burst, then one each so many seconds, and never more than the burst", () => {
  const buckets = createTokenBuckets();
  expect([0, 0, 0].map((second) => take(buckets, "a", second))).toEqual([0, 0, 10]);
  expect(take(buckets, "a", 4)).toBe(6);
  expect(take(buckets, "a", 10)).toBe(0);
  expect([1000, 1000, 1000].map((second) => take(buckets, "a", second))).toEqual([0, 0, 10]);
});

test("of several buckets one is taken from all or from none", () => {
  const buckets = createTokenBuckets();
  take(buckets, "account", 0);
  take(buckets, "account", 0);
  expect(buckets.take([...one("address"), ...one("account")], at(0)).waitS).toBe(10);
  expect([0, 0].map(() => take(buckets, "address", 0))).toEqual([0, 0]);
});

test("what is given back can be taken again, and no bucket runs over", () => {
  const buckets = createTokenBuckets();
  const { taken } = buckets.take(one("a"), at(0));
  buckets.giveBack([...taken, ...taken, ...taken]);
  expect([0, 0, 0].map(() => take(buckets, "a", 0))).toEqual([0, 0, 10]);
});

test("a clock that is set back refills nothing and forgets nothing", () => {
  const buckets = createTokenBuckets();
  take(buckets, "a", 100);
  take(buckets, "a", 100);
  expect(take(buckets, "a", 0)).toBe(10);
  expect(take(buckets, "a", 10)).toBe(0);
});

test("a table that is full drops what has filled up again, and nothing else", () => {
  const buckets = createTokenBuckets({ most: 2, shared: 1 });
  for (const key of ["spent", "spent", "once"]) take(buckets, key, 0);
  // `once` is full again, `spent` is not.
  expect(take(buckets, "new", 10)).toBe(0);
  expect([take(buckets, "spent", 10), take(buckets, "spent", 10)]).toEqual([0, 10]);
});

test("who finds no room is limited together with others, and brings that along when there is", () => {
  const buckets = createTokenBuckets({ most: 1, shared: 1 });
  const everyEight = { burst: 2, everyS: 8 };
  const wait = (key: string, second: number) =>
    buckets.take([{ table: "table", key, allowance: everyEight }], at(second)).waitS;
  expect(["spent", "spent", "spent"].map((key) => wait(key, 0))).toEqual([0, 0, 8]);
  expect(["b", "c", "d"].map((key) => wait(key, 0))).toEqual([0, 0, 8]);
  expect(wait("spent", 0)).toBe(8);
  expect(["b", "c"].map((key) => wait(key, 14))).toEqual([0, 2]);
  // Now `spent` is full again and its place is free; the tokens spent by the shared callers still count.
  expect(["b", "c", "b"].map((key) => wait(key, 16))).toEqual([0, 0, 8]);
  expect(wait("spent", 16)).toBe(8);
});

test("tables do not take each other's room", () => {
  const buckets = createTokenBuckets({ most: 1, shared: 1 });
  for (const key of ["a", "b", "c"]) take(buckets, key, 0);
  const other = (key: string) => buckets.take([{ table: "other", key, allowance }], at(0)).waitS;
  expect(["a", "a", "a"].map(other)).toEqual([0, 0, 10]);
});
