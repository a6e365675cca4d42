import type { SubtitleSource } from "../../../../contract/catalogue/values.ts";
import type { Locale } from "../../../../contract/locales.ts";

/** "Automatic" in the language of a track, whose label is in that language too. */
const automatic: Record<Locale, string> = {
  ar: "تلقائي",
  de: "automatisch",
  en: "automatic",
  id: "otomatis",
  ja: "自動生成",
  ko: "자동 생성",
  ms: "automatik",
  pt: "automáticas",
  th: "อัตโนมัติ",
  tr: "otomatik",
  vi: "tự động",
  "zh-hans": "自动生成",
  "zh-hant": "自動產生",
};

/** A track as viewers see it: subtitles that a program made, and no person checked, are marked, such as "English (automatic)". */
export function shownLabel({
  label,
  locale,
  source,
}: {
  label: string;
  /** BCP 47 tag. */
  locale: string;
  source: SubtitleSource;
}): string {
  return source === "automatic" ? `${label} (${wordIn(locale)})` : label;
}

function wordIn(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag);
  if (language === "zh") {
    const traditional = script === "Hant" || (!script && /^(?:TW|HK|MO)$/.test(region ?? ""));
    return automatic[traditional ? "zh-hant" : "zh-hans"];
  }
  return (automatic as Partial<Record<string, string>>)[language] ?? automatic.en;
}
