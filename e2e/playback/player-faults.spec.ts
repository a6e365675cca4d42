import type { Page, Route } from "@playwright/test";
import { expectVideo, filmOf, moveTo, openMovie, paused, place } from "../setup/player.ts";
import { richMovie } from "../setup/seed.ts";
import { expect, test } from "../setup/test.ts";

const film = `/video/${richMovie.id}`;
const alert = (page: Page) => page.locator(".player").getByRole("alert");
const status = (page: Page) => page.locator(".player").getByRole("status");
const segments = (numbers: string) => new RegExp(`/media/.*/seg_000(${numbers})\\.m4s$`);

// What the browser itself says of requests that are made to fail here.
test.use({ viewport: { width: 1440, height: 900 }, allowedErrors: [/Failed to load resource/] });
test.describe.configure({ timeout: 75_000 });

/** Goes to a place and waits until the video plays on from it. */
async function playsOnFrom(page: Page, seconds: number): Promise<void> {
  // What mends a video tries one thing after the other, and waits in between.
  await expect.poll(() => place(page), { timeout: 40_000 }).toBeGreaterThan(seconds + 0.3);
  expect(await paused(page)).toBe(false);
}

test("a film begins before any script has come, and hls.js continues it: no jump, no gap, nothing fetched twice", async ({
  page,
}) => {
  const held: Route[] = [];
  let holds = true;
  await page.route(/\/assets\/.*\.js$/, (route) => (holds ? void held.push(route) : route.continue()));
  // Comes to its end when scripts run.
  const coming = page.goto(film);
  const video = filmOf(page);
  await video.evaluate((element: HTMLVideoElement) => {
    const places = Object.assign(window, { places: [] as number[] }).places;
    element.addEventListener("timeupdate", () => places.push(element.currentTime));
    return element.play();
  });
  await expect.poll(() => place(page)).toBeGreaterThan(0.5);
  holds = false;
  for (const route of held) await route.continue();
  await coming;
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((entry) => ({ by: (entry as PerformanceResourceTiming).initiatorType, name: entry.name }))
        .filter(({ name }) => name.endsWith(".m4s"))
        .map(({ by, name }) => ({ by, name: name.split("/").slice(-2).join("/") })),
    );
  await expect.poll(async () => (await fetched()).some(({ by }) => by === "xmlhttprequest")).toBe(true);
  await expect.poll(() => place(page)).toBeGreaterThan(3);
  const names = (await fetched()).map(({ name }) => name);
  expect(names).toHaveLength(new Set(names).size);
  const seen = await page.evaluate(() => (window as unknown as { places: number[] }).places);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(await video.evaluate((element: HTMLVideoElement) => element.buffered.length)).toBe(1);
});

test("a pause in the moment hls.js takes over is kept", async ({ page }) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
      // hls.js listens for the end once it is attached.
      const isAttached = given[0] === "ended" && /\/assets\/hls-/.test(new Error().stack ?? "");
      if (isAttached && this instanceof HTMLVideoElement && !this.dataset.stopped) {
        this.dataset.stopped = "yes";
        this.pause();
      }
      return listen.apply(this, given);
    };
  });
  await page.goto(film);
  const video = filmOf(page);
  await video.evaluate((element: HTMLVideoElement) => void element.play().catch(() => undefined));
  await expect(video).toHaveAttribute("data-stopped", "yes");
  // hls.js fetches what follows, and the film stands.
  await expect
    .poll(() => video.evaluate(({ buffered }: HTMLVideoElement) => buffered.length && buffered.end(0)))
    .toBeGreaterThan(15);
  expect(await paused(page)).toBe(true);
});

test("expired URLs are renewed while the film goes on", async ({ page }) => {
  let expired = true;
  let asked = 0;
  await page.route(segments("0[5-9]"), (route) =>
    expired ? route.fulfill({ status: 403 }) : route.continue(),
  );
  await page.route(/\/api\/playback\/start/, (route) => {
    asked += 1;
    expired = false;
    return route.continue();
  });
  await openMovie(page, film);
  const source = await filmOf(page).evaluate((element: HTMLVideoElement) => element.src);
  await moveTo(page, 30);
  await playsOnFrom(page, 30);
  expect(asked).toBe(1);
  expect(await filmOf(page).evaluate((element: HTMLVideoElement) => element.src)).toBe(source);
  await expect(alert(page)).toHaveCount(0);
});

