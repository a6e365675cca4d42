import type { Page } from "@playwright/test";
import { filmOf, moveTo, openMovie, paused, place } from "../setup/player.ts";
import { richMovie } from "../setup/seed.ts";
import { expect, test } from "../setup/test.ts";

const film = `/video/${richMovie.id}`;
const card = (page: Page) => page.locator(".player").getByRole("alert");
const all = /\/(media|play)\//;
const later = /\/media\/.*\/seg_000(0[4-9]|[1-9]\d)\.m4s$/;

/** What people read, by status of the answers. */
const words: Record<number, string> = {
  403: "session has expired",
  404: "Part of this film is missing",
  429: "Our server is having a problem",
  500: "Our server is having a problem",
  503: "Our server is having a problem",
};

test.use({ viewport: { width: 1280, height: 800 }, allowedErrors: [/Failed to load resource/] });
test.describe.configure({ timeout: 90_000 });

/** Answers what matches with a status until `end`, and notes when it was asked. Seconds. */
async function refuse(page: Page, pattern: RegExp, status: number, headers: Record<string, string> = {}) {
  const asked: number[] = [];
  let over = false;
  let answeredAt: number | undefined;
  await page.route(pattern, (route) => {
    const now = performance.now() / 1_000;
    if (over) {
      answeredAt ??= now;
      return route.continue();
    }
    asked.push(now);
    return route.fulfill({ status, headers });
  });
  return {
    asked,
    end: () => void (over = true),
    /** When it was first asked after the end. */
    answeredAt: () => answeredAt ?? -Infinity,
    /** At most one a second, those apart that were under way when the first one failed. */
    expectSpared() {
      const later = asked.filter((at) => at > asked[0]! + 0.5);
      const gaps = later.slice(1).map((at, order) => at - later[order]!);
      expect(Math.min(...gaps, Infinity)).toBeGreaterThan(0.9);
      expect(asked.length - later.length).toBeLessThanOrEqual(4);
    },
  };
}

const play = (page: Page) =>
  filmOf(page).evaluate((element: HTMLVideoElement) => void element.play().catch(() => {}));

async function goesOnFrom(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => place(page), { timeout: 30_000 }).toBeGreaterThan(seconds + 0.3);
  await expect(card(page)).toHaveCount(0);
  expect(await paused(page)).toBe(false);
}

// 500 and 503 are one kind of failure to the player: one of them stands for both.
for (const status of [403, 404, 503]) {
  test(`all answers are ${status} at the start: people are told, and the film begins by itself when that is over`, async ({
    page,
  }) => {
    const fault = await refuse(page, all, status);
    await openMovie(page, film, { plays: false });
    await play(page);
    await expect(card(page)).toContainText(words[status]!, { timeout: 10_000 });
    await page.waitForTimeout(3_000);
    fault.expectSpared();
    fault.end();
    await goesOnFrom(page, 0);
  });
}

test("what is missing three times at the start is asked for again", async ({ page }) => {
  // The third of hls.js's own requests is the one in whose handling it drops a segment that it waits for.
  let refused = 0;
  await page.route(all, (route) =>
    route.request().resourceType() !== "xhr" || refused++ < 3
      ? route.fulfill({ status: 404 })
      : route.continue(),
  );
  await openMovie(page, film, { plays: false });
  await play(page);
  await goesOnFrom(page, 0);
});

for (const status of [404, 500])
  test(`segments are ${status} after a seek: the place is kept for Try again and for the report`, async ({
    page,
  }) => {
    const fault = await refuse(page, later, status);
    await openMovie(page, film);
    await moveTo(page, 30);
    await expect(card(page)).toContainText(words[status]!, { timeout: 10_000 });
    const report = card(page).getByRole("link", { name: "Report a problem" });
    await expect(report).toHaveAttribute("href", new RegExp(`movie=${richMovie.id}&episode=1&position=30$`));
    await page.waitForTimeout(2_000);
    expect(await place(page)).toBe(30);
    fault.expectSpared();
    // While it is still refused: the player tries again by itself too, and would take the card away.
    await card(page).getByRole("button", { name: "Try again" }).click();
    fault.end();
    await goesOnFrom(page, 30);
  });

test("what is loaded plays on; a server that says when is not asked before, also by a second try", async ({
  page,
}) => {
  const fault = await refuse(page, later, 429, { "Retry-After": "25" });
  await openMovie(page, film);
  await expect.poll(() => place(page), { timeout: 20_000 }).toBeGreaterThan(9);
  await expect(card(page)).toContainText(words[429]!, { timeout: 10_000 });
  const stoodAt = await place(page);
  // While it is still refused: the player tries again by itself too, and would take the card away.
  await card(page).getByRole("button", { name: "Try again" }).click();
  fault.end();
  await goesOnFrom(page, stoodAt);
  const times = [...fault.asked, fault.answeredAt()];
  const gaps = times.slice(1).map((at, order) => at - times[order]!);
  expect(Math.min(...gaps)).toBeGreaterThan(24.9);
});

test("what fails while hls.js takes the film over is asked for again", async ({ page }) => {
  let refused = 0;
  await page.route(/\/media\/.*\.(m4s|mp4)$/, (route) =>
    route.request().resourceType() === "xhr" && refused++ < 2
      ? route.fulfill({ status: 500 })
      : route.continue(),
  );
  await openMovie(page, film);
  await moveTo(page, 30);
  // If hls.js is late, early playback fills this place, and the film goes on before the third request.
  await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(2);
  await goesOnFrom(page, Math.max(30, await place(page)));
});

test("what is missing everywhere while hls.js takes the film over is asked for again, without a tap", async ({
  page,
}) => {
  await page.route(/\/assets\/hls.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  const fault = await refuse(page, later, 404);
  await openMovie(page, film);
  await moveTo(page, 30);
  await expect(card(page)).toContainText(words[404]!, { timeout: 20_000 });
  fault.end();
  await goesOnFrom(page, 30);
});

test("the page's data can't be loaded anew: the film plays on, and they are when that works again", async ({
  page,
}) => {
  let asked = 0;
  await page.route(/\/video\/[^/]+\.data/, (route) => (asked++ === 0 ? route.abort() : route.continue()));
  // A guest is made at the first visit, for whom the page is loaded anew.
  await openMovie(page, film);
  await expect.poll(() => asked).toBe(1);
  await goesOnFrom(page, 1);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => asked).toBe(2);
  await goesOnFrom(page, await place(page));
});

test.describe("played by the browser itself", () => {
  for (const status of [403, 503])
    test(`${status}: people are told, and the film goes on where it was`, async ({ page }) => {
      await page.addInitScript(() => {
        delete (window as Partial<typeof globalThis>).MediaSource;
        delete (window as { ManagedMediaSource?: unknown }).ManagedMediaSource;
      });
      await openMovie(page, film);
      const fault = await refuse(page, all, status);
      await moveTo(page, 30);
      await expect(card(page)).toContainText(words[status]!, { timeout: 12_000 });
      fault.end();
      await goesOnFrom(page, 30);
    });
});
