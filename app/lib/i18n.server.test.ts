import { expect, test } from "vitest";
import { defaultBrand } from "../../contract/service/brand-facts.ts";
import { locales } from "../../contract/locales.ts";
import { createTranslator, type Pack } from "./i18n.ts";
import { translatorOf } from "./i18n.server.ts";

const localesDir = "locales";

type Translate = (key: string, values?: Record<string, unknown>) => string;

function keysOf(part: object, prefix = ""): string[] {
  return Object.entries(part).flatMap(([name, text]) =>
    typeof text === "string" ? [prefix + name] : keysOf(text as object, `${prefix}${name}.`),
  );
}

test.each(locales)("the texts of %s are those of i18next, with and without values", (locale) => {
  const shared = translatorOf(locale, { brand: defaultBrand, localesDir });
  const pack = shared.getResourceBundle(locale, "common") as Pack;
  const own = createTranslator(locale, pack);
  const [t, ownT] = [shared.getFixedT(locale), own.getFixedT(locale)] as unknown as [Translate, Translate];
  for (const key of [...keysOf(pack), "no.such.text"]) {
    expect(t(key)).toBe(ownT(key));
    const values = { count: 2, name: "Ada", context: "x" };
    expect(t(key, values)).toBe(ownT(key, values));
  }
});

test("the name of the service is a text, whatever it looks like", () => {
  const name = "{{count}} $t(app.title) <b>&";
  const { t } = translatorOf("en", { brand: { ...defaultBrand, name }, localesDir });
  const fixed = translatorOf("en", { brand: { ...defaultBrand, name }, localesDir }).getFixedT("en");
  for (const say of [t, fixed]) {
    expect(say("app.name")).toBe(name);
    expect(say("search.genreDescription" as "app.name", { name: "Ada" })).not.toContain(defaultBrand.name);
  }
  const { pack } = { pack: translatorOf("en", { brand: defaultBrand, localesDir }).t("app.name") };
  expect(pack).toBe(defaultBrand.name);
  expect(createTranslator("en", { app: { name: "{{brand}}" } } as Pack, name).t("app.name")).toBe(name);
});
