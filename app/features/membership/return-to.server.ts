import { readCookie } from "../../lib/cookie.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";

/** The page a purchase started from: a VIP episode. Another device does not have it, and nothing depends on it. */
const name = "pay-to";
const hourS = 3_600;

/** @returns the page to continue with after paying, from the address or a form; null = none */
export function readTo(value: unknown): string | null {
  const to = safeRedirect(value, "");
  // Returning to the purchase's own pages would be a loop.
  return to === "" || to === "/" || /^\/page\/(pay|membership)(?![^/?#])/.test(to) ? null : to;
}

/** The same for an order whose address lost it on the way to the provider and back. */
export function rememberedTo(request: Request, number: string): string | null {
  const kept = readCookie(request.headers.get("Cookie"), name);
  if (!kept?.startsWith(`${number}.`)) return null;
  try {
    return readTo(decodeURIComponent(kept.slice(number.length + 1)));
  } catch {
    return null;
  }
}

/** @returns a Set-Cookie value */
export function rememberTo(number: string, to: string, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  const value = `${number}.${encodeURIComponent(to)}`;
  return `${name}=${value}; Path=/page; HttpOnly; SameSite=Lax; Max-Age=${hourS}${secure}`;
}

/** @returns the checkout of an order */
export function checkoutUrl(number: string, more: Record<string, string> = {}): string {
  return `/page/pay?${new URLSearchParams({ order: number, ...more })}`;
}
