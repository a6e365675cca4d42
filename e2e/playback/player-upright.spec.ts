import type { Locator, Page } from "@playwright/test";
import { fingersOf, swipe } from "../setup/fingers.ts";
import { doubleText } from "../setup/large-text.ts";
import { expectVideo, filmOf, moveTo, openMovie, paused, pointOf, press } from "../setup/player.ts";
import { richMovie } from "../setup/seed.ts";
import { expect, phone, test } from "../setup/test.ts";

test.use({ ...phone, viewport: { width: 360, height: 740 } });

const film = `/video/${richMovie.id}`;
const top = (page: Page) => page.locator(".stage").evaluate((stage) => stage.getBoundingClientRect().top);
const scrollDown = (page: Page) => page.evaluate(() => scrollTo(0, 200));

async function boxOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height, width, height };
}

test("the picture stays in view while the page scrolls, and hides nothing that gets the focus", async ({
  page,
}) => {
  await openMovie(page, film, { plays: false });
  await scrollDown(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
  expect(await top(page)).toBe(0);
  await page.locator(".watch-more a").last().focus();
  await page.locator(".watch-actions a").first().focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  const focused = await boxOf(page.locator(":focus"));
  expect(focused.top).toBeGreaterThanOrEqual((await boxOf(page.locator(".stage"))).bottom);
});

test("it scrolls with the page on a phone held sideways, and where large text needs the room", async ({
  page,
}) => {
  await openMovie(page, film, { plays: false });
  await doubleText(page);
  await scrollDown(page);
  await expect.poll(() => top(page)).toBe(-200);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.reload();
  await scrollDown(page);
  await expect.poll(() => top(page)).toBe(-200);
});

test("a held finger plays at double speed, wherever it moves, and no longer than it is held", async ({
  page,
}) => {
  await openMovie(page, film);
  const { down, move, up } = await fingersOf(page);
  const middle = await pointOf(page, 0.5, 0.3);
  await down(middle);
  await expectVideo(page, "playbackRate").toBe(2);
  const says = page.getByRole("status").filter({ hasText: "Speed 2×" });
  await expect(says).toBeVisible();
  await move({ x: middle.x, y: middle.y + 60 });
  await move({ x: middle.x, y: middle.y + 120 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectVideo(page, "playbackRate").toBe(2);
  await up();
  await expectVideo(page, "playbackRate").toBe(1);
  expect(await paused(page)).toBe(false);
  // It was no choice of a speed.
  await press(page, "Settings");
  await expect(page.getByRole("dialog").getByRole("button", { name: /Speed/ })).toContainText("Normal");
});

test.describe("a sheet", () => {
  const open = async (page: Page) => {
    await press(page, "Settings");
    const sheet = page.getByRole("dialog");
    await expect(sheet).toBeVisible();
    await sheet.evaluate((dialog) => Promise.all(dialog.getAnimations().map(({ finished }) => finished)));
    return sheet;
  };
  const reopen = async (page: Page) => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await open(page);
  };

  test("is dragged down by its head, and comes back from a little", async ({ page }) => {
    await openMovie(page, film, { plays: false });
    const sheet = await open(page);
    const { left, top, width, height } = await boxOf(sheet);
    const head = { x: left + width / 2, y: top + 20 };
    const { down, move, up } = await fingersOf(page);
    await down(head);
    await move({ x: head.x, y: head.y + 100 });
    await move({ x: head.x, y: head.y + 20 });
    await expect.poll(async () => (await boxOf(sheet)).top).toBeCloseTo(top + 20, 0);
    await up();
    await expect.poll(async () => (await boxOf(sheet)).top).toBeCloseTo(top, 0);
    await expect(sheet).toBeVisible();
    await swipe(page, head, { x: head.x, y: head.y + height * 0.7 });
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: "Settings" })).toBeFocused();
  });

  test("is dragged down by its list as well, once that is scrolled up; a slider keeps its own drags", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 560 });
    await openMovie(page, film, { plays: false });
    const sheet = await open(page);
    const list = sheet.locator(".sheet-body");
    await list.evaluate((box) => (box.scrollTop = 60));
    const { left, top, width } = await boxOf(list);
    const at = { x: left + width * 0.3, y: top + 30 };
    await swipe(page, at, { x: at.x, y: at.y + 250 });
    await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBe(0);
    await expect(sheet).toBeVisible();
    // A list keeps the finger as long as it still moves by itself: another sheet begins anew.
    await reopen(page);
    const slider = await boxOf(sheet.getByRole("slider", { name: "Brightness" }));
    await swipe(page, { x: slider.left + 40, y: slider.top + 10 }, { x: slider.left + 50, y: top + 400 });
    await expect(sheet).toBeVisible();
    await reopen(page);
    await swipe(page, at, { x: at.x, y: at.y + 300 });
    await expect(sheet).toBeHidden();
  });

  for (const [locale, sideways] of [
    ["en", 300],
    ["ar", -300],
  ] as const)
    test(`leaves to its own side on a phone held sideways, in ${locale}`, async ({ page, baseURL }) => {
      await page.context().addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      await page.setViewportSize({ width: 780, height: 360 });
      await openMovie(page, film, { plays: false });
      await page.locator(".player-tools .control").last().tap();
      const sheet = page.getByRole("dialog");
      await expect(sheet).toBeVisible();
      const { left, width } = await boxOf(sheet);
      const from = { x: left + width / 2, y: 100 };
      await swipe(page, from, { x: from.x + sideways, y: 100 });
      await expect(sheet).toBeHidden();
    });
});

