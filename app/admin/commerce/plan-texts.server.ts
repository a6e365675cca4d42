export type PlanTexts = Record<string, { name: string; benefits: string[] }>;

/**
 * Reads a plan's texts from its form: `name.<locale>`, and `benefits.<locale>` with one per line. English is always
 * included.
 * @param known the earlier texts: languages missing from the form stay
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
  return texts;
}
