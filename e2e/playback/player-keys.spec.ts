import type { Page } from "@playwright/test";
import { chromeShown, expectVideo, filmOf, moveTo, openMovie, paused, place } from "../setup/player.ts";
import { markedSeries, richMovie } from "../setup/seed.ts";
import { expect, expectPlaying, phone, test } from "../setup/test.ts";

test.use({ viewport: { width: 1440, height: 900 } });

/**
 * Notes each word on what has changed: it is seen for a second and a half, which a busy machine may let pass.
 * @returns what waits for one
 */
async function listenToHints(page: Page): Promise<(text: string) => Promise<void>> {
  await page.locator(".player .hint[role=status]").evaluate((hint: HTMLElement) => {
    const { said } = Object.assign(window, { said: [] as string[] });
    const note = () => void (hint.innerText && hint.checkVisibility() && said.push(hint.innerText.trim()));
    new MutationObserver(note).observe(hint, { childList: true, subtree: true, characterData: true });
  });
  return (text) =>
    expect.poll(() => page.evaluate(() => (window as never as { said: string[] }).said)).toContain(text);
}

test("every key of the map does what the help says", async ({ page }) => {
  await openMovie(page, `/video/${richMovie.id}`);
  const says = await listenToHints(page);
  const { keyboard } = page;
  const stands = (seconds: number) => expect.poll(() => place(page)).toBeCloseTo(seconds, 1);
  await keyboard.press("k");
  await expectVideo(page, "paused").toBe(true);
  await moveTo(page, 20);
  await keyboard.press("j");
  await stands(10);
  await keyboard.press("l");
  await stands(20);
  await keyboard.press("ArrowRight");
  await stands(25);
  await keyboard.press("ArrowLeft");
  await stands(20);
  await keyboard.press(".");
  await stands(20.04);
  await keyboard.press(",");
  await stands(20);
  await keyboard.press("5");
  await stands(24);
  await keyboard.press("m");
  await expectVideo(page, "muted").toBe(true);
  // The player hears of it a moment later, and only then does the key mean the other thing.
  await says("Muted");
  await keyboard.press("m");
  await says("Volume 100%");
  await keyboard.press(">");
  await expectVideo(page, "playbackRate").toBe(1.25);
  await says("Speed 1.25×");
  await keyboard.press("<");
  await expectVideo(page, "playbackRate").toBe(1);
  await keyboard.press("c");
  await says("Subtitles: English");
  await keyboard.press("c");
  await says("Subtitles off");
  await keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  // The player hears of it a moment later, and only then are these its keys.
  await expect(page.locator(".player [aria-label='Exit full screen']")).toBeAttached();
  await keyboard.press("ArrowDown");
  await expectVideo(page, "volume").toBe(0.95);
  await keyboard.press("ArrowUp");
  await expectVideo(page, "volume").toBe(1);
  await keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
  await keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Jump to 0–90% of the film")).toBeVisible();
  // A sheet that is read keeps the keys.
  await keyboard.press("m");
  await expectVideo(page, "muted").toBe(false);
  await keyboard.press("Escape");
  await expect(help).toBeHidden();
  await keyboard.press(" ");
  await expect.poll(() => paused(page)).toBe(false);
  // Until the next frame the focus is still on what the sheet held: a key that comes before is the video's as well.
  await keyboard.press("?");
  await expect(help).toBeVisible();
  await help.evaluate((sheet: HTMLDialogElement) => {
    const inside = sheet.querySelector("button")!;
    inside.focus();
    sheet.close();
    for (const type of ["keydown", "keyup"])
      inside.dispatchEvent(new KeyboardEvent(type, { key: " ", bubbles: true, cancelable: true }));
  });
  await expect.poll(() => paused(page)).toBe(true);
});

test("the small window, where the browser has one", async ({ page }) => {
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    HTMLVideoElement.prototype.requestPictureInPicture = async () => asked.push("in") as never;
    Object.defineProperty(Document.prototype, "pictureInPictureEnabled", { get: () => true });
  });
  await openMovie(page, `/video/${richMovie.id}`);
  await page.keyboard.press("i");
  await page.locator(".player").getByRole("button", { name: "Picture in picture" }).click();
  expect(await page.evaluate(() => (window as never as { asked: string[] }).asked)).toEqual(["in", "in"]);
});

