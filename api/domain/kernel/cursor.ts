import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { invalidField } from "./failure.ts";

/** Position of a page's last row: its sort key and its id. Opaque to callers, who may only send it back. */
export type Place = { key: string; id: string };

export function encodeCursor(place: Place): string {
  return Buffer.from(JSON.stringify([place.key, place.id])).toString("base64url");
}

/**
 * @param accepts pattern of the sort key; a cursor of another list is refused
 * @throws Failure invalid for anything `encodeCursor` did not make
 */
export function decodeCursor(cursor: string, accepts: RegExp): Place {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [key, id] = parsed as [unknown, unknown];
      const plain = typeof id === "string" && /^[\w:-]{1,128}$/.test(id);
      if (typeof key === "string" && accepts.test(key) && isReal(key) && plain) return { key, id };
    }
  } catch {
    // Not a cursor of ours: refused below.
  }
  throw invalidField("cursor", "format");
}

/** The 30th of February looks like a date but is none, and the database would fail on it. */
function isReal(key: string): boolean {
  const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(key)?.[0];
  return time === undefined || new Date(`${time}Z`).toJSON()?.startsWith(time) === true;
}

/** A time as a sort key. It keeps its microseconds: cut to milliseconds, a cursor would repeat or skip rows. */
export function timeText(column: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Pattern of a time as a sort key. */
export const timeKey = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;
/** Pattern of a count as a sort key, within the range of the database's integers. */
export const countKey = /^-?(\d{1,9}|1\d{9}|20\d{8})$/;
