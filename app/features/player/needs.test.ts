import { expect, test } from "vitest";
import { opens } from "../../../contract/catalogue/values.ts";
import { reachedBy } from "./needs.ts";

test.each([
  ["a visitor", null, "free"],
  ["a guest", { anonymous: 1, is_vip: false }, "free"],
  ["a guest who has paid", { anonymous: 1, is_vip: true }, "vip"],
  ["a member", { anonymous: 0, is_vip: false }, "signed-in"],
  ["a VIP", { anonymous: 0, is_vip: true }, "vip"],
] as const)("%s reaches a level, and those below it", (_who, user, level) => {
  expect(reachedBy(user)).toBe(level);
  expect(opens(level, "free")).toBe(true);
  expect(opens(level, "vip")).toBe(level === "vip");
  expect(opens("free", level)).toBe(level === "free");
});