test("the video stays when the episode changes, and with it the small window, the volume and the pace", async ({
  page,
}) => {
  await openMovie(page, `/video/${markedSeries.id}/1`);
  const film = filmOf(page);
  await film.evaluate((video: HTMLVideoElement) => Object.assign(video, { own: "first", volume: 0.4 }));
  await page.keyboard.press(">");
  await expectVideo(page, "playbackRate").toBe(1.25);
  const small = () => page.evaluate(() => document.pictureInPictureElement?.tagName ?? "none");
  await page.keyboard.press("i");
  await expect.poll(small).toBe("VIDEO");
  const before = await film.evaluate((video: HTMLVideoElement) => video.currentSrc);
  await page.keyboard.press("n");
  await expect(page).toHaveURL(`/video/${markedSeries.id}/2`);
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentSrc)).not.toBe(before);
  await expectPlaying(page);
  expect(await film.evaluate((video: HTMLVideoElement & { own?: string }) => video.own)).toBe("first");
  expect(await small()).toBe("VIDEO");
  await expectVideo(page, "volume").toBe(0.4);
  await expectVideo(page, "playbackRate").toBe(1.25);
});

test("n and p go to the next and the previous episode", async ({ page }) => {
  await openMovie(page, `/video/${markedSeries.id}/2`, { plays: false });
  await page.keyboard.press("n");
  await expect(page).toHaveURL(`/video/${markedSeries.id}/3`);
  // The address changes a moment before the page does, and with it whose keys these are.
  await expect(page.locator(`a[aria-current][href="/video/${markedSeries.id}/3"]`)).toBeVisible();
  await expect(page.locator(".control-play")).toBeAttached();
  await page.keyboard.press("p");
  await expect(page).toHaveURL(`/video/${markedSeries.id}/2`);
});

/** What the tab key reaches, from the page's way back on. */
async function tabbed(page: Page, steps: number): Promise<string[]> {
  const names: string[] = [];
  await page.locator(".stage-back").focus();
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    names.push(name ?? "none");
  }
  return names;
}

test("with the tab key alone everything is reached, as the eye reads, seen and pressed", async ({ page }) => {
  await openMovie(page, `/video/${richMovie.id}`);
  await chromeShown(page).toBe(false);
  expect(await tabbed(page, 11)).toEqual([
    "Seek",
    "Pause",
    "Back 10 seconds",
    "Forward 10 seconds",
    "Mute",
    "Volume",
    "Play on another screen",
    "Subtitles",
    "Settings",
    "Picture in picture",
    "Full screen",
  ]);
  await chromeShown(page).toBe(true);
});

test("the space bar held plays at double speed; let go, it goes on at the speed before", async ({ page }) => {
  await openMovie(page, `/video/${richMovie.id}`);
  await page.keyboard.down(" ");
  await expectVideo(page, "playbackRate").toBe(2);
  // As long as it is held the system repeats it.
  await page.keyboard.down(" ");
  await page.keyboard.up(" ");
  await expectVideo(page, "playbackRate").toBe(1);
  expect(await paused(page)).toBe(false);
  await page.keyboard.press(" ");
  await expect.poll(() => paused(page)).toBe(true);
  await page.keyboard.press(" ");
  await expect.poll(() => paused(page)).toBe(false);
});

test("a held space bar is not let go by the session that comes meanwhile", async ({ page }) => {
  let open = () => {};
  const opened = new Promise<void>((done) => (open = done));
  await page.route(/\/(session|api\/(identity|login)\/.*)$/, async (route) => {
    await opened;
    await route.continue();
  });
  await openMovie(page, `/video/${richMovie.id}`);
  await page.keyboard.down(" ");
  await expectVideo(page, "playbackRate").toBe(2);
  const answered = page.waitForResponse(/\/session$/);
  open();
  await answered;
  await page.waitForTimeout(1_000);
  await expectVideo(page, "playbackRate").toBe(2);
  await page.keyboard.up(" ");
  await expectVideo(page, "playbackRate").toBe(1);
  expect(await paused(page)).toBe(false);
});

test.describe("on a phone with a keyboard", () => {
  test.use(phone);

  test("the tab key goes from the tools above over the middle to the bar", async ({ page }) => {
    await openMovie(page, `/video/${richMovie.id}`);
    expect(await tabbed(page, 9)).toEqual([
      "Lock screen",
      "Play on another screen",
      "Subtitles",
      "Settings",
      "Back 10 seconds",
      "Pause",
      "Forward 10 seconds",
      "Seek",
      "Picture in picture",
    ]);
  });
});
