const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const MONTH = `(${MONTHS.join("|")})`;
const TIME = "(\\d{2}):(\\d{2}):(\\d{2})";
const IMF_FIXDATE = new RegExp(`^${DAY}, (\\d{2}) ${MONTH} (\\d{4}) ${TIME} GMT$`);
const RFC_850 = new RegExp(`^${LONG_DAY}, (\\d{2})-${MONTH}-(\\d{2}) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^${DAY} ${MONTH} ([ \\d]\\d) ${TIME} (\\d{4})$`);

/**
 * Reads an HTTP-date in its three forms (RFC 9110 section 5.6.7) and nothing else: `Date.parse` accepts other texts
 * too, and a condition with one of those must be ignored.
 * @returns whole seconds since 1970, or null
 */
export function parseHttpDate(text: string, now: Date): number | null {
  if (text.length > 40) return null;
  const fix = IMF_FIXDATE.exec(text);
  if (fix) return secondsOf(Number(fix[3]), fix[2]!, fix[1]!, fix[4]!, fix[5]!, fix[6]!);
  const old = RFC_850.exec(text);
  if (old) return secondsOf(fullYear(Number(old[3]), now), old[2]!, old[1]!, old[4]!, old[5]!, old[6]!);
  const asc = ASCTIME.exec(text);
  if (asc) return secondsOf(Number(asc[6]), asc[1]!, asc[2]!, asc[3]!, asc[4]!, asc[5]!);
  return null;
}

/** Writes seconds since 1970 as an IMF-fixdate, the form a sender must use (RFC 9110 section 5.6.7). */
export function formatHttpDate(seconds: number): string {
  return new Date(seconds * 1000).toUTCString();
}

/** A two-digit year that seems more than 50 years ahead means the latest past year with those digits. */
function fullYear(twoDigits: number, now: Date): number {
  const thisYear = now.getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}

function secondsOf(year: number, month: string, day: string, h: string, m: string, s: string): number | null {
  const [date, hours, minutes, seconds] = [Number(day), Number(h), Number(m), Number(s)];
  // 60 is a leap second; a date such as 31 February is detected because Date moves it to March.
  if (hours > 23 || minutes > 59 || seconds > 60) return null;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, MONTHS.indexOf(month), date);
  if (midnight.getUTCDate() !== date) return null;
  return midnight.getTime() / 1000 + hours * 3600 + minutes * 60 + seconds;
}
