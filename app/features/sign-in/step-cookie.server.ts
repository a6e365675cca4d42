import { readCookie } from "../../lib/cookie.ts";

export type StepCookie = {
  /** @returns what an earlier step left; empty where there is nothing */
  read: (request: Request, origin: string) => string;
  /** @returns a Set-Cookie that keeps `value` for so many seconds; 0 forgets it */
  write: (origin: string, value: string, ageS: number) => string;
};

/** What one step of the sign-in pages leaves for the next: scripts can't read it, and it goes with no call and no film. */
export function createStepCookie(name: string): StepCookie {
  const nameFor = (origin: string) => (origin.startsWith("https:") ? `__Secure-${name}` : name);
  return {
    read: (request, origin) => readCookie(request.headers.get("Cookie"), nameFor(origin)) ?? "",
    write(origin, value, ageS) {
      const secure = origin.startsWith("https:") ? "; Secure" : "";
      // Of the folder, not of the page: with scripts the form goes to /page/login.data, which is no part of /page/login.
      // Lax, not Strict: a link is followed out of a mail, so the redirect behind it counts as another site's.
      return `${nameFor(origin)}=${encodeURIComponent(value)}; Path=/page; HttpOnly; SameSite=Lax; Max-Age=${ageS}${secure}`;
    },
  };
}
