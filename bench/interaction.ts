import type { Browser, CDPSession, Page } from "@playwright/test";
import { newPhone, startBrowser } from "./browser.ts";
import { startFilledApp } from "./videos.ts";
import { watchInteractions, watchShifts } from "./interaction-probes.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { screens } from "./screens.ts";

const delayTarget = { atMost: 100 };
const shiftTarget = { atMost: 0 };
const slowNetwork = { offline: false, latency: 1_200, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/**
 * How soon a slow phone shows the effect of a tap or a key, and how much the layout shifts while a page loads. An
 * interaction lasts from the tap or key until the frame that shows its effect (Event Timing, as Interaction to Next
 * Paint counts it, in steps of 8 ms). The worst of a visit counts, and the result is the median of the visits.
 */
export const interaction: Part = {
  title: "Interactions at a quarter of the processor, and layout shift",
  run,
};

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const { app, film } = await startFilledApp(say);
  const browser = await startBrowser();
  const rounds = quick ? 1 : 5;
  try {
    const result = emptyResult();
    const tasks: Record<string, (page: Page) => Promise<void>> = {
      "favouriting on the player page": (page) => favourite(page, `${app.url}/video/${film.id}`),
      "typing and searching": (page) => search(page, `${app.url}/page/search`, film.title),
      "tapping a tab, its page being 1.2 s away": (page) => tapLink(page, app.url, ".tab[href='/profile']"),
      "tapping a poster, its page being 1.2 s away": (page) => tapLink(page, app.url, ".rail-poster a"),
    };
    for (const [name, task] of Object.entries(tasks)) {
      const worst: number[] = [];
      for (let round = 0; round < rounds; round++) {
        say(`${name}, round ${round + 1} of ${rounds}`);
        worst.push(await worstInteraction(browser, task));
      }
      result.rows.push({
        name: `${name}: worst interaction`,
        value: rounded(median(worst)),
        unit: "ms",
        target: delayTarget,
      });
      result.findings.push(`${name}: worst interactions of ${worst.join(", ")} ms`);
    }
    for (const [name, path] of Object.entries({ home: "/", player: `/video/${film.id}`, ...screens })) {
      say(`layout shift of ${name}`);
      result.rows.push({
        name: `${name}: layout shift`,
        value: rounded(await shiftOf(browser, app.url + path), 4),
        unit: "",
        target: shiftTarget,
      });
    }
    return result;
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** @returns milliseconds of the slowest interaction, on a phone four times slower than this machine */
async function worstInteraction(browser: Browser, task: (page: Page) => Promise<void>): Promise<number> {
  const context = await newPhone(browser);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    await slow(await context.newCDPSession(page));
    await task(page);
    // An event's duration is known only after the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
    const durations = await page.evaluate(() => window.interactions);
    if (durations.length === 0) throw new Error("no interaction was seen");
    return Math.max(...durations);
  } finally {
    await context.close();
  }
}

async function favourite(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "networkidle" });
  const button = page.locator("button[name=intent][value^=favourite]");
  for (let tap = 0; tap < 6; tap++) {
    const answered = page.waitForResponse(/\/api\/favourite\//);
    await button.tap();
    await answered;
  }
}

async function search(page: Page, url: string, title: string): Promise<void> {
  await page.goto(url, { waitUntil: "networkidle" });
  const field = page.locator("input[type=search]");
  await field.tap();
  await field.pressSequentially(title.slice(0, 12), { delay: 120 });
  await field.press("Enter");
  await page.waitForURL(/[?&]q=/);
  await page.waitForLoadState("networkidle");
}

/** The frame after the tap shows the outline of the page. */
async function tapLink(page: Page, url: string, link: string): Promise<void> {
  await page.goto(url, { waitUntil: "networkidle" });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowNetwork);
  await page.locator(link).first().tap();
  await page.locator(".pending").waitFor();
}

/** @returns the sum of a page's layout shifts, from its first paint until it has been at rest for a while */
async function shiftOf(browser: Browser, url: string): Promise<number> {
  const context = await newPhone(browser);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchShifts);
    await slow(await context.newCDPSession(page));
    const answer = await page.goto(url, { waitUntil: "networkidle" });
    if (!answer?.ok()) throw new Error(`${url} answers ${answer?.status()}`);
    return await page.evaluate(() => window.layoutShift);
  } finally {
    await context.close();
  }
}

async function slow(session: CDPSession): Promise<void> {
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}
