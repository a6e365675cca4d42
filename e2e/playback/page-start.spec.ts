import type { Page } from "@playwright/test";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { hold } from "../setup/hold.ts";
import { filmOf, openMovie, place, press } from "../setup/player.ts";
import { markedSeries } from "../setup/seed.ts";
import { expect, phone, startPlaying, test } from "../setup/test.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;
const path = `/video/${film.id}`;

test.use(phone);

/** Files of the build that the page itself has asked for; not those of the service worker. */
const fetchedFiles = () =>
  performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)!);

test("a page at rest neither fetches nor runs hls.js; a play does", async ({ page }) => {
  // Waiting for an element counts as a gesture of the user, after which the page plays by itself.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: false }) }),
  );
  await openMovie(page, path, { plays: false });
  await expect(page.locator(".player-bar")).toBeVisible();
  await page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => setTimeout(done, 1_000), { timeout: 5_000 })),
  );
  const library = /^hls-.*\.js$/;
  expect((await page.evaluate(fetchedFiles)).filter((name) => library.test(name))).toEqual([]);
  await startPlaying(page);
  await expect
    .poll(async () => (await page.evaluate(fetchedFiles)).filter((name) => library.test(name)).length)
    .toBe(1);
  await expect.poll(() => place(page), { timeout: 25_000 }).toBeGreaterThan(4);
  expect(await filmOf(page).evaluate((video: HTMLVideoElement) => video.buffered.length)).toBe(1);
});

test("a video has controls at every moment: the browser's, then those of the app", async ({ page }) => {
  await page.addInitScript(() => {
    const moments = { all: 0, bare: 0 };
    Object.assign(window, { moments });
    new MutationObserver(() => {
      const video = document.querySelector<HTMLVideoElement>("[data-player-video]");
      if (!video) return;
      moments.all += 1;
      if (!video.controls && !document.querySelector(".player-bar")) moments.bare += 1;
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const bare = () =>
    page.evaluate(() => {
      const { moments } = window as unknown as { moments: { all: number; bare: number } };
      return moments.all > 0 ? moments.bare : NaN;
    });
  await page.goto(`/video/${markedSeries.id}/1`);
  await expect(page.locator(".player-bar")).toBeVisible();
  await expect(filmOf(page)).not.toHaveAttribute("controls");
  expect(await bare()).toBe(0);
  await press(page, "Episodes");
  await page.getByRole("dialog", { name: "Episodes" }).getByRole("link").nth(2).tap();
  await expect(page).toHaveURL(`/video/${markedSeries.id}/3`);
  await expect(page.locator(".player-bar")).toBeVisible();
  expect(await bare()).toBe(0);
});

test("a thread of its own reads the language's formats, and ends", async ({ page }) => {
  const begun = page.waitForEvent("worker");
  const came = page.goto(path);
  const worker = await begun;
  expect(worker.url()).toMatch(/^blob:/);
  await came;
  await expect.poll(() => page.workers().length).toBe(0);
});

/** Urls of posters that a page asks for. */
function postersOf(page: Page): string[] {
  const asked: string[] = [];
  page.on(
    "request",
    (request) => void (/\/artwork\/.*\/poster-/.test(request.url()) && asked.push(request.url())),
  );
  return asked;
}

test("the pictures below a video wait for its first frame", async ({ page }) => {
  // A slow machine would reach the end of the wait before the test has looked.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => (ms === 3_000 ? 0 : later(run, ms)),
    });
  });
  const letGo = await hold(page, /\/seg_00000\.m4s/);
  const asked = postersOf(page);
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("data-awaits-frame", "");
  await page.waitForTimeout(1_000);
  expect(asked).toEqual([]);
  letGo();
  const below = page.locator(".watch-more img").first();
  await expect
    .poll(() => below.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.locator("html")).not.toHaveAttribute("data-awaits-frame", "");
});

test("the pictures below a video come without a frame that takes too long", async ({ page }) => {
  await page.route(/\/seg_\d+\.m4s/, () => {});
  const asked = postersOf(page);
  await page.goto(path);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await expect(page.locator(".watch-more img").first()).toBeVisible();
});

test("the style sheets of a page are fetched along with its scripts", async ({ page }) => {
  const letGo = await hold(page, /\/assets\/video-[^/]*\.js$/);
  await page.goto("/", { waitUntil: "networkidle" });
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await page.locator(`main a[href="${path}"]`).first().tap();
  await expect.poll(() => asked.some((url) => /\/assets\/video-[^/]*\.css$/.test(url))).toBe(true);
  letGo();
  await expect(page.locator(".stage-video")).toBeVisible();
});

test("the styles of a first visit stay in its document, and are files on the next page", async ({ page }) => {
  await page.goto(path);
  const inline = page.locator("style[data-href]");
  const names = await inline.evaluateAll((styles) =>
    styles.map((style) => (style as HTMLElement).dataset.href!.split("/").at(-1)!),
  );
  expect(names.length).toBeGreaterThan(0);
  await expect(page.locator("link[rel=stylesheet][disabled]")).toHaveCount(names.length);
  const asked = await page.evaluate(fetchedFiles);
  expect(names.filter((name) => asked.includes(name))).toEqual([]);
  const colour = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  const before = await colour();

  await page.locator(".stage-back").click();
  await expect(page).toHaveURL("/");
  await expect(inline).toHaveCount(0);
  await expect(page.locator("link[rel=stylesheet][disabled]")).toHaveCount(0);
  expect(await colour()).toBe(before);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a first visit is styled by its own document", async ({ page }) => {
    await page.goto(path);
    await expect(page.locator(".stage-video")).toHaveCSS("background-color", "rgb(0, 0, 0)");
    await expect(page.locator(".watch-more img").first()).toBeVisible();
  });
});

for (const plays of [false, true]) {
  test(`a video that is left ${plays ? "while it plays" : "at rest"} is not loaded any more`, async ({
    page,
  }) => {
    await page.addInitScript(
      (plays) =>
        Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: plays }) }),
      plays,
    );
    await openMovie(page, path, { plays });
    await expect(page.locator(".player-bar")).toBeVisible();
    await page.locator(".stage-back").tap();
    await expect(page.locator(".hero")).toBeVisible();
    // Home fetches the beginning of what is likely to be watched next, for which it needs no playlist.
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes(".m3u8")) fetched.push(request.url());
    });
    await page.waitForTimeout(3_000);
    expect(fetched).toEqual([]);
  });
}
