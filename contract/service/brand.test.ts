import { expect, test } from "vitest";
import { accent, brandLinks, brandName } from "./brand.ts";

test.each([
  ["Kino Süd", true],
  ["  Kino  ", true],
  ['Tom & "Jerry" <b>', true],
  ["سينما الشرق", true],
  ["می\u200cخواهم", true],
  ["", false],
  ["   ", false],
  ["x".repeat(50), true],
  ["x".repeat(51), false],
  ["x".repeat(200), false],
  ["a\nb", false],
  ["a\u202eb", false],
  ["a\u0000b", false],
])("the name %j: %s", (name, valid) => {
  expect(brandName.safeParse(name).success).toBe(valid);
});

test.each([
  ["https://kino.example/about", true],
  ["http://kino.example", true],
  ["mailto:hello@kino.example", true],
  ["/page/text?key=terms", true],
  ["javascript:alert(1)", false],
  ["JaVaScRiPt:alert(1)", false],
  ["java\tscript:alert(1)", false],
  ["data:text/html,<script>", false],
  ["vbscript:x", false],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["\\\\evil.example", false],
  ["https://user:pw@kino.example", false],
  ["https://", false],
  ["kino.example", false],
  ["https://a.example/b c", false],
  ["", false],
])("the address %j: %s", (url, valid) => {
  expect(brandLinks.safeParse([{ label: "A", url }]).success).toBe(valid);
});

test("there are at most six links, each with words", () => {
  const link = { label: "A", url: "/" };
  expect(brandLinks.safeParse(Array(6).fill(link)).success).toBe(true);
  expect(brandLinks.safeParse(Array(7).fill(link)).success).toBe(false);
  expect(brandLinks.safeParse([{ label: " ", url: "/" }]).success).toBe(false);
  expect(brandLinks.safeParse([{ label: "x".repeat(41), url: "/" }]).success).toBe(false);
});

test("a colour that can't be read says why", () => {
  const { error } = accent.safeParse("#ffd400");
  expect(error?.issues[0]).toMatchObject({ code: "custom", params: { reason: "contrast" } });
  expect(accent.parse(" #1A237E ")).toBe("#1a237e");
  expect(accent.safeParse("red").success).toBe(false);
  expect(accent.safeParse("#123456;}").success).toBe(false);
});
