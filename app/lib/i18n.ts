import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next/initReactI18next";
import { defaultBrandName } from "../../contract/service/brand-facts.ts";
import type { Locale } from "../../contract/locales.ts";
import type admin from "../../locales/en/admin.json";
import type common from "../../locales/en/common.json";
import type membership from "../../locales/en/membership.json";
import type profiles from "../../locales/en/profiles.json";
import type player from "../../locales/en/player.json";

/** The texts of one language, all parts together; every pack has the shape of the English one. */
export type Pack = typeof common & typeof admin & typeof player & typeof membership & typeof profiles;

declare module "i18next" {
  // i18next types its keys through this interface, so this merges into it.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: { common: Pack };
    returnNull: false;
  }
}

/**
 * A ready translator for one language, with the name of the service (`{{brand}}` in the packs). It holds no other language and never changes, so the server keeps one
 * for each language and shares it between requests.
 */
export function createTranslator(locale: Locale, pack: Pack, brand = defaultBrandName): i18n {
  const translator = createInstance();
  void translator.use(initReactI18next).init({
    lng: locale,
    // `zh-hans` must stay as in the file names.
    lowerCaseLng: true,
    load: "currentOnly",
    fallbackLng: false,
    defaultNS: "common",
    ns: ["common"],
    resources: { [locale]: { common: pack } },
    initImmediate: false,
    interpolation: { escapeValue: false, defaultVariables: { brand } },
    react: { useSuspense: false },
  });
  return translator;
}
