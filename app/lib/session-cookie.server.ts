import { createHash } from "node:crypto";
import { readCookie } from "./cookie.ts";

const token = /^[A-Za-z0-9_-]{43}$/;
const maxAgeS = 180 * 24 * 60 * 60;

/**
 * Members and guests have a cookie each, and a member's counts: a guest that start-up is still creating during a
 * sign-in may arrive later, and must not replace the member (decision 030).
 */
const kinds = ["member", "guest"] as const;
type Kind = (typeof kinds)[number];

/** Over https the `__Host-` prefix ties the cookie to this host, path / and Secure. */
function nameFor(origin: string, kind: Kind): string {
  const name = kind === "member" ? "matinee" : "matinee-guest";
  return origin.startsWith("https:") ? `__Host-${name}` : name;
}

function serialise(origin: string, kind: Kind, value: string, ageS: number): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${nameFor(origin, kind)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${ageS}${secure}`;
}

/** @returns the session's token, or null if there is no valid one */
export function readSession(request: Request, origin: string): string | null {
  const cookies = request.headers.get("Cookie");
  return firstToken((name) => readCookie(cookies, name), origin);
}

function firstToken(valueOf: (name: string) => string | undefined, origin: string): string | null {
  for (const kind of kinds) {
    const value = valueOf(nameFor(origin, kind));
    if (value && token.test(value)) return value;
  }
  return null;
}

/**
 * Stores the session in the browser for 180 days, through an answer's headers. A member's replaces any other, a guest's
 * only another guest's.
 * @param session `guest` as the account's `anonymous` says
 * @throws RangeError if the value is not a token: nothing else may reach a header
 */
export function keepSession(
  headers: Headers,
  origin: string,
  session: { token: string; guest: boolean },
): void {
  if (!token.test(session.token)) throw new RangeError("not a session token");
  headers.append("Set-Cookie", serialise(origin, session.guest ? "guest" : "member", session.token, maxAgeS));
  if (!session.guest) headers.append("Set-Cookie", serialise(origin, "guest", "", 0));
}

/** Clears the browser's session, through an answer's headers. */
export function forgetSession(headers: Headers, origin: string): void {
  for (const kind of kinds) headers.append("Set-Cookie", serialise(origin, kind, "", 0));
}

/**
 * What the browser holds after an answer: what the answer sets, else what the request had. `profile` is the mark of the
 * further profile that is open; null for the account's own one.
 */
export function sessionAfter(
  request: Request,
  origin: string,
  headers: Headers,
): { token: string | null; profile: string | null } {
  const cookies = request.headers.get("Cookie");
  const set = new Map(
    headers.getSetCookie().map((cookie) => {
      const [name = "", value = ""] = cookie.split(";", 1)[0]!.split("=");
      return [name, value];
    }),
  );
  const valueOf = (name: string) => set.get(name) ?? readCookie(cookies, name);
  const token = firstToken(valueOf, origin);
  const [, session, mark] = /^([\w-]{8})\.([\w-]{10})$/.exec(valueOf(profileName(origin)) ?? "") ?? [];
  return { token, profile: token !== null && session === hintOf(token) ? mark! : null };
}

function profileName(origin: string): string {
  return origin.startsWith("https:") ? "__Host-matinee-profile" : "matinee-profile";
}

/** A cookie of a profile is of one session: another one's does not count. */
function hintOf(token: string): string {
  return createHash("sha256").update(`profile of ${token}`).digest("base64url").slice(0, 8);
}

/**
 * Tells the browser's answers apart by profile, so that no page and no download that it keeps is shown in another one.
 * Which profile is open, the session knows: this opens nothing.
 * @param mark null for the account's own profile
 */
export function keepProfile(
  headers: Headers,
  { request, origin, mark }: { request: Request; origin: string; mark: string | null },
): void {
  const token = readSession(request, origin);
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  const value = token && mark ? `${hintOf(token)}.${mark}` : "";
  const ageS = value === "" ? 0 : maxAgeS;
  headers.append(
    "Set-Cookie",
    `${profileName(origin)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${ageS}${secure}`,
  );
}
