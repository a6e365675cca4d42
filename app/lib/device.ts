import { readCookie } from "./cookie.ts";

/** A mobile device's layout is unconstrained; elsewhere CSS narrows the page below 1280 px (spec, section 2). */
export type Device = "mobile" | "desktop";

/** More of a User-Agent is not read: those of real browsers are half as long. */
const longestAgent = 512;
const agentOf = (headers: Headers) => (headers.get("User-Agent") ?? "").slice(0, longestAgent);

/**
 * The kind of device, known before the first paint: from the client hint if the browser sends it, else from the
 * User-Agent. Tablets count as mobile, as they are handheld. An iPad says that it is a Macintosh: its browser knows
 * better, and remembers it in a cookie (tablet-check.tsx).
 */
export function deviceOf(headers: Headers): Device {
  const hint = headers.get("Sec-CH-UA-Mobile");
  if (hint === "?1") return "mobile";
  const agent = agentOf(headers);
  if (/\b(Android|iPhone|iPad|iPod|Mobile|Tablet|Silk|Kindle)\b/i.test(agent)) return "mobile";
  if (/\bMacintosh\b/.test(agent) && readCookie(headers.get("Cookie"), "device") === "tablet")
    return "mobile";
  return "desktop";
}

/** What televisions, and the boxes beside them, have in their User-Agent; in lower case. */
const televisionMarks = [
  "smart-tv",
  "smarttv",
  "smart tv",
  "google tv",
  "googletv",
  "android tv",
  "androidtv",
  "apple tv",
  "appletv",
  "hbbtv",
  "netcast",
  "web0s",
  "bravia",
  "viera",
  "roku",
  "crkey",
  "; aft",
];

/**
 * Whether the page is for a television: as its address says (`?tv=1`, `?tv=0`), or as an earlier one said, which the
 * cookie remembers, or as the User-Agent says.
 */
export function isTelevision({ url, headers }: { url: string; headers: Headers }): boolean {
  const chosen = chosenIn(url) ?? readCookie(headers.get("Cookie"), "tv");
  if (chosen === "0" || chosen === "1") return chosen === "1";
  const agent = agentOf(headers).toLowerCase();
  return televisionMarks.some((mark) => agent.includes(mark));
}

/**
 * @param secure whether the site is on https
 * @returns the cookie that remembers for a year what this address chooses; null if it chooses nothing
 */
export function televisionCookie(url: string, secure: boolean): string | null {
  const chosen = chosenIn(url);
  return (
    chosen && `tv=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`
  );
}

function chosenIn(url: string): "0" | "1" | null {
  if (!url.includes("tv=")) return null;
  const value = new URL(url).searchParams.get("tv");
  return value === "0" || value === "1" ? value : null;
}
