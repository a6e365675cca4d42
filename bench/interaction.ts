import type { Browser, CDPSession, Page } from "@playwright/test";
import { measureArrivals, measureControls } from "./arrivals.ts";
import { newPhone, startBrowser } from "./browser.ts";
import { startFilledApp } from "./videos.ts";
import { measurePresses } from "./presses.ts";
import { coverAtClick, watchInteractions, watchShifts } from "./interaction-probes.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { screens } from "./screens.ts";
import type { Cookies } from "./sign-in.ts";

const delayTarget = { atMost: 100 };
const shiftTarget = { atMost: 0 };

/** Links of the home page, by what is done with them. */
const tapped = {
  "tapping a tab, its page being 1.2 s away": ".tab[href='/profile']",
  "tapping a poster, its page being 1.2 s away": ".rail-poster a",
};

/** What is done on a new page, once it is slow. */
export type Task = (page: Page) => Promise<void>;

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
    const tasks: Record<string, Task> = {
      "favouriting on the player page": (page) => favourite(page, `${app.url}/video/${film.id}`),
      "typing and searching": (page) => search(page, `${app.url}/page/search`, film.title),
    };
    for (const [name, task] of Object.entries(tasks))
      await measureTask(browser, { name, task, rounds, result, say });
    for (const [name, link] of Object.entries(tapped)) {
      const bare = (page: Page) => tapBare(page, app.url, link);
      const task = (page: Page) => tapLink(page, app.url, link);
      await measureTask(browser, { name, task, bare, rounds, result, say });
    }
    const pressed = Object.fromEntries(
      Object.entries({ "a tab of home": ".tab[href='/profile']", "a poster of home": ".rail-poster a" }).map(
        ([name, selector]) => [name, { url: app.url, selector }],
      ),
    );
    await measurePresses(browser, { pressed, rounds, result, say });
    const arrivals = { url: app.url, film: `/video/${film.id}`, rounds, result, say };
    await measureControls(browser, arrivals);
    await measureArrivals(browser, arrivals);
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

/**
 * Adds the median of the worst interactions of a task's visits to the result.
 * @param bare the same on a document without scripts, in turns: what the browser alone takes of it
 */
export async function measureTask(
  browser: Browser,
  {
    name,
    task,
    bare,
    rounds,
    cookies = [],
    result,
    say,
  }: {
    name: string;
    task: Task;
    bare?: Task;
    rounds: number;
    cookies?: Cookies;
    result: PartResult;
    say: (text: string) => void;
  },
): Promise<void> {
  const worst: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < rounds; round++) {
    say(`${name}, round ${round + 1} of ${rounds}`);
    worst.push(await worstInteraction(browser, task, cookies));
    if (bare) alone.push(await worstInteraction(browser, bare, cookies));
  }
  const value = median(worst);
  result.rows.push({
    name: `${name}: worst interaction`,
    value: rounded(value),
    unit: "ms",
    target: delayTarget,
  });
  result.findings.push(`${name}: worst interactions of ${worst.join(", ")} ms`);
  if (!bare) return;
  result.rows.push({ name: `${name}: without scripts`, value: rounded(median(alone)), unit: "ms" });
  result.ratios.push({
    name: `${name} ÷ without scripts`,
    value: rounded(value / median(alone), 2),
    unit: "×",
  });
  result.findings.push(`${name}, without scripts: ${alone.join(", ")} ms`);
}

/** @returns milliseconds of the slowest interaction, on a phone four times slower than this machine */
async function worstInteraction(browser: Browser, task: Task, cookies: Cookies): Promise<number> {
  const context = await newPhone(browser);
  try {
    await context.addCookies(cookies);
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

/** Opens a page, and waits until its scripts have taken it over: they are asked for after the first paint. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator("html[data-scripted]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
}

/** Opens a page without the scripts that would take it over. */
export async function openBare(page: Page, url: string): Promise<void> {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(url, { waitUntil: "networkidle" });
}

async function favourite(page: Page, url: string): Promise<void> {
  await openPage(page, url);
  const button = page.locator("button[name=intent][value^=favourite]");
  for (let tap = 0; tap < 6; tap++) {
    const answered = page.waitForResponse(/\/api\/favourite\//);
    await button.tap();
    await answered;
  }
}

async function search(page: Page, url: string, title: string): Promise<void> {
  await openPage(page, url);
  const field = page.locator("input[type=search]");
  await field.tap();
  await field.pressSequentially(title.slice(0, 12), { delay: 120 });
  await field.press("Enter");
  await page.waitForURL(/[?&]q=/);
  await page.waitForLoadState("networkidle");
}

/**
 * Taps a link, whose page is 1.2 s away: the frame after the tap shows that it was, for example the outline of the page.
 * Waits for the page, as a slow tap is only measured then.
 */
export async function tapLink(page: Page, url: string, link: string): Promise<void> {
  await openPage(page, url);
  await slowNetwork(page);
  const tapped = page.locator(link).first();
  const path = await tapped.getAttribute("href");
  await tapped.tap();
  await page.waitForURL(`**${path}`);
}

/** The same document, with a handler of one line in place of its scripts: the frame after the tap shows an empty page. */
async function tapBare(page: Page, url: string, link: string): Promise<void> {
  await openBare(page, url);
  await page.evaluate(coverAtClick);
  await page.locator(link).first().tap();
  await page.locator(".cover").waitFor();
}

/** From now on an answer is 1.2 s away. */
async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 1_200,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
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
