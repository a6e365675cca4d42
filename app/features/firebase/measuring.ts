import type { Envelope } from "../../../contract/index.ts";
import { settingsOf } from "./find.ts";
import { marks } from "./marks.ts";

type Asking = { doNotTrack?: string | null; globalPrivacyControl?: boolean };

/** Whether the browser asks not to be tracked. */
export function asksNotToBeTracked(browser: Asking = navigator as Asking): boolean {
  return browser.globalPrivacyControl === true || browser.doNotTrack === "1";
}

/** @returns whether Google can measure the service at all: the project has Analytics */
export function canMeasure(config: Envelope<unknown>): boolean {
  return settingsOf(config)?.measurementId !== undefined;
}

/** The user's choice; nothing is measured before it. */
export const consent = {
  read: () => marks.read("analytics") === "1",
  write: (given: boolean) => marks.write("analytics", given ? "1" : null),
};

/**
 * Starts Google Analytics if the project has it, the user agreed and the browser does not object; only then is any of
 * its code loaded. The product's own figures (`stat`) need none of this and go to its own server.
 * @returns whether it counts now
 */
export async function measure(config: Envelope<unknown>): Promise<boolean> {
  const settings = settingsOf(config);
  if (!settings?.measurementId || !consent.read() || asksNotToBeTracked()) return false;
  try {
    const { startAnalytics } = await import("./analytics.ts");
    return await startAnalytics(settings);
  } catch {
    // Blocked or out of reach: fails silently.
    return false;
  }
}

/** Stops the counting on this page at once, if it has begun. */
export async function stopMeasuring(): Promise<void> {
  if (!document.querySelector('script[src*="googletagmanager.com/gtag"]')) return;
  const { stopAnalytics } = await import("./analytics.ts");
  stopAnalytics();
}
