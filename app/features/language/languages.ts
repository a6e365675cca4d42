import type { Locale } from "../../../contract/locales.ts";

/** Every language under its own name, for users who can read no other. Latin names first, each script by its own order. */
export const languages: readonly { locale: Locale; name: string }[] = [
  { locale: "id", name: "Bahasa Indonesia" },
  { locale: "ms", name: "Bahasa Melayu" },
  { locale: "de", name: "Deutsch" },
  { locale: "en", name: "English" },
  { locale: "pt", name: "Português" },
  { locale: "vi", name: "Tiếng Việt" },
  { locale: "tr", name: "Türkçe" },
  { locale: "ar", name: "العربية" },
  { locale: "th", name: "ไทย" },
  { locale: "ja", name: "日本語" },
  { locale: "ko", name: "한국어" },
  { locale: "zh-hans", name: "简体中文" },
  { locale: "zh-hant", name: "繁體中文" },
];

/** The entry that lists a language. */
export function languageOf(locale: Locale): { locale: Locale; name: string } {
  return languages.find((one) => one.locale === locale)!;
}
