import { expect, phone, signIn, startPlaying, expectPlaying, accounts, test } from "./setup/test.ts";
import { keptBy, signedIn, visitAndKeep } from "./setup/worker.ts";
import { startDeploy } from "./setup/deploy.ts";
import { startServer } from "../tests/setup/server-process.ts";

// Without a network the browser itself writes of each request that fails.
test.use({
  ...phone,
  serviceWorkers: "allow",
  allowedErrors: [/net::ERR_|Failed to load resource|status of 503/],
});

const film = "/video/lighthouse";

test("home is there without a network, after one visit", async ({ page, context }) => {
  await visitAndKeep(page, "/");
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  // It lives: scripts came from the cache as well.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.requestId !== undefined))
    .toBe(true);
  expect(
    await page
      .locator("img")
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0);
});
