const minuteMs = 60_000;
const dayMinutes = 24 * 60;

export type QuietHours = {
  /** Minutes of the day; equal ones are none. `from` after `to` goes over midnight. */
  quietFrom: number | null;
  quietTo: number | null;
  /** An IANA name. */
  zone: string;
};

const formats = new Map<string, Intl.DateTimeFormat>();
/** There are some four hundred zones. */
const mostFormats = 600;

/**
 * When a push may be sent: now, or when the quiet hours end that it falls into.
 * @returns a time that is not before `now`
 */
export function dueTime(now: Date, { quietFrom: from, quietTo: to, zone }: QuietHours): Date {
  if (from === null || to === null || from === to) return now;
  if (!isWithin(minuteIn(zone, now), from, to)) return now;
  // The clock of the zone is asked and not reckoned with: an hour may be missing or come twice. Quiet hours end when it
  // shows their end, or the first minute after it.
  const first = new Date(Math.ceil(now.getTime() / minuteMs) * minuteMs);
  const left = (to - minuteIn(zone, first) + dayMinutes) % dayMinutes;
  for (const shift of [-60, -30, 0, 30, 60]) {
    const end = new Date(first.getTime() + (left + shift) * minuteMs);
    const before = new Date(end.getTime() - minuteMs);
    const ended = !isWithin(minuteIn(zone, end), from, to);
    if (end >= now && ended && isWithin(minuteIn(zone, before), from, to)) return end;
  }
  return new Date(first.getTime() + left * minuteMs);
}

function isWithin(minute: number, from: number, to: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** Minutes since midnight that a zone's clock shows. A zone that this server does not know is UTC. */
function minuteIn(zone: string, at: Date): number {
  const parts = formatOf(zone).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return of("hour") * 60 + of("minute");
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en", { ...options, timeZone: zone });
  } catch {
    format = new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" });
  }
  if (formats.size < mostFormats) formats.set(zone, format);
  return format;
}
