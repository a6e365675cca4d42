export type PlanTexts = Record<string, { name: string; benefits: string[] }>;

/** The second name of simplified Chinese, which is one language for whoever reads and writes it. */
const twin = { locale: "zh-hans", of: "zh" } as const;

function saysTheSame(texts: PlanTexts): boolean {
  const [one, other] = [texts[twin.locale], texts[twin.of]];
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/** Whether `zh-hans` says something of its own, and so has fields of its own. */
export function hasTwinText(texts: PlanTexts): boolean {
  return texts[twin.locale] !== undefined && !saysTheSame(texts);
}

/**
 * What a plan says, as its form has it: `name.<locale>`, and `benefits.<locale>` with one a line. English is always there.
 * @param known what it said: languages the form does not have stay; the second name of one follows the first
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
