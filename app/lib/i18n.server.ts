import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { i18n } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { locales, matchLocale, type Locale } from "../../contract/locales.ts";
import type { BrandFacts } from "../../contract/service/brand-facts.ts";
import { createTranslator, type Pack } from "./i18n.ts";
import { requestLanguage } from "./request-language.ts";

const parts = ["common", "admin", "membership", "profiles"];
const translators = new Map<string, i18n>();
/** One for each language, and some of an earlier name of the service. */
const mostTranslators = 3 * locales.length;

const detectors = new Map<Locale, RemixI18Next>();

/** The detection of a service whose visitors read a language unless they choose another one. */
function detectorOf(fallback: Locale): RemixI18Next {
  const known = detectors.get(fallback);
  if (known) return known;
  const detector = new RemixI18Next({
    detection: {
      supportedLanguages: [...locales],
      fallbackLanguage: fallback,
      // The service's language, whatever the browser's own one; the spec's is English.
      order: ["custom"],
      findLocale: async (request) => requestLanguage(request, fallback),
    },
  });
  detectors.set(fallback, detector);
  return detector;
}

type Served = { brand: Pick<BrandFacts, "name" | "language"> };
type Texts = Served & { localesDir: string };

/** @returns the language of a request, see `requestLanguage` */
export async function localeOfRequest(request: Request, { brand }: Served): Promise<Locale> {
  return matchLocale(await detectorOf(brand.language).getLocale(request)) ?? brand.language;
}

/**
 * @returns the shared, read-only translator of a language, with the name of the service. Its files are read at its first
 *   use, not built in: a process would keep the texts of all languages three times, in the source of a module as well.
 */
export function translatorOf(locale: Locale, { brand: { name }, localesDir }: Texts): i18n {
  const key = `${locale} ${name}`;
  const known = translators.get(key);
  if (known) return known;
  const own = parts.map((part) => JSON.parse(readFileSync(join(localesDir, locale, `${part}.json`), "utf8")));
  const pack = Object.assign({}, ...own) as Pack;
  const made = withPlainTexts(createTranslator(locale, pack, name), pack, name);
  // In development, a changed text is on the next page.
  if (import.meta.env.PROD) translators.set(key, made);
  if (translators.size > mostTranslators) translators.delete(translators.keys().next().value!);
  return made;
}

type Translate = (key: string, ...filled: unknown[]) => string;

/** Answers texts in which nothing but the name is filled in from a table: a page has hundreds, and i18next works for each. */
function withPlainTexts(translator: i18n, pack: Pack, brand: string): i18n {
  const texts = new Map(plainTexts(pack, brand));
  // The types of i18next know every key, which are too many to pass on.
  const untyped = translator as unknown as { getFixedT: (...given: unknown[]) => Translate };
  const getFixedT = untyped.getFixedT.bind(translator);
  // Each component of a page asks for one, always in the same few ways.
  const made = new Map<string, Translate>();
  untyped.getFixedT = (...given) => {
    const way = given.join(" ");
    const known = made.get(way);
    if (known) return known;
    const t = getFixedT(...given);
    const [, , prefix] = given;
    const plain: Translate = (key, ...filled) =>
      (filled.length === 0 ? texts.get(key) : undefined) ?? t(key, ...filled);
    const fixed = prefix ? t : Object.assign(plain, t);
    made.set(way, fixed);
    return fixed;
  };
  return translator;
}

function plainTexts(part: object, brand: string, prefix = ""): [string, string][] {
  return Object.entries(part).flatMap(([name, text]): [string, string][] => {
    if (typeof text === "object") return plainTexts(text as object, brand, `${prefix}${name}.`);
    if (typeof text !== "string" || /\{\{(?!brand\}\})|\$t\(/.test(text)) return [];
    return [[prefix + name, text.replaceAll("{{brand}}", () => brand)]];
  });
}
