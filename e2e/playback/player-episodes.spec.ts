import { filmOf, moveTo, openMovie, place, press } from "../setup/player.ts";
import { markedSeries } from "../setup/seed.ts";
import { expect, expectPlaying, phone, startPlaying, test, videoOf } from "../setup/test.ts";

test.use(phone);

const series = `/video/${markedSeries.id}`;

test("the intro can be skipped while it runs", async ({ page }) => {
  await openMovie(page, `${series}/1`);
  await moveTo(page, 3);
  await page.getByRole("button", { name: "Skip intro" }).tap();
  await expect.poll(() => place(page)).toBeGreaterThanOrEqual(8);
  await expect(page.getByRole("button", { name: "Skip intro" })).toBeHidden();
});

test("when the credits begin the next episode is offered, counts down, and begins by itself in fullscreen", async ({
  page,
}) => {
  await openMovie(page, `${series}/1`);
  await press(page, "Full screen");
  await moveTo(page, 43.2);
  const card = page.getByRole("region", { name: "Next episode" });
  await expect(card).toContainText(/Next episode in \d+ s/);
  await expect(page).toHaveURL(`${series}/2`, { timeout: 15_000 });
  await expect(page.locator(".player-title")).toContainText(markedSeries.texts.en!.title);
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("player");
  await expectPlaying(page);
});

test("the next episode can be refused, and its beginning by itself turned off for good", async ({ page }) => {
  await openMovie(page, `${series}/1`);
  await moveTo(page, 43.2);
  const card = page.getByRole("region", { name: "Next episode" });
  await card.getByRole("button", { name: "Cancel" }).tap();
  await expect(card).toBeHidden();
  await press(page, "Settings");
  await page.getByRole("switch", { name: "Autoplay next episode" }).uncheck({ force: true });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Watch again" })).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(`${series}/1`);
  await page.reload();
  await startPlaying(page);
  await expectPlaying(page);
  await moveTo(page, 43.2);
  await expect(card).toBeVisible();
  await expect(card).not.toContainText(/in \d+ s/);
  await card.getByRole("button", { name: "Play now" }).tap();
  await expect(page).toHaveURL(`${series}/2`);
});

test("the end offers the film again", async ({ page }) => {
  await openMovie(page, `${series}/4`);
  await moveTo(page, 47.5);
  await press(page, "Watch again");
  await expect
    .poll(() => filmOf(page).evaluate((film: HTMLVideoElement) => !film.paused && film.currentTime < 20))
    .toBe(true);
});

test("the list of episodes inside the player leads to each of them", async ({ page }) => {
  await openMovie(page, `${series}/1`);
  await press(page, "Episodes");
  const sheet = page.getByRole("dialog", { name: "Episodes" });
  await expect(sheet.getByRole("link")).toHaveCount(4);
  await expect(sheet.locator("[aria-current=true]")).toContainText("Now playing");
  await sheet.getByRole("link").nth(2).tap();
  await expect(page).toHaveURL(`${series}/3`);
  await expect(sheet).toBeHidden();
  await expectPlaying(page);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("each episode keeps its own place, and the series says where it was left", async ({ page }) => {
      await page.goto(`${series}/2`);
      await startPlaying(page);
      await expect
        .poll(() => videoOf(page).evaluate((film: HTMLVideoElement) => film.currentTime), { timeout: 25_000 })
        .toBeGreaterThan(javaScriptEnabled ? 6 : 9);
      await page.goto(series);
      const goOn = page.getByRole("link", { name: "Continue with episode 2" });
      await expect(goOn).toBeVisible();
      await goOn.click();
      await expect(page).toHaveURL(`${series}/2`);
      await expect(page.getByText(/Resumes at 0:\d\d/)).toBeVisible();
      await page.goto(`${series}/3`);
      await expect(page.getByText(/Resumes at/)).toBeHidden();
    });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the browser's own controls, with the subtitles of the film", async ({ page }) => {
    await page.goto(`${series}/1`);
    const video = videoOf(page);
    await expect(video).toHaveJSProperty("controls", true);
    const labels = await video
      .locator("track")
      .evaluateAll((tracks) => tracks.map((track) => (track as HTMLTrackElement).label));
    expect(labels).toContain("English");
    const read = await page.request.get((await video.locator("track").first().getAttribute("src"))!);
    expect(await read.text()).toMatch(/^WEBVTT/);
  });
});