test("the lock's button and the subtitles stand clear of each other", async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("player", JSON.stringify({ subtitles: { id: "en", locale: "en" } })),
  );
  await openMovie(page, film);
  await press(page, "Lock screen");
  await filmOf(page).evaluate((video: HTMLVideoElement) => video.pause());
  await moveTo(page, 35);
  const captions = page.getByRole("region", { name: "Subtitles" });
  await expect(captions).toContainText("Some nights, the sky leaves one too.");
  const unlock = page.getByRole("button", { name: "Unlock" });
  await expect(unlock).toBeVisible();
  await expect
    .poll(async () => (await boxOf(unlock)).top - (await boxOf(captions)).bottom)
    .toBeGreaterThanOrEqual(0);
  expect((await boxOf(captions)).top).toBeGreaterThanOrEqual(0);
  // With large text the button is as wide as its word.
  await doubleText(page);
  const { left, right } = await boxOf(unlock.locator("span"));
  expect(left).toBeGreaterThan((await boxOf(unlock)).left);
  expect(right).toBeLessThan((await boxOf(unlock)).right);
});

for (const large of [false, true])
  test(`the bar's picture is whole at both ends${large ? ", with large text" : ""}`, async ({ page }) => {
    await openMovie(page, film);
    if (large) await doubleText(page);
    await press(page, "Pause");
    const bar = await boxOf(page.locator(".scrub-track"));
    const { down, move, up } = await fingersOf(page);
    const point = (share: number) => ({ x: bar.left + bar.width * share, y: bar.top + 2 });
    await down(point(0.5));
    await expect(page.locator(".scrub-picture")).toBeVisible();
    const player = await boxOf(page.locator(".player"));
    for (const share of [0.01, 0.3, 0.5, 0.8, 0.99]) {
      await move(point(share));
      await expect(page.locator(".scrub-time")).toHaveText(
        `0:${String(Math.floor(48 * share)).padStart(2, "0")}`,
      );
      const picture = await boxOf(page.locator(".scrub-thumbnail"));
      expect(picture.left, `at ${share}`).toBeGreaterThanOrEqual(player.left);
      expect(picture.right, `at ${share}`).toBeLessThanOrEqual(player.right);
      expect(picture.top, `at ${share}`).toBeGreaterThanOrEqual(player.top);
    }
    await up();
  });
