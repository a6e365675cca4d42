const typed = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/;

/** A time in a video as its field shows it: `1:02.500`, with hours only where there are any. */
export function writeTime(ms: number): string {
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60].map(Math.floor);
  const two = (value: number) => `${value}`.padStart(2, "0");
  const rest = `${two(seconds!)}.${`${ms % 1_000}`.padStart(3, "0")}`;
  return hours ? `${hours}:${two(minutes!)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Reads a time as admins type it: hours, minutes and seconds, or fewer of them, with a point or a comma.
 * @returns milliseconds; null for what is no time, such as 75 seconds behind minutes
 */
export function readTime(text: string): number | null {
  const [, hours = "", minutes = "", seconds = "", fraction = ""] = typed.exec(latin(text.trim())) ?? [];
  if (seconds === "") return null;
  if (minutes !== "" && Number(seconds) >= 60) return null;
  if (hours !== "" && Number(minutes) >= 60) return null;
  const whole = Number(hours || 0) * 3_600 + Number(minutes || 0) * 60 + Number(seconds);
  return whole * 1_000 + Number(fraction.padEnd(3, "0"));
}

/** Keyboards of some languages have digits of their own. */
function latin(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/：/g, ":")
    .replace(/٫/g, ".");
}
