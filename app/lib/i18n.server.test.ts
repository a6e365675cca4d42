import { expect, test } from "vitest";
import { locales } from "../../contract/locales.ts";
import { createTranslator, type Pack } from "./i18n.ts";
import { translatorOf } from "./i18n.server.ts";

type Translate = (key: string, values?: Record<string, unknown>) => string;

function keysOf(part: object, prefix = ""): string[] {
  return Object.entries(part).flatMap(([name, text]) =>
    typeof text === "string" ? [prefix + name] : keysOf(text as object, `${prefix}${name}.`),
  );
}

test.each(locales)("the texts of %s are those of i18next, with and without values", (locale) => {
  const shared = translatorOf(locale);
  const pack = shared.getResourceBundle(locale, "common") as Pack;
  const own = createTranslator(locale, pack);
  const [t, ownT] = [shared.getFixedT(locale), own.getFixedT(locale)] as unknown as [Translate, Translate];
  for (const key of [...keysOf(pack), "no.such.text"]) {
    expect(t(key)).toBe(ownT(key));
    const values = { count: 2, name: "Ada", context: "x" };
    expect(t(key, values)).toBe(ownT(key, values));
  }
});
