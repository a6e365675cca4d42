import { expect, it } from "vitest";
import { locales } from "../../../contract/locales.ts";
import { languageOf, languages } from "./languages.ts";

it("every language of the contract has one entry, zh and zh-hans the same", () => {
  expect(new Set(locales.map((locale) => languageOf(locale).locale)).size).toBe(languages.length);
  expect(languageOf("zh-hans")).toBe(languageOf("zh"));
  expect(languageOf("zh-hant").name).toBe("繁體中文");
});

it("each name is in the language itself", () => {
  for (const { locale, name } of languages) {
    const tag = { zh: "zh-Hans", "zh-hant": "zh-Hant" }[locale as string] ?? locale;
    const own = new Intl.DisplayNames([tag], { type: "language" }).of(tag)!;
    // "Bahasa Indonesia" is what its speakers call it; the standard's tables leave the first word out.
    expect(name.toLocaleLowerCase(locale)).toContain(own.toLocaleLowerCase(locale));
  }
});
