import { expect, test } from "vitest";
import { directionOf, localeCodes, localeOf, localeOfCode, locales, matchLocale } from "./locales.ts";

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["DE_at", "de"],
  ["zh-TW", "zh-hant"],
  ["zh-Hant-HK", "zh-hant"],
  ["zh-CN", "zh-hans"],
  ["zh-Hans", "zh-hans"],
  ["zh", "zh-hans"],
  ["zh-Hans-HK", "zh-hans"],
  ["zh-SG", "zh-hans"],
  ["pt-BR", "pt"],
  ["fr", undefined],
  ["", undefined],
  ["*", undefined],
])("%s is %s", (tag, locale) => expect(matchLocale(tag)).toBe(locale));

test.each([
  ["fr, de;q=0.5, ja;q=0.9", "ja"],
  ["de;q=0, ko", "ko"],
  ["*", "en"],
  [";;;,,,q=", "en"],
  ["x".repeat(10_000), "en"],
  [null, "en"],
])("Accept-Language %s is %s", (header, locale) => expect(localeOf(header)).toBe(locale));

test("Arabic runs from right to left, nothing else does", () => {
  expect([directionOf("ar"), directionOf("en"), directionOf("zh-hant")]).toEqual(["rtl", "ltr", "ltr"]);
});

test("the codes are the fourteen of the spec, and each stands for a language with a pack", () => {
  expect(localeCodes).toHaveLength(14);
  expect(localeCodes).toContain("zh");
  expect(new Set(localeCodes.map(localeOfCode))).toEqual(new Set(locales));
  expect(["fr", "constructor", ""].map(localeOfCode)).toEqual([undefined, undefined, undefined]);
});
