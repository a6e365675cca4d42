import { expect, it } from "vitest";
import { locales } from "../../../contract/locales.ts";
import { languageOf, languages } from "./languages.ts";

it("every language of the contract has one entry", () => {
  expect(languages.map(({ locale }) => locale).sort()).toEqual([...locales].sort());
  expect(languageOf("zh-hant").name).toBe("繁體中文");
});

it("each name is in the language itself", () => {
  for (const { locale, name } of languages) {
    const own = new Intl.DisplayNames([locale], { type: "language" }).of(locale)!;
    // "Bahasa Indonesia" is what its speakers call it; the standard's tables leave the first word out.
    expect(name.toLocaleLowerCase(locale)).toContain(own.toLocaleLowerCase(locale));
  }
});
