import { demoMovies } from "../../demo/catalogue/movies.ts";
import { expect, phone, test } from "../setup/test.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;

test.use(phone);

/** Milliseconds into the page at which its first script was asked for; waits until there is one. */
const firstScript = () =>
  new Promise<number>((found) =>
    new PerformanceObserver((list) => {
      const scripts = list.getEntries().filter(({ name }) => /\/assets\/[\w.-]+\.js$/.test(name));
      if (scripts.length > 0) found(Math.min(...scripts.map(({ startTime }) => startTime)));
    }).observe({ type: "resource", buffered: true }),
  );

test("home is painted, its great picture too, before a script is asked for", async ({ page }) => {
  await page.goto("/");
  const script = await page.evaluate(firstScript);
  const picture = await page.evaluate(() => {
    const { currentSrc } = document.querySelector<HTMLImageElement>("img[fetchpriority=high]")!;
    return (performance.getEntriesByName(currentSrc)[0] as PerformanceResourceTiming).responseEnd;
  });
  expect(picture).toBeGreaterThan(0);
  expect(script).toBeGreaterThan(picture);
  // They do come.
  await page.getByRole("link", { name: "Search films and series" }).first().click();
  await expect(page).toHaveURL(/\/page\/search/);
});

test("a film started at once shows its first frame before a script is asked for", async ({ page }) => {
  await page.addInitScript(() => {
    const start = () => {
      const video = document.querySelector("video");
      if (!video?.querySelector("source")) return;
      observer.disconnect();
      video.muted = true;
      video.addEventListener("loadeddata", () => (document.documentElement.title = `${performance.now()}`));
      void video.play().catch(() => {});
    };
    const observer = new MutationObserver(start);
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/video/${film.id}`);
  const script = await page.evaluate(firstScript);
  const frame = Number(await page.locator("html").getAttribute("title"));
  expect(frame).toBeGreaterThan(0);
  expect(script).toBeGreaterThan(frame);
  // The controls are ours in the end, and the video goes on.
  await expect(page.locator(".control-play")).toBeVisible();
  await expect
    .poll(() =>
      page.locator("video[data-player-video]").evaluate((video: HTMLVideoElement) => video.currentTime),
    )
    .toBeGreaterThan(1);
  // The wait is told, although nothing that counts was there yet.
  const told = page.waitForRequest("**/api/playback/quality");
  await page.locator("video[data-player-video]").evaluate((video: HTMLVideoElement) => video.pause());
  const { startMs } = (await told).postDataJSON() as { startMs: number | null };
  expect(startMs).toBeGreaterThan(0);
  expect(startMs).toBeLessThan(frame);
});

test("clicks while the page comes alive do no harm", async ({ page }) => {
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    // Between any two tasks of the page, from its first words until its scripts are done.
    port1.onmessage = () => {
      document.querySelector<HTMLElement>("h1, h2")?.click();
      if (!("scripted" in document.documentElement.dataset)) port2.postMessage("");
    };
    addEventListener("DOMContentLoaded", () => port2.postMessage(""));
  });
  await page.goto("/page/about");
  await page.locator("a[href='/']").first().click();
  await expect(page.getByRole("region", { name: "Featured titles" })).toBeVisible();
});
