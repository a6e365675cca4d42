import { useRevalidator } from "@remix-run/react";
import { createContext, useContext, useEffect } from "react";
import { readCookie } from "../../lib/cookie.ts";
import { utc, zoneCookie } from "../../lib/zone.ts";

export const ZoneContext = createContext(utc);

/** @returns the time zone that the page's times are shown in, by its IANA name */
export function useZone(): string {
  return useContext(ZoneContext);
}

const yearS = 365 * 24 * 60 * 60;

/**
 * Tells the server the browser's time zone by a cookie, and loads the page's data again where it was shown in another
 * one. Without scripts times stay in UTC.
 */
export function useBrowserZone(shown: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // A zone that the server does not know was sent before, and is shown as UTC.
    if (!own || own === shown || readCookie(document.cookie, zoneCookie) === own) return;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${zoneCookie}=${encodeURIComponent(own)}; Path=/; Max-Age=${yearS}; SameSite=Lax${secure}`;
    revalidate();
  }, [shown, revalidate]);
}
