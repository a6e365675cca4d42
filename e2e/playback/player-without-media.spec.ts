import type { Locator, Page } from "@playwright/test";
import { expectForEverybody } from "../setup/everybody.ts";
import { filmOf, moveTo, openMovie, paused, place } from "../setup/player.ts";
import { lostMovie, richMovie } from "../setup/seed.ts";
import { expect, expectPlaying, phone, startPlaying, test } from "../setup/test.ts";

/** What a screen offers while the media of its video can't be had. */
const film = `/video/${richMovie.id}`;
const media = /\/(media|play)\//;
const later = /\/media\/.*\/seg_000(0[4-9]|[1-9]\d)\.m4s$/;

test.use({ ...phone, allowedErrors: [/Failed to load resource/] });
test.describe.configure({ timeout: 90_000 });

/** The player hides what is larger than it. */
async function expectWithin(page: Page, part: Locator): Promise<void> {
  const inner = (await part.boundingBox())!;
  const outer = (await page.locator(".player").boundingBox())!;
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
}

for (const locale of ["ar", "de"])
  test(`in ${locale}: all of the card is seen on a narrow phone`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
    await page.addInitScript((chosen) => localStorage.setItem("locale", chosen), locale);
    await page.route(later, (route) => route.fulfill({ status: 403 }));
    await openMovie(page, film);
    await moveTo(page, 30);
    const card = page.locator(".player").getByRole("alert");
    await expect(card).toBeVisible({ timeout: 10_000 });
    await expectWithin(page, card.getByRole("link"));
  });

test("the card can be used by everybody, and gives the focus back to the player", async ({ page }) => {
  await page.route(later, (route) => route.fulfill({ status: 503 }));
  await openMovie(page, film);
  await moveTo(page, 30);
  const card = page.locator(".player").getByRole("alert");
  await expect(card).toBeVisible({ timeout: 10_000 });
  await expectWithin(page, card.getByRole("link"));
  await expectForEverybody(page, "the error card", { touched: ".stage-failed a, .stage-failed button" });
  // While it still fails: the player tries again by itself too, and would take the card away.
  await card.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await page.unroute(later);
  await expect(card).toHaveCount(0, { timeout: 30_000 });
  await expect(page.locator(".player")).toBeFocused();
});

test("a page that is reloaded while its film fails tells it again, and keeps the place", async ({ page }) => {
  await page.route(later, (route) => route.fulfill({ status: 500 }));
  await openMovie(page, film);
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().includes("/api/progress/save") &&
      /"positionS":30\b/.test(answer.request().postData() ?? ""),
  );
  await moveTo(page, 30);
  const card = page.locator(".player").getByRole("alert");
  await expect(card).toBeVisible({ timeout: 10_000 });
  await saved;
  await page.reload();
  // Not waited for: it begins when the media does.
  await filmOf(page).evaluate((element: HTMLVideoElement) => void element.play().catch(() => {}));
  await expect(card).toBeVisible({ timeout: 10_000 });
  const report = card.getByRole("link", { name: "Report a problem" });
  await expect(report).toHaveAttribute("href", /position=30$/);
  // While it still fails: the player tries again by itself too, and would take the card away.
  await card.getByRole("button", { name: "Try again" }).tap();
  await page.unroute(later);
  await expect.poll(() => place(page), { timeout: 30_000 }).toBeGreaterThan(30.3);
  expect(await paused(page)).toBe(false);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const status of [403, 503])
    test(`${status}: a link reloads the page, and the film plays once that is over`, async ({ page }) => {
      await page.route(media, (route) => route.fulfill({ status }));
      await page.goto(film);
      const hint = page.locator(".reload-hint");
      await expect(hint).toContainText("If the film stops, reload the page");
      const reload = hint.getByRole("link", { name: "Reload" });
      expect((await reload.boundingBox())!.height).toBeGreaterThan(43.5);
      await page.unroute(media);
      await reload.tap();
      await expect(page).toHaveURL(film);
      await startPlaying(page);
      await expectPlaying(page);
    });
});

for (const javaScriptEnabled of [true, false])
  test.describe(`a film whose files are gone, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("says so in place of the player, and offers another look and a report", async ({ page }) => {
      await page.goto(`/video/${lostMovie.id}`);
      await expect(page.getByRole("heading", { name: "This film can’t be played right now" })).toBeVisible();
      await expect(page.locator("video")).toHaveCount(0);
      // Its tool needs scripts.
      if (javaScriptEnabled) await expectForEverybody(page, "a lost film", { touched: ".stage-panel a" });
      await page.locator(".stage-panel").getByRole("link", { name: "Check again" }).tap();
      await expect(page).toHaveURL(`/video/${lostMovie.id}`);
      await page.locator(".stage-panel").getByRole("link", { name: "Report a problem" }).tap();
      await expect(page).toHaveURL(new RegExp(`movie=${lostMovie.id}`));
      await expect(page.getByRole("textbox").first()).toBeVisible();
    });
  });
