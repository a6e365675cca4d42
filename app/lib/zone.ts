import { readCookie } from "./cookie.ts";

/** The cookie with the browser's time zone, which a script of the admin area sets. */
export const zoneCookie = "zone";
export const utc = "UTC";
/** An IANA name such as `America/Argentina/Ushuaia`. An offset is none: it ignores daylight saving time. */
const looks = /^[A-Za-z][\w+-]{1,31}(\/[\w+-]{1,31}){0,2}$/;

/** @returns the time zone of a request's cookie; UTC without one, and for one that does not exist */
export function readZone(cookies: string | null): string {
  return knownZone(readCookie(cookies, zoneCookie)) ?? utc;
}

/** The zone that a form was shown in and is read in: that of its hidden field, else the request's. */
export function zoneOfForm(form: FormData, { zone }: { zone: string }): string {
  return knownZone(form.get(zoneCookie)) ?? zone;
}

/** @returns the zone's own spelling, so that spellings do not count as further zones */
function knownZone(name: unknown): string | null {
  if (typeof name !== "string" || !looks.test(name)) return null;
  try {
    return partsFormat(name).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Zones come from cookies: more of them than admins have are no reason to remember each. */
const mostFormats = 64;

function partsFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  if (formats.size < mostFormats) formats.set(zone, format);
  return format;
}

/** Milliseconds since 1970 that UTC's clock would show as a zone's clock shows an instant. */
function shownAt(ms: number, zone: string): number {
  const parts = partsFormat(zone).formatToParts(ms);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

/**
 * An instant as a `datetime-local` field shows it in a zone, to the minute.
 * @param iso null, or no time: an empty field
 */
export function fieldTime(iso: string | null, zone: string): string {
  const ms = iso === null ? NaN : Date.parse(iso);
  return Number.isNaN(ms) ? "" : new Date(shownAt(ms, zone)).toISOString().slice(0, 16);
}

const fieldLooks = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

/**
 * The instant of a `datetime-local` field that is read in a zone. As in iCalendar and Temporal, a time that the clocks
 * skip is read by the offset before the change (half past two becomes half past three), and of one that they show twice
 * the first is meant.
 * @param local `YYYY-MM-DDTHH:mm`, with seconds or without
 * @returns null for a date that does not exist
 */
export function instantOf(local: string, zone: string): Date | null {
  const wanted = Date.parse(`${local}Z`);
  if (!fieldLooks.test(local) || Number.isNaN(wanted)) return null;
  // JavaScript reads the 30th of February as the 2nd of March.
  if (!new Date(wanted).toISOString().startsWith(local)) return null;
  // No zone is a day or more away from UTC, and none changes its clocks twice within two days.
  const dayMs = 86_400_000;
  const offsets = [wanted - dayMs, wanted + dayMs].map((ms) => shownAt(ms, zone) - ms);
  const found = offsets.map((offset) => wanted - offset).filter((ms) => shownAt(ms, zone) === wanted);
  return new Date(found.length > 0 ? Math.min(...found) : wanted - offsets[0]!);
}

/**
 * The last second of a day in a zone, as ISO 8601 in UTC.
 * @param day `YYYY-MM-DD`
 * @returns null for a day that does not exist
 */
export function endOfDay(day: string, zone: string): string | null {
  return instantOf(`${day}T23:59:59`, zone)?.toISOString() ?? null;
}
