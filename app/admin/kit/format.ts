import { useTranslation } from "react-i18next";
import { writeLength } from "../../lib/duration-words.ts";
import { dateFormat, numberFormat } from "../../lib/formats.ts";
import { utc } from "../../lib/zone.ts";
import { useZone } from "./zone.ts";

const made = new Map<string, Writers>();

/**
 * Formats dates, numbers and sizes in the reader's language. Made once: each cell of a table asks for them.
 * @param zone of times, the same on the server and in the browser: a known one, not what a user sends
 */
export function writers(locale: string, zone = utc): Writers {
  const key = `${locale} ${zone}`;
  const known = made.get(key);
  if (known) return known;
  const own = makeWriters(locale, zone);
  made.set(key, own);
  return own;
}

export type Writers = ReturnType<typeof makeWriters>;

function makeWriters(locale: string, zone: string) {
  const at = dateFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  const time = dateFormat(locale, { dateStyle: "medium", timeZone: zone });
  const day = dateFormat(locale, { dateStyle: "medium", timeZone: utc });
  const number = numberFormat(locale);
  const size = (unit: string) => numberFormat(locale, { style: "unit", unit, maximumFractionDigits: 1 });
  return {
    at: (iso: string) => at.format(new Date(iso)),
    /** @param iso a time, whose day in the zone is shown, or a day, which is the same in each zone */
    day: (iso: string) => (iso.includes("T") ? time : day).format(new Date(iso)),
    number: (value: number) => number.format(value),
    days: (value: number) =>
      numberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" }).format(value),
    percent: (share: number) => numberFormat(locale, { style: "percent" }).format(share),
    /** @param seconds an estimate: shown in tens of seconds, from a minute and a half on in minutes */
    rest(seconds: number) {
      const [value, unit] =
        seconds < 90
          ? [Math.max(10, Math.ceil(seconds / 10) * 10), "second"]
          : [Math.ceil(seconds / 60), "minute"];
      const [amount, name] =
        unit === "minute" && value >= 120 ? [Math.round(value / 60), "hour"] : [value, unit];
      return numberFormat(locale, { style: "unit", unit: name, unitDisplay: "long" }).format(amount);
    },
    /** @param bytes shown in the largest unit that leaves a whole number */
    bytes(bytes: number) {
      const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
      const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
      return size(units[step]!).format(bytes / 1000 ** step);
    },
    /** A position in a video, as players write it: `1:02:03`. */
    place(seconds: number) {
      const whole = Math.floor(seconds);
      const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
      const shown = parts[0] === 0 ? parts.slice(1) : parts;
      return shown
        .map((part, at) => numberFormat(locale, { minimumIntegerDigits: at === 0 ? 1 : 2 }).format(part))
        .join(":");
    },
    /**
     * How much later something is, with its sign.
     * @param ms milliseconds, below zero = earlier
     */
    moved: (ms: number) =>
      numberFormat(locale, {
        style: "unit",
        unit: "second",
        signDisplay: "exceptZero",
        maximumFractionDigits: 3,
      }).format(ms / 1000),
    /** @param value of some seconds, as they are counted in */
    seconds: (value: number) =>
      numberFormat(locale, { style: "unit", unit: "second", maximumFractionDigits: 1 }).format(value),
    span: (seconds: number) => writeLength(seconds, locale),
  };
}

/** The same for a component, in the language of the page and the zone of its reader. */
export function useWriters() {
  return writers(useTranslation().i18n.language, useZone());
}
