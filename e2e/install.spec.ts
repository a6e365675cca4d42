import type { Page } from "@playwright/test";
import { hold } from "./setup/hold.ts";
import { expect, phone, test } from "./setup/test.ts";
import { signedIn } from "./setup/worker.ts";

test.use(phone);

/** What the browser sends where the app can be installed; `outcome` is what the person says in its dialog. */
async function offer(page: Page, outcome: "accepted" | "dismissed"): Promise<void> {
  await page.evaluate((said) => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    const prompt = () => Promise.resolve(Object.assign(window, { prompted: true }));
    dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: said }) }));
    Object.assign(window, { ownBar: !event.defaultPrevented });
  }, outcome);
}

const banner = (page: Page) => page.getByRole("complementary", { name: "Install the app" });

test("offer, acceptance, installing, installed", async ({ page }) => {
  await page.goto("/");
  await signedIn(page);
  await expect(banner(page)).toHaveCount(0);
  await offer(page, "accepted");
  await expect(banner(page)).toContainText(/add to desktop/i);
  expect(await page.evaluate(() => (window as { ownBar?: boolean }).ownBar)).toBe(false);
  // It leaves the tabs alone.
  const tabs = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
  const bottom = async () => {
    const { y, height } = (await banner(page).boundingBox())!;
    return y + height;
  };
  await expect.poll(bottom).toBeLessThanOrEqual(tabs.y);
  expect(await bottom()).toBeGreaterThan(tabs.y - 40);

  await banner(page).getByRole("button", { name: "install" }).click();
  await expect(banner(page)).toContainText(/installing/i);
  expect(await page.evaluate(() => (window as { prompted?: boolean }).prompted)).toBe(true);
  await expect(banner(page).getByRole("button")).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event("appinstalled")));
  await expect(banner(page)).toHaveCount(0);
});

test("cancel hides it, in the banner and in the browser's dialog", async ({ page }) => {
  await page.goto("/");
  await signedIn(page);
  await offer(page, "dismissed");
  await banner(page).getByRole("button", { name: "install" }).click();
  await expect(banner(page)).toHaveCount(0);
  await offer(page, "accepted");
  await banner(page).getByRole("button", { name: "cancel" }).click();
  await expect(banner(page)).toHaveCount(0);
});

test("nothing is offered before the app is initialised", async ({ page }) => {
  const go = await hold(page, "**/api/identity/anonymous");
  const asked = page.waitForRequest("**/api/identity/anonymous");
  await page.goto("/");
  await asked;
  await offer(page, "accepted");
  await expect(page.getByRole("link", { name: "My list" })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  go();
  await expect(banner(page)).toBeVisible();
});
