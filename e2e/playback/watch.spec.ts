import { enterAs } from "../setup/admin.ts";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import {
  accounts,
  expect,
  expectPlaying,
  phone,
  signIn,
  startPlaying,
  test,
  videoOf,
} from "../setup/test.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;
const series = demoMovies.find(({ access, kind }) => access === "free" && kind === "series")!;
const vip = demoMovies.find(({ access, kind }) => access === "vip" && kind === "film")!;
const time = (video: HTMLVideoElement) => video.currentTime;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ ...phone, javaScriptEnabled });

    test("open the app, watch a film, close it, come back, resume", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      await page.locator(`a[href^="/video/${film.id}"]`).first().click();
      await expect(page).toHaveURL(new RegExp(`/video/${film.id}`));
      const video = videoOf(page);
      await expect(video).toBeVisible();
      await startPlaying(page);
      await expectPlaying(page);
      await expect.poll(() => video.evaluate(time), { timeout: 25_000 }).toBeGreaterThan(8);
      const left = await video.evaluate(time);

      await page.goto("/");
      const again = page
        .locator(`section:has-text("Continue watching") a[href^="/video/${film.id}"]`)
        .first();
      await expect(again).toBeVisible();
      await again.click();
      await startPlaying(page);
      await expectPlaying(page);
      const resumed = await videoOf(page).evaluate(time);
      expect(resumed).toBeGreaterThan(2);
      expect(resumed).toBeLessThan(left + 4);
    });

    test("a series: its episodes are links, and each has its own address", async ({ page }) => {
      await page.goto(`/video/${series.id}`);
      const second = page.locator(`a[href="/video/${series.id}/2"]`);
      await expect(second).toBeVisible();
      await second.click();
      await expect(page).toHaveURL(`/video/${series.id}/2`);
      await expect(page.locator(`a[href="/video/${series.id}/2"][aria-current]`)).toBeVisible();
    });

    test("a VIP title shows its paywall; signing in as a VIP leads back to it, and it plays", async ({
      page,
    }) => {
      await page.goto(`/video/${vip.id}`);
      await expect(page.getByRole("heading", { name: "This one is for VIP members" })).toBeVisible();
      await expect(page.locator("video")).toHaveCount(0);
      expect(await page.content()).not.toContain("/media/");
      await page.getByRole("link", { name: "Sign in to watch" }).click();
      await signIn(page, accounts.vip);
      await expect(page).toHaveURL(`/video/${vip.id}`);
      await startPlaying(page);
      await expectPlaying(page);
    });

    test("a member without VIP sees that this account has none", async ({ page }) => {
      await page.goto(`/page/login?to=/video/${vip.id}`);
      await signIn(page, accounts.user);
      await expect(page.getByText("this account has no VIP membership")).toBeVisible();
    });
  });
}

test("the film plays through hls.js from the lowest rung, and its buttons work", async ({ page }) => {
  // As in a browser that can't play HLS by itself: one that can keeps the video when it is playing already.
  await page.addInitScript(() => {
    const own = HTMLMediaElement.prototype.canPlayType;
    HTMLMediaElement.prototype.canPlayType = function (type) {
      return /mpegurl/i.test(type) ? "" : own.call(this, type);
    };
  });
  const segments: string[] = [];
  page.on("request", (request) => /seg_\d+\.m4s/.test(request.url()) && segments.push(request.url()));
  await page.goto(`/video/${film.id}`);
  const video = videoOf(page);
  const button = page.locator(".control-play");
  await expect(button).toBeVisible();
  const paused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.src)).toMatch(/^blob:/);
  if (await paused()) await button.click();
  await expectPlaying(page);
  expect(segments[0]).toMatch(/v240/);
  await button.click();
  await expect.poll(paused).toBe(true);
  await button.click();
  await expect.poll(paused).toBe(false);
});

test("an expired or borrowed signature opens nothing", async ({ page, request }) => {
  await enterAs(page, accounts.vip);
  await page.goto(`/video/${vip.id}`);
  const source = (await page.locator("video[data-player-video] source").first().getAttribute("src"))!.replace(
    /#.*/,
    "",
  );
  expect((await request.get(source)).status()).toBe(200);
  expect(
    (await request.get(source.replace(/^\/media\/[^/]+/, "/media/x.v-.AAAAAAAAAAAAAAAAAAAAAAAA"))).status(),
  ).toBe(403);
  expect((await request.get(source.replace(vip.id, film.id))).status()).toBe(403);
});
