import { chromium, type Browser, type BrowserContext } from "@playwright/test";
import { ensureSystemTools } from "../scripts/system-tools.ts";

/** Flags of every browser in the suite: the browser itself sends nothing over the network. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const mobileAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

/** @throws Error when there is no Chromium and none can be installed */
export async function chromiumPath(): Promise<string> {
  const { chromium: path } = await ensureSystemTools({ windows: true });
  if (!path) throw new Error("there is no Chromium");
  return path;
}

/** Starts Chromium; the caller closes it. */
export async function startBrowser(flags: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: [...browserFlags, ...flags] });
}

/** A phone with an empty cache and no cookies. */
export function newPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 360, height: 640 },
    userAgent: mobileAgent,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
}
