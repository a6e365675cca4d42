import { numberFormat } from "../../lib/formats.ts";

/** @returns `1:02:03` or `2:03` */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, order) => (order === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** @returns a duration to be read aloud in a language: "1 hour, 2 minutes, 3 seconds" */
export function spokenTime(seconds: number, locale: string): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ];
  const said = parts.filter(([count], order) => count > 0 || (order === 2 && whole < 60));
  const words = said.map(([value, unit]) =>
    numberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value),
  );
  return new Intl.ListFormat(locale, { type: "unit" }).format(words);
}
