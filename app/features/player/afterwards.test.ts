import { expect, test } from "vitest";
import type { MovieCard } from "../../../contract/index.ts";
import { afterwardsOf } from "./afterwards.ts";

const card = (id: string, access: MovieCard["access"], ready = true) => ({ id, access, ready }) as MovieCard;
const soon = card("soon", "free", false);
const vip = card("vip", "vip");
const free = card("free", "free");

test("offers the first movie that this user can watch, else the first that anyone can", () => {
  expect(afterwardsOf([soon, vip, free], "free")).toBe(free);
  expect(afterwardsOf([soon, vip, free], "vip")).toBe(vip);
  expect(afterwardsOf([soon, vip], "signed-in")).toBe(vip);
  expect(afterwardsOf([soon], "vip")).toBeNull();
  expect(afterwardsOf([], "vip")).toBeNull();
});
