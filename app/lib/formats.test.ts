import { expect, test } from "vitest";
import { listFormat } from "./formats.ts";

test.each([
  ["en", "From, To"],
  ["ja", "From、To"],
  ["zh-hans", "From、To"],
  ["de", "From und To"],
])("names in a list stand apart in %s", (locale, written) =>
  expect(listFormat(locale).format(["From", "To"])).toBe(written),
);
