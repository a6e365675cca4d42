import type { Locator, Page } from "@playwright/test";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { violationsOf } from "../setup/accessibility.ts";
import { watchShifts } from "../setup/layout-shift.ts";
import { filmOf, openMovie } from "../setup/player.ts";
import { watchRendered } from "../setup/rendered.ts";
import { markedSeries } from "../setup/seed.ts";
import { expect, expectPlaying, phone, test } from "../setup/test.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;

/** Holds back the data of pages until it is called. */
async function holdPages(page: Page): Promise<() => Promise<void>> {
  let open = () => {};
  const opened = new Promise<void>((done) => (open = done));
  const pattern = /\.data(\?|$)/;
  await page.route(pattern, async (route) => {
    await opened;
    // A navigation that was replaced has given its request up.
    await route.continue().catch(() => undefined);
  });
  return async () => {
    open();
    await page.unroute(pattern);
  };
}

const outline = (page: Page, shape?: string) =>
  page.locator(shape ? `.pending[data-outline=${shape}]` : ".pending");
const tab = (page: Page, name: string): Locator =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

/** Whether the outline was in the document at the first frame after the click, and whether there ever was one. */
async function watchOutlines(page: Page): Promise<() => Promise<{ atOnce: boolean; ever: boolean }>> {
  await page.evaluate(() => {
    const seen = { atOnce: false, ever: false };
    Object.assign(window, { outlines: seen });
    const stands = () => document.querySelector(".pending") !== null;
    addEventListener("click", () => requestAnimationFrame(() => (seen.atOnce = stands())), { capture: true });
    new MutationObserver(() => (seen.ever ||= stands())).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  return () =>
    page.evaluate(() => (window as never as { outlines: { atOnce: boolean; ever: boolean } }).outlines);
}

test.describe("on a phone", () => {
  test.use(phone);

  test("a tapped tab is current at once, and the outline of its page stands until it comes", async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    await page.goto("/", { waitUntil: "networkidle" });
    const seen = await watchOutlines(page);
    const open = await holdPages(page);
    await tab(page, "Profile").tap();
    await expect(outline(page, "profile")).toBeVisible();
    expect((await seen()).atOnce).toBe(true);
    await expect(tab(page, "Profile")).toHaveAttribute("aria-current", "page");
    await expect(tab(page, "Home")).not.toHaveAttribute("aria-current");
    await expect(page).toHaveURL("/");
    // Said once, and not covered by the loading overlay.
    await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toHaveCount(1);
    await expect(page.locator("[role=status][data-active]")).toHaveAttribute("data-active", "false");
    await expect(page.locator(".spinner")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Home" })).toHaveCount(0);
    // Without the rules of good practice: the heading of the page is on its way.
    expect(await violationsOf(page, { tags: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })).toEqual([]);
    // Longer than a shift is put down to the tap.
    await page.waitForTimeout(600);
    await open();
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
    await expect(outline(page)).toHaveCount(0);
    await expect(page).toHaveURL("/profile");
    expect(await shifts()).toEqual([]);
  });

  test("a playing video rests while another page comes, and not while its next episode does", async ({
    page,
  }) => {
    await openMovie(page, `/video/${markedSeries.id}/1`);
    const open = await holdPages(page);
    const isPaused = () => filmOf(page).evaluate((video: HTMLVideoElement) => video.paused);
    await page.locator(`a[href="/video/${markedSeries.id}/2"]`).first().tap();
    await expect(outline(page, "watch")).toBeVisible();
    expect(await isPaused()).toBe(false);
    await open();
    await expect(page).toHaveURL(`/video/${markedSeries.id}/2`);
    await expectPlaying(page);

    const openHome = await holdPages(page);
    await page.locator(".stage-back").tap();
    await expect(outline(page, "home")).toBeVisible();
    await expect.poll(isPaused).toBe(true);
    const place = () => filmOf(page).evaluate((video: HTMLVideoElement) => video.currentTime);
    const before = await place();
    // It would go on meanwhile.
    await page.waitForTimeout(500);
    expect(await place()).toBe(before);
    await openHome();
    await expect(page.getByRole("heading", { name: "New" }).first()).toBeVisible();
    await expect(outline(page)).toHaveCount(0);
  });

  test("the links of the present page are not rendered again while another one comes", async ({ page }) => {
    for (const [path, links] of [
      ["/", ".rail-poster a"],
      ["/page/search?list=popular", ".search-grid a"],
      [`/video/${markedSeries.id}/1`, ".episodes a, .rail-poster a"],
    ] as const) {
      await page.goto(path, { waitUntil: "networkidle" });
      const open = await holdPages(page);
      const rendered = await watchRendered(page, links);
      await page
        .locator(path === "/" ? ".hero-words a" : "[data-back]")
        .first()
        .tap();
      await expect(outline(page)).toBeVisible();
      await page.waitForTimeout(1_000);
      expect([path, await rendered()]).toEqual([path, 0]);
      await open();
      await expect(outline(page)).toHaveCount(0);
    }
  });

  test("each page has its outline", async ({ page }) => {
    test.setTimeout(180_000);
    for (const [from, link, shape] of [
      ["/profile", ".tab[href='/']", "home"],
      ["/", "main a[href^='/video/']", "watch"],
      ["/", "header a[href='/page/search']", "search"],
      ["/", "h2 a[href='/page/search?list=new']", "list"],
      ["/", ".tab[href='/my-list']", "my-list"],
      ["/my-list", "main a[href='/my-list/history']", "history"],
      ["/profile", "main a[href='/page/membership']", "membership"],
      ["/page/about", "main a[href^='/page/text']", "text"],
      ["/page/search", "header a[href='/']", "home"],
      [`/video/${film.id}`, ".watch-more a[href^='/video/']", "watch"],
    ] as const) {
      await page.goto(from, { waitUntil: "networkidle" });
      const open = await holdPages(page);
      await page.locator(link).first().click();
      await expect(outline(page)).toHaveAttribute("data-outline", shape);
      // It covers what it replaces, and reaches over neither edge.
      const box = (await outline(page).locator(".pending-view").boundingBox())!;
      const margin = shape === "history" ? 16 : 0;
      expect(box.x).toBe(margin);
      expect(box.width).toBe(360 - 2 * margin);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await open();
      await expect(outline(page)).toHaveCount(0);
      await expect(page).not.toHaveURL(from);
    }
  });

  test("going back restores the scroll position, also of a page left by a second tap", async ({ page }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    await page.evaluate(() => window.scrollTo({ top: 420, behavior: "instant" }));
    const open = await holdPages(page);
    await tab(page, "My list").tap();
    await expect(outline(page, "my-list")).toBeVisible();
    await tab(page, "Profile").tap();
    await expect(outline(page, "profile")).toBeVisible();
    await open();
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(outline(page)).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(420);
  });

  test("there is none for filters, nor for forms", async ({ page }) => {
    await page.goto("/page/search?list=new", { waitUntil: "networkidle" });
    await page.goto("/page/search?list=genre&genre=drama", { waitUntil: "networkidle" });
    const filtered = await watchOutlines(page);
    await page.locator(".listing-sorts a:not([aria-current])").click();
    await expect(page).toHaveURL(/sort=/);
    expect((await filtered()).ever).toBe(false);
    await page.goto("/page/login", { waitUntil: "networkidle" });
    const sent = await watchOutlines(page);
    await page.locator("main form button[type=submit]").first().click();
    await page.waitForTimeout(500);
    expect((await sent()).ever).toBe(false);
  });

  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    test(`it ${reducedMotion === "reduce" ? "stands still under reduced motion" : "breathes"}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion });
      await page.goto("/", { waitUntil: "networkidle" });
      await holdPages(page);
      await tab(page, "My list").tap();
      const name = outline(page).locator(".pending-shapes");
      await expect(name).toHaveCSS("animation-name", reducedMotion === "reduce" ? "none" : "pending-breathe");
    });
  }
});

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("the links at the side stay, and the tapped one is current", async ({ page }) => {
    await page.goto("/page/about", { waitUntil: "networkidle" });
    const open = await holdPages(page);
    await tab(page, "My list").click();
    await expect(outline(page, "my-list")).toBeVisible();
    const link = outline(page).getByRole("link", { name: "My list" });
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(link).toBeVisible();
    await open();
    await expect(page.getByRole("heading", { level: 1, name: "My list" })).toBeVisible();
  });

  test("a page whose data are there already comes without one", async ({ page }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    const seen = await watchOutlines(page);
    const prefetched = page.waitForEvent("requestfinished", (request) =>
      request.url().includes("/profile.data"),
    );
    await tab(page, "Profile").hover();
    await prefetched;
    await tab(page, "Profile").click();
    await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
    expect((await seen()).atOnce).toBe(false);
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a press, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("marks what it is on while it lasts", async ({ page }) => {
      await page.goto("/page/about");
      const link = page.locator("main a").first();
      await link.hover();
      await expect(link).toHaveCSS("opacity", "1");
      await page.mouse.down();
      await expect(link).toHaveCSS("opacity", "0.7");
      await page.mouse.up();
      await expect(page).toHaveURL(/\/page\/feedback$/);
    });
  });
}