test("without a network the page says so, and the film goes on by itself where it was", async ({
  page,
  context,
}) => {
  await page.route(segments("0[5-9]"), (route) => route.abort("internetdisconnected"));
  await openMovie(page, film);
  await context.setOffline(true);
  await expect(status(page).filter({ hasText: "offline" })).toBeVisible();
  await playsOnFrom(page, await place(page));
  await moveTo(page, 32);
  await expect(status(page).filter({ hasText: "resumes as soon as" })).toBeVisible();
  expect(await place(page)).toBe(32);
  await page.unroute(segments("0[5-9]"));
  await context.setOffline(false);
  await playsOnFrom(page, 32);
  await expect(status(page).filter({ hasText: "offline" })).toHaveCount(0);
});

test("a quality that is missing is left for another one", async ({ page }) => {
  let refused = 0;
  await page.route(/\/v360\/seg_.*\.m4s$/, (route) => {
    refused += 1;
    return route.fulfill({ status: 404 });
  });
  await openMovie(page, film);
  await expect.poll(() => refused).toBeGreaterThan(0);
  await moveTo(page, 30);
  await playsOnFrom(page, 30);
  await expect(alert(page)).toHaveCount(0);
});

test("a part that is missing in all qualities is left out", async ({ page }) => {
  await page.route(segments("06"), (route) => route.fulfill({ status: 404 }));
  await openMovie(page, film);
  await moveTo(page, 22);
  await playsOnFrom(page, 30);
  await expect(alert(page)).toHaveCount(0);
});

// Early playback meets it while hls.js is late. A slow phone has fetched the next part when its decoder refuses this
// one, and runs dry before a part that comes late.
for (const [who, { libraryMs, partMs, slower }] of Object.entries({
  "hls.js": { libraryMs: 0, partMs: 0, slower: 1 },
  "early playback": { libraryMs: 1_500, partMs: 700, slower: 1 },
  "hls.js on a slow phone": { libraryMs: 0, partMs: 0, slower: 5 },
  "early playback on a slow phone": { libraryMs: 1_500, partMs: 0, slower: 3 },
}))
  test(`a part no decoder takes, met by ${who}, is left out after other ways were tried`, async ({
    page,
    context,
  }) => {
    const devtools = await context.newCDPSession(page);
    await page.route(/\/assets\/hls.*\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, libraryMs));
      await route.continue();
    });
    await page.route(segments("06"), async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      // Behind the index of its first samples it is noise.
      const data = body.indexOf("mdat");
      body.fill(0xff, data + 4, data - 4 + body.readUInt32BE(data - 4));
      await new Promise((resolve) => setTimeout(resolve, partMs));
      await route.fulfill({ response, body });
    });
    await openMovie(page, film);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await moveTo(page, 22);
    await playsOnFrom(page, 30);
    await expect(alert(page)).toHaveCount(0);
  });

test("a start the browser refuses is offered as a button", async ({ page }) => {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    let refused = false;
    HTMLMediaElement.prototype.play = function () {
      if (refused) return play.call(this);
      refused = true;
      return Promise.reject(new DOMException("no gesture", "NotAllowedError"));
    };
  });
  await page.goto("/");
  await page.locator(`a[href='${film}']`).first().click();
  await page.locator(".blocked-play").click();
  await playsOnFrom(page, 0);
});

test("a device whose clock is years wrong plays, and asks for nothing anew", async ({ page }) => {
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 10 * 365 * 86_400_000;
  });
  await openMovie(page, film);
  let asked = 0;
  page.on("request", (request) => (asked += Number(/\/api\/playback\/start/.test(request.url()))));
  await moveTo(page, 30);
  await playsOnFrom(page, 30);
  expect(asked).toBe(0);
  await expectVideo(page, "paused").toBe(false);
});
