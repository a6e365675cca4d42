import type { i18n } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { defaultLocale, locales, matchLocale, type Locale } from "../../contract/locales.ts";
import { createTranslator, type Pack } from "./i18n.ts";
import { requestLanguage } from "./request-language.ts";

const parts = import.meta.glob<Partial<Pack>>("../../locales/*/{common,admin,membership}.json", {
  import: "default",
  eager: true,
});
const translators = new Map<Locale, i18n>();

const detection = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    // The spec's default is English, whatever the browser's own language.
    order: ["custom"],
    findLocale: async (request) => requestLanguage(request),
  },
});

/** @returns the language of a request, see `requestLanguage` */
export async function localeOfRequest(request: Request): Promise<Locale> {
  return matchLocale(await detection.getLocale(request)) ?? defaultLocale;
}

/** @returns the shared, read-only translator of a language */
export function translatorOf(locale: Locale): i18n {
  const known = translators.get(locale);
  if (known) return known;
  const own = Object.entries(parts).filter(([path]) => path.startsWith(`../../locales/${locale}/`));
  const pack = Object.assign({}, ...own.map(([, part]) => part)) as Pack;
  const made = withPlainTexts(createTranslator(locale, pack), pack);
  translators.set(locale, made);
  return made;
}

type Translate = (key: string, ...filled: unknown[]) => string;

/** Answers texts in which nothing is filled in from a table: a page has hundreds, and i18next works for each. */
function withPlainTexts(translator: i18n, pack: Pack): i18n {
  const texts = new Map(plainTexts(pack));
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

function plainTexts(part: object, prefix = ""): [string, string][] {
  return Object.entries(part).flatMap(([name, text]): [string, string][] => {
    if (typeof text === "object") return plainTexts(text as object, `${prefix}${name}.`);
    return typeof text === "string" && !/\{\{|\$t\(/.test(text) ? [[prefix + name, text]] : [];
  });
}
