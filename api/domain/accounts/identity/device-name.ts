import type { Device } from "../../../../contract/index.ts";

type Name = Pick<Device, "browser" | "system" | "kind">;

/** Characters of a User-Agent that are read: browsers send less than 300. */
export const longestAgent = 512;

/**
 * The first match wins: a browser that imitates another one comes before it. Names are brands, the same in every
 * language.
 */
const browsers: [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/\d.*\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, "iOS"],
  [/\biPad\b/, "iPadOS"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Browser and system of a User-Agent, as users know them; null where it does not say. */
export function deviceName(userAgent: string): Name {
  const agent = userAgent.slice(0, longestAgent);
  const named = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  return { browser: named(browsers), system: named(systems), kind: kindOf(agent) };
}

function kindOf(userAgent: string): Name["kind"] {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return "tablet";
  // Google's own rule: an Android without the word Mobile is a tablet.
  if (/\bAndroid\b/.test(userAgent)) return /\bMobile\b/.test(userAgent) ? "phone" : "tablet";
  if (/\biPhone\b|\biPod\b|\bMobile\b/.test(userAgent)) return "phone";
  return /\b(Windows|Macintosh|X11|Linux|CrOS)\b/.test(userAgent) ? "computer" : "unknown";
}
