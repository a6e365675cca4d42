const minuteMs = 60_000;
const steps = [
  ["day", 24 * 60 * minuteMs],
  ["hour", 60 * minuteMs],
  ["minute", minuteMs],
] as const;

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** How long ago something was, in the language's own words: minutes, hours, days. */
export function ageOf(at: string, now: string, locale: string): string {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  formats.set(locale, format);
  const ageMs = Math.max(0, Date.parse(now) - Date.parse(at));
  const [unit, ms] = steps.find(([, ms]) => ageMs >= ms) ?? steps.at(-1)!;
  return format.format(-Math.floor(ageMs / ms), unit);
}
