import { describe, expect, it } from "vitest";
import { queryWith, readChoice } from "./choice.ts";

describe("readChoice", () => {
  it.each([
    ["", {}],
    ["sort=title&kind=series&access=vip", { sort: "title", kind: "series", access: "vip" }],
    ["access=signed-in", { access: "signed-in" }],
    ["sort=&kind=&access=", {}],
    ["sort=best&kind=__proto__&access=gold", {}],
  ])("%j", (query, expected) => {
    expect(JSON.parse(JSON.stringify(readChoice(new URLSearchParams(query))))).toEqual(expected);
  });
});

describe("queryWith", () => {
  it.each([
    ["sort=title&cursor=abc&index=", { kind: "film" }, "?sort=title&kind=film"],
    ["sort=title&kind=film", { sort: null, kind: "" }, "?"],
    ["q=a%26b", { cursor: "x" }, "?q=a%26b&cursor=x"],
  ])("%s with %j", (query, changes, expected) => {
    expect(queryWith(new URLSearchParams(query), changes)).toBe(expected);
  });
});
