import { readCookie } from "./cookie.ts";

/** A mobile device's layout is unconstrained; elsewhere CSS narrows the page below 1280 px (spec, section 2). */
export type Device = "mobile" | "desktop";

/**
 * The kind of device, known before the first paint: from the client hint if the browser sends it, else from the
 * User-Agent. Tablets count as mobile, as they are handheld. An iPad says that it is a Macintosh: its browser knows
 * better, and remembers it in a cookie (tablet-check.tsx).
 */
export function deviceOf(headers: Headers): Device {
  const hint = headers.get("Sec-CH-UA-Mobile");
  if (hint === "?1") return "mobile";
  const agent = headers.get("User-Agent") ?? "";
  if (/\b(Android|iPhone|iPad|iPod|Mobile|Tablet|Silk|Kindle)\b/i.test(agent)) return "mobile";
  if (/\bMacintosh\b/.test(agent) && readCookie(headers.get("Cookie"), "device") === "tablet")
    return "mobile";
  return "desktop";
}
