import { describe, expect, it } from "vitest";
import { queryWith, readFilters } from "./list-url.ts";

describe("a list's address", () => {
  it.each([
    ["another order begins at the first page", "q=a&cursor=x", { sort: "name" }, "?q=a&sort=name"],
    ["the next page keeps the filters", "q=a&cursor=x", { cursor: "y" }, "?q=a&cursor=y"],
    ["null takes a field out", "q=a&role=owner", { role: null }, "?q=a"],
    ["so does nothing", "q=a", { q: "" }, "?"],
  ] as const)("%s", (_, search, changes, expected) => {
    expect(queryWith(new URLSearchParams(search), changes)).toBe(expected);
  });

  it("has known filters alone, each once, and none that is empty", () => {
    const search = new URLSearchParams("q=%20a%20&q=b&role=&other=x");
    expect(readFilters(search, ["q", "role", "vip"])).toEqual({ q: "a" });
  });
});
