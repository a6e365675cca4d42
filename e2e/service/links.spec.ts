import type { Page } from "@playwright/test";
import { expect, expectScripted, phone, test } from "../setup/test.ts";

const poster = ".rail-poster a";
/** Marks the document, which another one would not have. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

async function openHome(page: Page): Promise<void> {
  await page.goto("/", { waitUntil: "networkidle" });
  await expectScripted(page);
  await mark(page);
}

test.describe("links of a page with many", () => {
  test("are followed within the document, by a click and by the keys", async ({ page }) => {
    await openHome(page);
    const first = page.locator(poster).first();
    const path = (await first.getAttribute("href"))!;
    await first.click();
    await expect(page).toHaveURL(path);
    // An address changes before its page stands, and the video's page has posters too.
    await expect(page.locator("main.watch")).toBeVisible();
    await page.goBack();
    await expect(page.locator(".hero")).toBeVisible();
    await expect(page.locator("main.watch")).toHaveCount(0);
    // Another test may have made a newer title meanwhile.
    const next = page.locator(poster).first();
    await next.focus();
    const focused = await page.evaluate(() => document.activeElement!.getAttribute("href")!);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(focused);
    expect(await isMarked(page)).toBe(true);
  });

  test("are not prefetched again once they have been followed", async ({ page }) => {
    await openHome(page);
    const first = page.locator(poster).first();
    const path = (await first.getAttribute("href"))!;
    let fetched = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === `${path}.data`) fetched++;
    });
    await first.focus();
    await expect.poll(() => fetched).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await expect(page.locator("main.watch")).toBeVisible();
    await page.goBack();
    await expect(page.locator("main.watch")).toHaveCount(0);
    await expect(page.locator(".hero")).toBeVisible();
    const followed = fetched;
    await page.waitForTimeout(500);
    expect(fetched).toBe(followed);
    await expect(page.locator(`link[rel="prefetch"][href*="${path}"]`)).toHaveCount(0);
  });

  test("to the present page add nothing to the history", async ({ page }) => {
    await openHome(page);
    const before = await page.evaluate(() => history.length);
    await page.getByRole("link", { name: "Home" }).first().click();
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => history.length)).toBe(before);
    expect(await isMarked(page)).toBe(true);
  });

  test("open another tab with Ctrl, and are left alone by a handler that has answered", async ({
    page,
    context,
  }) => {
    await openHome(page);
    const opened = context.waitForEvent("page");
    await page
      .locator(poster)
      .first()
      .click({ modifiers: ["ControlOrMeta"] });
    await (await opened).close();
    await expect(page).toHaveURL("/");
    await page.locator(poster).evaluateAll((links) => {
      for (const link of links) link.addEventListener("click", (event) => event.preventDefault());
    });
    await page.locator(poster).first().click();
    await page.waitForTimeout(300);
    await expect(page).toHaveURL("/");
  });
});

test.describe("on a phone", () => {
  test.use(phone);

  test("a tap fetches the data of its page once", async ({ page }) => {
    await openHome(page);
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes(".data")) fetched.push(new URL(request.url()).pathname);
    });
    const first = page.locator(poster).first();
    const path = (await first.getAttribute("href"))!;
    await first.tap();
    await expect(page).toHaveURL(path);
    await page.waitForLoadState("networkidle");
    expect(fetched.filter((one) => one === `${path}.data`)).toHaveLength(1);
  });

  test("home comes with its first rows, then with all; who returns to a place finds it as it was", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const counts: number[] = [];
      Object.assign(window, { counts });
      new MutationObserver(() => {
        const posters = document.querySelectorAll("main .rail-poster").length;
        if (document.querySelector(".hero") && posters !== counts.at(-1)) counts.push(posters);
      }).observe(document, { childList: true, subtree: true });
    });
    const counts = () => page.evaluate(() => (window as unknown as { counts: number[] }).counts.splice(0));
    const posters = page.locator("main .rail-poster");
    await openHome(page);
    // Other tests make titles meanwhile, so the number differs between visits.
    const most = 10;
    expect(await posters.count()).toBeGreaterThan(2 * most);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Profile" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
    await counts();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).tap();
    await expect.poll(() => posters.count()).toBeGreaterThan(2 * most);
    expect((await counts())[0]).toBeLessThanOrEqual(most);

    // A tap scrolls what it is meant for into view.
    await page.evaluate(() =>
      addEventListener("click", () => Object.assign(window, { left: Math.round(scrollY) }), {
        capture: true,
      }),
    );
    await page.locator(".rail-section").last().locator(poster).first().tap();
    const left = await page.evaluate(() => (window as unknown as { left: number }).left);
    expect(left).toBeGreaterThan(0);
    await expect(page).toHaveURL(/\/video\//);
    await expect(page.locator(".hero")).toHaveCount(0);
    await counts();
    await page.goBack();
    await expect(page.locator(".hero")).toBeVisible();
    expect((await counts())[0]).toBeGreaterThan(2 * most);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(left);
  });
});

test.describe("without a service worker", () => {
  test.use({ ...phone, serviceWorkers: "block" });

  test("the files that a page imports are fetched together with its own", async ({ page }) => {
    await openHome(page);
    let own = false;
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    await page.route(/\/assets\/video-[\w-]+\.js/, async (route) => {
      own = true;
      await released;
      await route.continue();
    });
    const imported = page.waitForRequest(/\/assets\/player-[\w-]+\.js/);
    await page.locator(poster).first().tap();
    await imported;
    await expect.poll(() => own).toBe(true);
    release();
    await expect(page).toHaveURL(/\/video\//);
    await expect(page.locator("main.watch")).toBeVisible();
  });
});
