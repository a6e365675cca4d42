import { readCookie } from "../../lib/cookie.ts";

export type StepCookie = {
  /** @returns the value an earlier step stored; empty if there is none */
  read: (request: Request, origin: string) => string;
  /** @returns a Set-Cookie that keeps `value` for so many seconds; 0 clears it */
  write: (origin: string, value: string, ageS: number) => string;
};

/**
 * Passes a value from one step of the sign-in pages to the next: scripts can't read it, and calls and media requests do
 * not carry it.
 */
export function createStepCookie(name: string): StepCookie {
  const nameFor = (origin: string) => (origin.startsWith("https:") ? `__Secure-${name}` : name);
  return {
    read: (request, origin) => readCookie(request.headers.get("Cookie"), nameFor(origin)) ?? "",
    write(origin, value, ageS) {
      const secure = origin.startsWith("https:") ? "; Secure" : "";
      // The path is the folder, not the page: with scripts the form goes to /page/login.data, which is no part of
      // /page/login. Lax, not Strict: the link comes from a mail, so the redirect behind it counts as another site's.
      return `${nameFor(origin)}=${encodeURIComponent(value)}; Path=/page; HttpOnly; SameSite=Lax; Max-Age=${ageS}${secure}`;
    },
  };
}
