import type { Page } from "@playwright/test";
import { enterAs } from "../setup/admin.ts";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { atScreen, castOf, standInForCast } from "../setup/cast-sdk.ts";
import { filmOf, moveTo, openMovie, paused, place } from "../setup/player.ts";
import { markedSeries, richMovie } from "../setup/seed.ts";
import { accounts, expect, phone, test } from "../setup/test.ts";

const film = `/video/${richMovie.id}`;
const vipFilm = demoMovies.find(({ kind, access }) => kind === "film" && access === "vip")!;
const control = (page: Page, name: string) =>
  page.locator(".player").getByRole("button", { name, exact: true });
const castButton = (page: Page) => control(page, "Play on another screen");
const notice = (page: Page) => page.locator(".cast-notice");

test.use({ viewport: { width: 1440, height: 900 } });

/** Casts the film on the page to the living room. */
async function castIt(page: Page): Promise<void> {
  await castButton(page).click();
  await expect(page.locator(".player-elsewhere")).toHaveText("Playing on Living room");
  // The screen is joined before it is sent the episode.
  await expect.poll(async () => (await castOf(page)).playerState).toBe("PLAYING");
}

/** Asks the API as this page's user. */
const asUser = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("token")}` };
    const answer = await fetch(`/api/${path}`, { headers });
    return (await answer.json()) as { c: number; d: { items: { positionS: number }[] } };
  }, path);

test("a film goes to a screen with its place and subtitles, is steered from the page, and comes back", async ({
  page,
}) => {
  const { asked } = await standInForCast(page, "Living room");
  await openMovie(page, film);
  await control(page, "Subtitles").click();
  await page.getByRole("dialog", { name: "Subtitles" }).getByText("Deutsch").click();
  await page.keyboard.press("Escape");
  await moveTo(page, 12);
  expect(asked).toEqual([]);
  await castIt(page);
  expect(asked).toEqual(["https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1"]);
  expect(await paused(page)).toBe(true);
  const { loads, activeTrackIds } = await castOf(page);
  expect(loads).toHaveLength(1);
  const { media, currentTime } = loads[0]!;
  expect(currentTime).toBeGreaterThan(11);
  expect(currentTime).toBeLessThan(20);
  expect(media.metadata.title).toBe(richMovie.texts.en!.title);
  expect(media.tracks[activeTrackIds[0]! - 1]).toMatchObject({ language: "de", name: "Deutsch" });
  // The screen's page is another site's, and has no cookie.
  for (const url of [media.contentId, media.tracks[0]!.trackContentId]) {
    const headers = { Origin: "https://www.gstatic.com", "Sec-Fetch-Site": "cross-site", Cookie: "" };
    const answer = await page.request.get(url, { headers });
    expect([answer.status(), answer.headers()["access-control-allow-origin"]]).toEqual([200, "*"]);
  }

  await control(page, "Pause").click();
  await expect.poll(async () => (await castOf(page)).playerState).toBe("PAUSED");
  await page.getByRole("slider", { name: "Seek" }).press("End");
  await page.keyboard.press("5");
  await expect.poll(async () => (await castOf(page)).currentTime).toBe(24);
  await expect(page.locator(".player-time")).toContainText("0:24");
  await page.keyboard.press("c");
  await expect.poll(async () => (await castOf(page)).activeTrackIds).toEqual([]);
  // Another place is saved while the screen plays.
  await expect
    .poll(async () => (await asUser(page, `progress/of?id=${richMovie.id}`)).d.items[0]?.positionS)
    .toBeCloseTo(24, 0);
  await control(page, "Play").click();
  await control(page, "Stop playing on Living room").click();
  await expect(page.locator(".player-elsewhere")).toHaveCount(0);
  await expect.poll(() => paused(page)).toBe(false);
  expect(await place(page)).toBeGreaterThan(23);
});

test("a screen that is switched off gives the film back where it stood; a paused one comes back paused", async ({
  page,
}) => {
  await standInForCast(page, "Living room");
  await openMovie(page, film);
  await castIt(page);
  await page.keyboard.press("5");
  await control(page, "Pause").click();
  await atScreen(page, "end");
  await expect(castButton(page)).toBeVisible();
  await expect.poll(() => place(page)).toBeGreaterThanOrEqual(24);
  expect(await paused(page)).toBe(true);
});

test("the next episode plays on the same screen, and not here", async ({ page }) => {
  await standInForCast(page, "Living room");
  await openMovie(page, `/video/${markedSeries.id}/1`);
  await castIt(page);
  await control(page, "Next episode").click();
  await expect(page).toHaveURL(`/video/${markedSeries.id}/2`);
  await expect.poll(async () => (await castOf(page)).loads.length).toBe(2);
  await expect(page.locator(".player-elsewhere")).toHaveText("Playing on Living room");
  expect(await paused(page)).toBe(true);
});

test("a VIP film plays without a cookie", async ({ page, request }) => {
  await standInForCast(page, "Living room");
  await enterAs(page, accounts.vip);
  await page.goto(`/video/${vipFilm.id}`);
  await expect(page).toHaveURL(`/video/${vipFilm.id}`);
  await expect(page.locator(".control-play")).toBeAttached();
  await castIt(page);
  const { loads } = await castOf(page);
  const { contentId } = loads[0]!.media;
  const receiver = { headers: { Origin: "https://www.gstatic.com" } };
  expect((await request.get(contentId, receiver)).status()).toBe(200);
});

test("without a screen around, the button says so, and the film plays on", async ({ page }) => {
  await standInForCast(page, null);
  await openMovie(page, film);
  await castButton(page).click();
  await expect(notice(page)).toHaveText("No screen found. Check that it’s on and uses the same Wi-Fi.");
  expect(await paused(page)).toBe(false);
});

test.describe("with a blocker", () => {
  test.use({ allowedErrors: [/net::ERR_BLOCKED_BY_CLIENT/] });
  test("the button says what is blocked", async ({ page }) => {
    await page.route("https://www.gstatic.com/**", (route) => route.abort("blockedbyclient"));
    await openMovie(page, film);
    await castButton(page).click();
    await expect(notice(page)).toContainText("Casting is blocked. Allow scripts from gstatic.com");
    expect(await filmOf(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(false);
  });
});

test.describe("in a browser without it", () => {
  test.use({ userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0" });
  test("the button names the browsers that have it", async ({ page }) => {
    await openMovie(page, film, { plays: false });
    await castButton(page).click();
    await expect(notice(page)).toHaveText("This browser can’t cast. Open the page in Chrome or Edge.");
  });
});

test.describe("without JavaScript", () => {
  test.use({ ...phone, javaScriptEnabled: false });
  test("no button promises another screen", async ({ page }) => {
    await page.goto(film);
    await expect(page.locator("video:visible")).toHaveCount(1);
    await expect(castButton(page)).toHaveCount(0);
  });
});
