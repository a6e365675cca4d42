import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { locales, type Locale } from "../../contract/locales.ts";
import { createTranslator, type Pack } from "./i18n.ts";

function translator(locale: Locale) {
  const text = readFileSync(join(import.meta.dirname, `../../locales/${locale}/common.json`), "utf8");
  return createTranslator(locale, JSON.parse(text) as Pack);
}

describe("translator", () => {
  it.each(locales)("is ready at once in %s", (locale) => {
    const { t, language } = translator(locale);
    expect(language).toBe(locale);
    expect(t("error.reload")).not.toBe("error.reload");
    expect(t("movie.episodes", { count: 3 })).not.toContain("movie.episodes");
  });

  it.each([
    ["en", 1, "1 episode"],
    ["en", 5, "5 episodes"],
    ["ar", 2, "حلقتان"],
    ["ar", 3, "3 حلقات"],
    ["ar", 11, "11 حلقة"],
    ["ja", 1, "全1話"],
    ["zh-hant", 6, "共 6 集"],
  ] as const)("counts in %s: %i", (locale, count, expected) => {
    expect(translator(locale).t("movie.episodes", { count })).toBe(expected);
  });

  it("keeps languages apart", () => {
    const [german, japanese] = [translator("de"), translator("ja")];
    expect(german.t("nav.home")).toBe("Start");
    expect(japanese.t("nav.home")).toBe("ホーム");
  });
});
