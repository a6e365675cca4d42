import { expect, test } from "vitest";
import { opens } from "../../../contract/catalogue/values.ts";
import { reachedBy } from "./needs.ts";

test.each([
  ["a visitor", null, "free"],
  ["a guest", { anonymous: 1, vip_tier: 0 }, "free"],
  ["a guest who has paid", { anonymous: 1, vip_tier: 1 }, "vip"],
  ["a member", { anonymous: 0, vip_tier: 0 }, "signed-in"],
  ["a VIP", { anonymous: 0, vip_tier: 1 }, "vip"],
  ["a VIP of the second tier", { anonymous: 0, vip_tier: 2 }, "vip-2"],
] as const)("%s reaches a level, and those below it", (_who, user, level) => {
  expect(reachedBy(user)).toBe(level);
  expect(opens(level, "free")).toBe(true);
  expect(opens(level, "vip")).toBe(level.startsWith("vip"));
  expect(opens("free", level)).toBe(level === "free");
});
