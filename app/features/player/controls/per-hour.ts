/**
 * The size of an hour of video, in words of a language.
 * @param bitrate bits a second
 * @returns "540 MB", or "1.8 GB" from a thousand of them on
 */
export function perHour(bitrate: number, locale: string): string {
  const megabytes = (bitrate * 3_600) / 8 / 1e6;
  const large = megabytes >= 1_000;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: large ? "gigabyte" : "megabyte",
    maximumSignificantDigits: large ? 2 : megabytes < 100 ? 2 : 3,
  }).format(large ? megabytes / 1_000 : Math.round(megabytes / 10) * 10 || megabytes);
}
