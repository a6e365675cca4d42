import type { Page } from "@playwright/test";
import { violationsOf } from "../setup/accessibility.ts";
import {
  chromeShown,
  expectVideo,
  filmOf,
  moveTo,
  openMovie,
  paused,
  place,
  pointOf,
} from "../setup/player.ts";
import { richMovie } from "../setup/seed.ts";
import { expect, test } from "../setup/test.ts";

const film = `/video/${richMovie.id}`;
const control = (page: Page, name: string) =>
  page.locator(".player").getByRole("button", { name, exact: true });

test.use({ viewport: { width: 1440, height: 900 } });

test("a click on the picture pauses and plays; a movement shows the controls, and rest lets them go", async ({
  page,
}) => {
  await openMovie(page, film);
  const { x, y } = await pointOf(page, 0.5, 0.4);
  await page.mouse.click(x, y);
  await expect.poll(() => paused(page)).toBe(true);
  await page.mouse.click(x, y);
  await expect.poll(() => paused(page)).toBe(false);
  await chromeShown(page).toBe(false);
  await page.mouse.move(x + 40, y);
  await chromeShown(page).toBe(true);
});

test("a picture that stands has a large button in its middle, for a mouse alone", async ({ page }) => {
  await openMovie(page, film, { plays: false });
  const large = page.locator(".large-play");
  await expect(large).toHaveAttribute("aria-hidden", "true");
  const middle = await pointOf(page, 0.5, 0.5);
  const { x, y, width, height } = (await large.boundingBox())!;
  expect(Math.abs(x + width / 2 - middle.x)).toBeLessThan(1);
  expect(Math.abs(y + height / 2 - middle.y)).toBeLessThan(1);
  await large.click();
  await expectVideo(page, "paused").toBe(false);
  await expect(large).toBeHidden();
  await page.keyboard.press("k");
  await expect(large).toBeVisible();
});

test("a held mouse button plays at double speed, and does not pause", async ({ page }) => {
  await openMovie(page, film);
  const { x, y } = await pointOf(page, 0.5, 0.4);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expectVideo(page, "playbackRate").toBe(2);
  await page.mouse.up();
  await expectVideo(page, "playbackRate").toBe(1);
  expect(await paused(page)).toBe(false);
});

test("the buttons: play, ten seconds back and forward, mute, volume", async ({ page }) => {
  await openMovie(page, film);
  await control(page, "Pause").click();
  await expect(control(page, "Play")).toBeVisible();
  await moveTo(page, 20);
  await expect(page.locator(".player-time")).toContainText("0:20/ 0:48");
  await control(page, "Forward 10 seconds").click();
  await expectVideo(page, "currentTime").toBe(30);
  await control(page, "Back 10 seconds").click();
  await control(page, "Back 10 seconds").click();
  await expectVideo(page, "currentTime").toBe(10);
  await control(page, "Mute").click();
  await expectVideo(page, "muted").toBe(true);
  await expect(page.getByRole("status").filter({ hasText: "Muted" })).toBeVisible();
  await control(page, "Unmute").click();
  await expectVideo(page, "muted").toBe(false);
  await page.getByRole("slider", { name: "Volume" }).fill("40");
  await expectVideo(page, "volume").toBe(0.4);
  await page.reload();
  await expectVideo(page, "volume").toBe(0.4);
});

test("the bar: pictures and chapters under the mouse, a click and a drag seek, loaded parts are shown", async ({
  page,
}) => {
  await openMovie(page, film);
  await control(page, "Pause").click();
  const bar = (await page.locator(".scrub-track").boundingBox())!;
  const at = (share: number) => [bar.x + bar.width * share, bar.y + bar.height / 2] as const;
  await page.mouse.move(...at(0.5));
  await expect(page.locator(".scrub-chapter")).toHaveText("Ten weeks of night");
  await expect(page.locator(".scrub-time")).toHaveText("0:24");
  await expect(page.locator(".scrub-sprite")).toHaveCSS("background-image", /sprite_0\.webp/);
  await page.mouse.down();
  await page.mouse.move(...at(0.75), { steps: 3 });
  expect(await place(page)).toBeLessThan(10);
  await page.mouse.up();
  await expect.poll(() => place(page)).toBeCloseTo(36, 0);
  await expect(page.locator(".scrub-gap")).toHaveCount(2);
  await expect(page.locator(".scrub-loaded").first()).toBeAttached();
  const slider = page.getByRole("slider", { name: "Seek" });
  await expect(slider).toHaveAttribute("aria-valuetext", "36 seconds of 48 seconds, The sky answers");
  await slider.press("ArrowLeft");
  await expect.poll(() => place(page)).toBeCloseTo(31, 0);
});

test("settings: speed, quality with its weight, repeat, sound, chapters, brightness", async ({ page }) => {
  await openMovie(page, film);
  await control(page, "Settings").click();
  const sheet = page.getByRole("dialog");
  const go = (name: string) => sheet.getByRole("button", { name }).click();
  const back = () => go("Back");
  await go("Speed");
  await sheet.getByText("1.5×").click();
  await expectVideo(page, "playbackRate").toBe(1.5);
  await back();
  await go("Quality");
  await expect(sheet.getByText("130 MB per hour").first()).toBeVisible();
  await sheet.getByRole("radio", { name: /360p/ }).check({ force: true });
  await expect
    .poll(() => filmOf(page).evaluate((video: HTMLVideoElement) => video.videoHeight), { timeout: 15_000 })
    .toBe(360);
  await back();
  await expect(sheet.getByRole("button", { name: /Quality/ })).toContainText("360p");
  await go("Audio");
  await sheet.getByText("Nature only").click();
  await back();
  await expect(sheet.getByRole("button", { name: /Audio/ })).toContainText("Nature only");
  await sheet.getByRole("switch", { name: "Repeat" }).check({ force: true });
  await expectVideo(page, "loop").toBe(true);
  await sheet.getByRole("slider", { name: "Brightness" }).fill("40");
  await expect(page.locator(".player-dimmer")).toHaveCSS("opacity", "0.6");
  await go("Chapters");
  await sheet.getByRole("button", { name: /The sky answers/ }).click();
  await expect(sheet).toBeHidden();
  await expect.poll(() => place(page)).toBeGreaterThan(31.5);
  await page.reload();
  await control(page, "Settings").click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /Quality/ })).toContainText("360p");
  await expect(page.getByRole("dialog").getByRole("button", { name: /Audio/ })).toContainText("Nature only");
});

