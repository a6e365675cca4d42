import type { Page } from "@playwright/test";

/**
 * Holds the requests for a URL.
 * @returns lets them go on, and later ones too
 */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return resolve;
}

/**
 * Opens a page whose scripts do not come yet, as on a slow line.
 * @returns lets them come, and waits until they run
 */
export async function beforeScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const scripts = "**/assets/entry.client-*.js";
  const letCome = await hold(page, scripts);
  const opened = page.goto(path);
  await page.locator("main").waitFor();
  return async () => {
    letCome();
    await opened;
    await page.unroute(scripts);
  };
}
