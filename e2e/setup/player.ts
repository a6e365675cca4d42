import { expect, type Page } from "@playwright/test";

/** The player's video, with scripts. */
export const filmOf = (page: Page) => page.locator("video[data-player-video]");

/** Opens a video and waits for its controls; plays it from a given second, unless it should stay paused. */
export async function openMovie(page: Page, path: string, { plays = true } = {}): Promise<void> {
  await page.goto(path);
  await expect(page.locator(".control-play")).toBeAttached();
  if (!plays) return;
  await filmOf(page).evaluate((film: HTMLVideoElement) => film.play().catch(() => {}));
  await expect.poll(() => place(page), { timeout: 20_000 }).toBeGreaterThan(0.2);
}

export const place = (page: Page) => filmOf(page).evaluate((film: HTMLVideoElement) => film.currentTime);
export const paused = (page: Page) => filmOf(page).evaluate((film: HTMLVideoElement) => film.paused);

/** A property of the video element, polled. */
export function expectVideo(
  page: Page,
  name: "playbackRate" | "volume" | "muted" | "loop" | "paused" | "currentTime" | "ended",
) {
  return expect.poll(() => filmOf(page).evaluate((film: HTMLVideoElement, key) => film[key], name));
}

/** Seeks by script, without the controls. */
export async function moveTo(page: Page, seconds: number): Promise<void> {
  await filmOf(page).evaluate((film: HTMLVideoElement, to) => (film.currentTime = to), seconds);
}

/** Whether the controls are visible. */
export const chromeShown = (page: Page) =>
  expect.poll(() => page.locator(".player").evaluate((box: HTMLElement) => !("idle" in box.dataset)));

/** The place of a point of the player, from 0 to 1 across and down, on the screen. */
export async function pointOf(page: Page, across: number, down: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator(".player").boundingBox())!;
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

/** Taps one of the player's buttons, after showing the controls, which hide during playback. */
export async function press(page: Page, name: string): Promise<void> {
  const player = page.locator(".player");
  await player.dispatchEvent("pointermove", { pointerType: "mouse", bubbles: true });
  await player.getByRole("button", { name, exact: true }).tap();
}
