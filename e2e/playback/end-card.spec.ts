import type { Page } from "@playwright/test";
import { filmOf, moveTo, openMovie, press } from "../setup/player.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { markedSeries } from "../setup/seed.ts";
import { expect, expectPlaying, phone, test } from "../setup/test.ts";

const last = `/video/${markedSeries.id}/4`;
const names = { en: "Watch next", ar: "شاهد بعد ذلك" };

/** Plays the last episode to its end. */
async function watchTheEnd(page: Page): Promise<void> {
  await openMovie(page, last);
  await moveTo(page, 47.5);
  await expect.poll(() => filmOf(page).evaluate((film: HTMLVideoElement) => film.ended)).toBe(true);
}

test.describe("at the end, on a phone", () => {
  test.use(phone);

  for (const locale of ["en", "ar"] as const)
    test(`in ${locale}: another title is offered, and a tap plays it`, async ({ page, baseURL }) => {
      await page.context().addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      await watchTheEnd(page);
      const card = page.getByRole("region", { name: names[locale] });
      await expect(card).toBeVisible();
      await expectForEverybody(page, "the end card", { touched: ".end-card a, .end-card button" });
      const link = card.getByRole("link");
      const to = (await link.getAttribute("href"))!;
      expect(to).toMatch(/^\/video\/(?!small-stations)/);
      await link.tap();
      await expect(page).toHaveURL(to);
      await expect(card).toBeHidden();
      await expectPlaying(page);
    });

  test("it is refused, or the same is watched again", async ({ page }) => {
    await watchTheEnd(page);
    const card = page.getByRole("region", { name: "Watch next" });
    await card.getByRole("button", { name: "Cancel" }).tap();
    await expect(card).toBeHidden();
    await press(page, "Watch again");
    await moveTo(page, 47.5);
    await card.getByRole("button", { name: "Watch again" }).tap();
    await expect(card).toBeHidden();
    await expect
      .poll(() => filmOf(page).evaluate((film: HTMLVideoElement) => !film.paused && film.currentTime < 20))
      .toBe(true);
  });
});

test.describe("at the end, by keys", () => {
  test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

  test("the card has the focus, Escape refuses it, and the player's keys work on", async ({ page }) => {
    await openMovie(page, last);
    await page.locator(".player").focus();
    await moveTo(page, 47.5);
    const card = page.getByRole("region", { name: "Watch next" });
    await expect(card.getByRole("link")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
    await expect(page.locator(".player")).toBeFocused();
    await page.keyboard.press("k");
    await expectPlaying(page);
    await moveTo(page, 47.5);
    await expect(card.getByRole("link")).toBeFocused();
    const to = (await card.getByRole("link").getAttribute("href"))!;
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(to);
    await expectPlaying(page);
  });
});

for (const [width, locale, javaScriptEnabled] of [
  [320, "en", true],
  [360, "ar", true],
  [360, "ar", false],
] as const)
  test.describe(`${width} pixels wide, in ${locale}, ${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ ...phone, viewport: { width, height: 640 }, javaScriptEnabled });

    test("a title's actions are one row, which scrolls to what has the focus; similar titles are below", async ({
      page,
      baseURL,
    }) => {
      await page.context().addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      await page.goto(last);
      const row = page.locator(".watch-actions");
      const actions = row.locator("a, button");
      await expect(actions).not.toHaveCount(1);
      const boxes = await actions.evaluateAll((all) =>
        all.map((one) => {
          const { top, height } = one.getBoundingClientRect();
          return Math.round(top + height / 2);
        }),
      );
      expect(new Set(boxes).size).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expect(page.locator(".watch-more a[href^='/video/']").first()).toBeAttached();
      if (!javaScriptEnabled) return;
      await actions.last().focus();
      await expect
        .poll(async () => {
          const { x, width: wide } = (await actions.last().boundingBox())!;
          return x >= 0 && x + wide <= width;
        })
        .toBe(true);
    });
  });
