import { parseHttpDate } from "./http-date.ts";

/** Header fields by lower-case name; `IncomingMessage.headers` fits. */
export type HeaderFields = Readonly<Record<string, string | string[] | undefined>>;

/** `etag` is strong and includes its quotes; `modified` is in whole seconds since 1970. */
export type Validators = { etag: string; modified: number };

const ENTITY_TAG = /[ \t]*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/y;

/**
 * Evaluates the conditions of a GET or HEAD in the order of RFC 9110 section 13.2.2, steps 1 to 4. fresh 2.0.0 knows only
 * steps 3 and 4, and no If-Range.
 * @returns 412 or 304 when that is the answer, null when the request should proceed
 */
export function evaluatePreconditions(
  headers: HeaderFields,
  current: Validators,
  now: Date,
): 304 | 412 | null {
  const ifMatch = field(headers, "if-match");
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, current.etag, "strong")) return 412;
  } else {
    const since = dateField(headers, "if-unmodified-since", now);
    if (since !== null && current.modified > since) return 412;
  }
  const ifNoneMatch = field(headers, "if-none-match");
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, current.etag, "weak") ? 304 : null;
  const since = dateField(headers, "if-modified-since", now);
  return since !== null && current.modified <= since ? 304 : null;
}

/**
 * Whether a Range applies under the If-Range of the request (RFC 9110 section 13.1.5): true without one, else only for
 * the same strong entity tag or the exact same date. A date is a strong validator only when the file cannot change
 * again within that second (section 8.8.2.2), so not in the second it was written.
 */
export function ifRangeHolds(headers: HeaderFields, current: Validators, now: Date): boolean {
  const value = field(headers, "if-range");
  if (value === undefined) return true;
  if (value.startsWith('"')) return value === current.etag;
  const date = parseHttpDate(value, now);
  return date !== null && date === current.modified && now.getTime() / 1000 >= current.modified + 1;
}

/** One field as text, or undefined; repeated fields are joined as a list (RFC 9110 section 5.3). */
export function field(headers: HeaderFields, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

function dateField(headers: HeaderFields, name: string, now: Date): number | null {
  const value = field(headers, name);
  return value === undefined ? null : parseHttpDate(value, now);
}

/** Reads `*` or a list of entity tags; reading stops at the first item that is not an entity tag. */
function matches(list: string, etag: string, comparison: "strong" | "weak"): boolean {
  if (list.trim() === "*") return true;
  ENTITY_TAG.lastIndex = 0;
  for (let tag = ENTITY_TAG.exec(list); tag; tag = ENTITY_TAG.exec(list)) {
    if (tag[2] === etag && (comparison === "weak" || tag[1] === undefined)) return true;
    if (ENTITY_TAG.lastIndex >= list.length) break;
  }
  return false;
}
