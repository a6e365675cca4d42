import type { Page } from "@playwright/test";
import { fingersOf, swipe } from "../setup/fingers.ts";
import {
  chromeShown,
  expectVideo,
  moveTo,
  openMovie,
  paused,
  place,
  pointOf,
  press,
} from "../setup/player.ts";
import { richMovie } from "../setup/seed.ts";
import { expect, phone, test } from "../setup/test.ts";

test.use(phone);

const film = `/video/${richMovie.id}`;

async function tap(page: Page, across: number, down = 0.5, times = 1): Promise<void> {
  const { x, y } = await pointOf(page, across, down);
  for (let tapped = 0; tapped < times; tapped++) await page.touchscreen.tap(x, y);
}

/** A finger that goes down somewhere and up somewhere else, both as shares of the player. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await swipe(page, await pointOf(page, ...from), await pointOf(page, ...to));
}

test("one tap shows the controls, another one hides them, and neither pauses", async ({ page }) => {
  await openMovie(page, film);
  await chromeShown(page).toBe(false);
  await tap(page, 0.5);
  await chromeShown(page).toBe(true);
  expect(await paused(page)).toBe(false);
  await tap(page, 0.5, 0.2);
  await chromeShown(page).toBe(false);
  expect(await paused(page)).toBe(false);
});

test("two taps on a side go ten seconds back or forward, further ones go on", async ({ page }) => {
  await openMovie(page, film);
  await press(page, "Pause");
  await moveTo(page, 20);
  await expect.poll(() => place(page)).toBe(20);
  await tap(page, 0.85, 0.3, 2);
  await expect(page.locator(".ripple-right")).toContainText("+10");
  await expect.poll(() => place(page)).toBe(30);
  await expect(page.locator(".ripple")).toBeHidden();
  await tap(page, 0.15, 0.3, 3);
  await expect(page.locator(".ripple-left")).toContainText("−20");
  await expect.poll(() => place(page)).toBe(10);
});

test("a finger up and down changes brightness on the left and volume on the right", async ({ page }) => {
  await openMovie(page, film);
  await drag(page, [0.12, 0.3], [0.12, 0.7]);
  await expect(page.locator(".player-dimmer")).toBeAttached();
  await expect(page.getByRole("status").filter({ hasText: /Brightness \d\d%/ })).toBeVisible();
  await drag(page, [0.9, 0.3], [0.9, 0.7]);
  await expectVideo(page, "volume").toBeLessThan(0.7);
  await drag(page, [0.12, 0.6], [0.12, 0.05]);
  await expect(page.locator(".player-dimmer")).toBeHidden();
  // In the middle a finger scrolls the page.
  await chromeShown(page).toBe(false);
  await drag(page, [0.5, 0.9], [0.5, 0.1]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
});

test("a finger on the bar shows the picture of where it is, and seeks when it lets go", async ({ page }) => {
  await openMovie(page, film);
  await press(page, "Pause");
  const { down, move, up } = await fingersOf(page);
  const bar = (await page.locator(".scrub-track").boundingBox())!;
  const point = (share: number) => ({ x: bar.x + bar.width * share, y: bar.y + 2 });
  await down(point(0.1));
  await move(point(0.3));
  await move(point(0.5));
  await expect(page.locator(".scrub-time")).toHaveText(/^0:2[34]$/);
  await expect(page.locator(".scrub-picture")).toBeVisible();
  expect(await place(page)).toBeLessThan(10);
  await up();
  await expect.poll(() => place(page)).toBeGreaterThan(22);
  await expect(page.locator(".scrub-thumbnail")).toBeHidden();
});

test("the lock: touches do nothing until it is opened", async ({ page }) => {
  await openMovie(page, film);
  await press(page, "Lock screen");
  await expect(page.getByRole("button", { name: "Settings" })).toBeHidden();
  const before = await place(page);
  // In this order: right after a drag, Chromium takes a tap for the end of a fling, and no button hears of it.
  await drag(page, [0.12, 0.3], [0.12, 0.7]);
  await tap(page, 0.85, 0.3, 2);
  await expect(page.locator(".player-dimmer")).toBeHidden();
  expect(await place(page)).toBeLessThan(before + 8);
  await press(page, "Unlock");
  await expect(page.getByRole("button", { name: "Settings" })).toBeVisible();
});

test("fullscreen turns the phone to the film's side, and back", async ({ page }) => {
  await page.addInitScript(() => {
    const turned: string[] = [];
    Object.assign(window, { turned });
    Object.assign(ScreenOrientation.prototype, {
      lock: async (side: string) => void turned.push(side),
      unlock: () => void turned.push("free"),
    });
  });
  await openMovie(page, film);
  const turned = () => page.evaluate(() => (window as never as { turned: string[] }).turned.join(" "));
  await press(page, "Full screen");
  await expect.poll(turned).toBe("landscape");
  await press(page, "Exit full screen");
  await expect.poll(turned).toBe("landscape free");
});

test("what a thumb has to hit is large enough", async ({ page }) => {
  await openMovie(page, film);
  await press(page, "Pause");
  const sizes = await page.locator(".player button:visible").evaluateAll((buttons) =>
    buttons.map((button) => {
      const { width, height } = button.getBoundingClientRect();
      return [button.getAttribute("aria-label"), Math.min(width, height)] as const;
    }),
  );
  expect(sizes.filter(([, size]) => size < 44)).toEqual([]);
  expect(sizes.length).toBeGreaterThan(5);
});
