export type PlanTexts = Record<string, { name: string; benefits: string[] }>;

/** The second locale of simplified Chinese, which writers and readers treat as one language. */
const twin = { locale: "zh-hans", of: "zh" } as const;

function saysTheSame(texts: PlanTexts): boolean {
  const [one, other] = [texts[twin.locale], texts[twin.of]];
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/** Whether `zh-hans` has texts of its own, and so fields of its own. */
export function hasTwinText(texts: PlanTexts): boolean {
  return texts[twin.locale] !== undefined && !saysTheSame(texts);
}

/**
 * Reads a plan's texts from its form: `name.<locale>`, and `benefits.<locale>` with one per line. English is always
 * included.
 * @param known the earlier texts: languages missing from the form stay; a language's second locale follows the first
 */
export function readPlanTexts(values: Record<string, string>, known: PlanTexts = {}): PlanTexts {
  const texts: PlanTexts = {};
  for (const [locale, text] of Object.entries(known)) if (!(`name.${locale}` in values)) texts[locale] = text;
  for (const [field, value] of Object.entries(values)) {
    const locale = /^name\.(.+)$/.exec(field)?.[1];
    if (!locale) continue;
    const benefits = (values[`benefits.${locale}`] ?? "")
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    if (value.trim() !== "" || benefits.length > 0 || locale === "en")
      texts[locale] = { name: value.trim(), benefits };
  }
  if (!(`name.${twin.locale}` in values) && saysTheSame(known)) {
    const first = texts[twin.of];
    if (first) texts[twin.locale] = first;
    else delete texts[twin.locale];
  }
  return texts;
}