test("subtitles: a language is shown, in the chosen size and ground, and both are remembered", async ({
  page,
}) => {
  await openMovie(page, film);
  await control(page, "Subtitles").click();
  const sheet = page.getByRole("dialog", { name: "Subtitles" });
  await sheet.getByText("Deutsch").click();
  await sheet.getByText("Large", { exact: true }).click();
  await sheet.getByText("Solid").click();
  await page.keyboard.press("Escape");
  await expect(control(page, "Subtitles")).toHaveAttribute("aria-pressed", "true");
  const cue = await filmOf(page).evaluate(async (video: HTMLVideoElement) => {
    const { track } = video.querySelector<HTMLTrackElement>("track[srclang=de]")!;
    while (!track.cues?.length) await new Promise((resolve) => setTimeout(resolve, 50));
    const [first] = track.cues;
    video.currentTime = first!.startTime + 0.2;
    return (first as VTTCue).text;
  });
  const captions = page.getByRole("region", { name: "Subtitles" });
  await expect(captions).toContainText(cue.split("\n")[0]!);
  await expect(captions.locator("p")).toHaveAttribute("lang", "de");
  await expect(captions).toHaveAttribute("data-size", "large");
  await expect(captions).toHaveAttribute("data-ground", "solid");
  await page.reload();
  await expect(control(page, "Subtitles")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("region", { name: "Subtitles" })).toHaveAttribute("data-size", "large");
});

test("the likely languages come first, and captions for the hard of hearing are marked and remembered", async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: "locale", value: "ja", url: baseURL! }]);
  await page.goto(film);
  await page.locator(".control-subtitles").click();
  const rows = page.getByRole("dialog").locator("fieldset").first().locator(".choice-label");
  await expect(rows.nth(1)).toHaveText("日本語");
  await expect(rows.nth(2)).toHaveText("English");
  await expect(rows.nth(3)).toHaveText("English (CC)聴覚に障がいのある方向け");
  await rows.nth(3).click();
  // Another film of the same person: its captions, not its subtitles.
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("player")!).subtitles)).toMatchObject({
    locale: "en",
    captions: true,
  });
  await page.reload();
  await page.locator(".control-subtitles").click();
  await expect(rows.nth(1)).toHaveText("English");
  await expect(page.getByRole("dialog").locator("fieldset").first().locator("input").nth(2)).toBeChecked();
});

test("fullscreen by button and double click; the sheets are there too", async ({ page }) => {
  await openMovie(page, film);
  const full = () => page.evaluate(() => document.fullscreenElement?.className ?? null);
  await control(page, "Full screen").click();
  await expect.poll(full).toBe("player");
  await expect(page.locator(".player-title")).toContainText(richMovie.texts.en!.title);
  await control(page, "Settings").click();
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  const { x, y } = await pointOf(page, 0.5, 0.4);
  await page.mouse.dblclick(x, y);
  await expect.poll(full).toBeNull();
});

test("the system knows what plays: its media keys work, and the screen stays awake", async ({ page }) => {
  await page.addInitScript(() => {
    const handlers: Record<string, (detail: object) => void> = {};
    const locks: string[] = [];
    Object.assign(window, { handlers, locks });
    MediaSession.prototype.setActionHandler = (name: string, handler) =>
      void (handlers[name] = handler as never);
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        async request() {
          locks.push("taken");
          return { released: false, release: async () => void locks.push("released") };
        },
      },
    });
  });
  await openMovie(page, film);
  const session = await page.evaluate(() => ({
    title: navigator.mediaSession.metadata?.title,
    picture: navigator.mediaSession.metadata?.artwork[0]?.src,
    state: navigator.mediaSession.playbackState,
  }));
  expect(session).toMatchObject({ title: richMovie.texts.en!.title, state: "playing" });
  expect(session.picture).toMatch(/\/artwork\/.*backdrop/);
  const does = (name: string, detail = {}) =>
    page.evaluate(
      ([key, what]) =>
        (window as never as { handlers: Record<string, (detail: object) => void> }).handlers[key]!(what),
      [name, detail] as const,
    );
  const locks = () => page.evaluate(() => (window as never as { locks: string[] }).locks.join(" "));
  expect(await locks()).toBe("taken");
  await does("pause");
  await expect.poll(() => paused(page)).toBe(true);
  await expect.poll(locks).toBe("taken released");
  await does("seekto", { seekTime: 30 });
  await expect.poll(() => place(page)).toBeCloseTo(30, 0);
  await does("seekbackward");
  await expect.poll(() => place(page)).toBeCloseTo(20, 0);
});

test("controls and every sheet are clean for assistive technology", async ({ page }) => {
  await openMovie(page, film);
  await control(page, "Pause").click();
  const look = async () => {
    expect(await violationsOf(page, { include: ".player", tags: null })).toEqual([]);
  };
  await look();
  for (const name of ["Settings", "Subtitles"]) {
    await control(page, name).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await look();
    await page.keyboard.press("Escape");
    // Focus is back where it was.
    await expect(control(page, name)).toBeFocused();
  }
});
