import type { Page } from "@playwright/test";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { site } from "../setup/site.ts";
import { expect, test } from "../setup/test.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;

/** Presses an arrow until the focus is where it should be. */
async function steer(page: Page, key: string, selector: string, most = 14): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    if (await isFocused(page, selector)) return;
    await page.keyboard.press(key);
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160));
  expect(await isFocused(page, selector), `${key} leads to ${selector}; it is at ${at}`).toBe(true);
}

/** Presses an arrow until something has the focus: the remote's code comes after the page's, which an arrow scrolls. */
async function begin(page: Page): Promise<void> {
  const press = async () => {
    await page.keyboard.press("ArrowDown");
    return isFocused(page, ":not(body)");
  };
  await expect.poll(press).toBe(true);
}

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
const positionOf = (page: Page) =>
  page
    .locator("video")
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime);

/** A key that the keyboards of browsers for journeys don't have. */
const pressRemote = (page: Page, key: string) =>
  page.evaluate((pressed) => {
    const event = new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, key);

/** The focused element lies within the part of the screen that no television cuts off, and has a thick ring. */
async function expectSeen(page: Page): Promise<void> {
  const { box, ring, screen } = await page.evaluate(() => {
    const at = document.activeElement!;
    const ringed = at.matches(".card-link") ? at.querySelector(".poster, .still")! : at;
    const { left, right, top, bottom } = ringed.getBoundingClientRect();
    return {
      box: { left, right, top, bottom },
      ring: parseFloat(getComputedStyle(ringed).outlineWidth),
      screen: { width: innerWidth, height: innerHeight },
    };
  });
  expect(ring).toBeGreaterThanOrEqual(4);
  expect(box.left).toBeGreaterThanOrEqual(screen.width * 0.05 - 1);
  expect(box.right).toBeLessThanOrEqual(screen.width * 0.95 + 1);
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.bottom).toBeLessThanOrEqual(screen.height);
}

for (const { locale, width, height, forward, home } of [
  { locale: "en", width: 1920, height: 1080, forward: "ArrowRight", home: "ArrowLeft" },
  { locale: "ar", width: 1280, height: 720, forward: "ArrowLeft", home: "ArrowRight" },
]) {
  test.describe(`on a television, ${width} × ${height}, ${locale}`, () => {
    test.use({ viewport: { width, height } });

    test.beforeEach(async ({ context, page }) => {
      await context.addCookies([{ name: "locale", value: locale, url: site.url }]);
      await page.goto("/?tv=1", { waitUntil: "networkidle" });
      expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: "tv", value: "1" }));
      await page.waitForFunction(() => document.documentElement.dataset.tv === "");
    });

    test("home, a title, its player, a seek and the way back, by arrow keys alone", async ({ page }) => {
      await begin(page);
      await expectSeen(page);
      await steer(page, "ArrowDown", ".rail-poster a");
      await expectSeen(page);
      const first = await page.evaluate(() => document.activeElement!.getAttribute("href"));
      await page.keyboard.press(forward);
      await expectSeen(page);
      expect(await page.evaluate(() => document.activeElement!.getAttribute("href"))).not.toBe(first);
      await steer(page, home, ".tab");
      await expectSeen(page);
      await steer(page, forward, "main a");
      await steer(page, "ArrowDown", ".rail-poster a");
      const chosen = await page.evaluate(() => document.activeElement!.getAttribute("href"));
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(chosen!);
      await pressRemote(page, "GoBack");
      await expect(page).toHaveURL(/\/(\?tv=1)?$/);

      // The next document knows it by its cookie.
      await page.goto(`/video/${film.id}`, { waitUntil: "networkidle" });
      await expect(page.locator("html")).toHaveAttribute("data-tv", "");
      await page.locator(".control-play").waitFor();
      await page.evaluate(() => document.querySelector("video")!.pause());
      const before = await positionOf(page);
      await page.keyboard.press("ArrowRight");
      await expect.poll(async () => (await positionOf(page)) - before).toBeCloseTo(5, 0);
      await page.keyboard.press("ArrowDown");
      await expect(page.locator(".control-play")).toBeFocused();
      await expectSeen(page);
      await steer(page, "ArrowUp", ".scrub-input");
      await page.keyboard.press("ArrowRight");
      await expect.poll(async () => (await positionOf(page)) - before).toBeCloseTo(10, 0);
      await pressRemote(page, "MediaRewind");
      await expect.poll(async () => (await positionOf(page)) - before).toBeCloseTo(0, 0);
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(/\/(\?tv=1)?$/);
    });

    test("search by its field and what it finds", async ({ page }) => {
      await begin(page);
      await steer(page, "ArrowUp", "header a");
      await steer(page, forward, ".search-link");
      await expectSeen(page);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/page\/search/);
      const field = page.locator("input[type=search]");
      await expect(field).toBeFocused();
      await page.keyboard.type(film.id.split("-").at(-1)!);
      // With words in it, the field keeps the arrows to the sides.
      await page.keyboard.press("ArrowLeft");
      await expect(field).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/[?&]q=/);
      // The address comes before the page: until then, the popular titles stand there.
      const result = ".search-results a[href^='/video/']";
      await expect(page.locator(result).first()).toBeVisible();
      await steer(page, "ArrowDown", result);
      await expectSeen(page);
    });
  });
}

test("tv=0 ends it, and a television's own agent begins it", async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    userAgent: "Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36",
  });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-tv", "");
  await expect(page.locator("html")).toHaveAttribute("data-device", "desktop");
  await page.goto("/?tv=0");
  await expect(page.locator("html")).not.toHaveAttribute("data-tv");
  await page.goto("/profile");
  await expect(page.locator("html")).not.toHaveAttribute("data-tv");
  await context.close();
});

test("elsewhere the arrow keys stay the page's", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});
