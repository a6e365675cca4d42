import { readCookie } from "./cookie.ts";

const token = /^[A-Za-z0-9_-]{43}$/;
const maxAgeS = 180 * 24 * 60 * 60;

/** Over https the `__Host-` prefix ties the cookie to this host, path / and Secure. */
function nameFor(origin: string): string {
  return origin.startsWith("https:") ? "__Host-matinee" : "matinee";
}

function serialise(origin: string, value: string, ageS: number): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${nameFor(origin)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${ageS}${secure}`;
}

/** @returns the session's token, or null when there is none that could be one. */
export function readSession(request: Request, origin: string): string | null {
  const value = readCookie(request.headers.get("Cookie"), nameFor(origin));
  return value && token.test(value) ? value : null;
}

/**
 * @returns a Set-Cookie value that keeps the token for 180 days.
 * @throws RangeError when the value is not a token: nothing else may reach a header.
 */
export function commitSession(origin: string, value: string): string {
  if (!token.test(value)) throw new RangeError("not a session token");
  return serialise(origin, value, maxAgeS);
}

/** @returns the token the browser holds once it has an answer: the one the answer sets, else the request's. */
export function sessionAfter(request: Request, origin: string, headers: Headers): string | null {
  const name = nameFor(origin);
  const set = headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`));
  if (set === undefined) return readSession(request, origin);
  const value = set.slice(name.length + 1).split(";", 1)[0]!;
  return token.test(value) ? value : null;
}

/** @returns a Set-Cookie value that forgets the session. */
export function clearSession(origin: string): string {
  return serialise(origin, "", 0);
}
