import type { Envelope } from "../../../contract/index.ts";
import { settingsOf } from "./find.ts";
import { marks } from "./marks.ts";

type Asking = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/** Whether the browser asks, in its owner's name, not to be tracked. */
export function asksNotToBeTracked(browser: Asking = navigator as Asking): boolean {
  return browser.globalPrivacyControl === true || browser.doNotTrack === "1";
}

/** @returns whether the service can be measured by Google at all: the project has Analytics */
export function canMeasure(config: Envelope<unknown>): boolean {
  return settingsOf(config)?.measurementId !== undefined;
}

/** What the person chose; nothing is measured before they have. */
export const consent = {
  read: () => marks.read("analytics") === "1",
  write: (given: boolean) => marks.write("analytics", given ? "1" : null),
};

/**
 * Has Google Analytics count where the project has it, the person wants it and the browser does not object; only then
 * is any of its code fetched. The product's own figures (`stat`) need none of this and go to our own server.
 * @returns whether it counts now
 */
export async function measure(config: Envelope<unknown>): Promise<boolean> {
  const settings = settingsOf(config);
  if (!settings?.measurementId || !consent.read() || asksNotToBeTracked()) return false;
  try {
    const { startAnalytics } = await import("./analytics.ts");
    return await startAnalytics(settings);
  } catch {
    // Blocked or out of reach: nobody is to notice.
    return false;
  }
}

/** Ends the counting on this page at once, where it has begun. */
export async function stopMeasuring(): Promise<void> {
  if (!document.querySelector('script[src*="googletagmanager.com/gtag"]')) return;
  const { stopAnalytics } = await import("./analytics.ts");
  stopAnalytics();
}
