import { test as base, expect, type Page, type Response } from "@playwright/test";
import { site } from "./site.ts";

type Fixtures = {
  /** Texts of console errors a test expects; any other one fails it. */
  allowedErrors: RegExp[];
};

/** Every journey fails on an error in the console or an uncaught exception. */
export const test = base.extend<Fixtures>({
  // Playwright reads off this pattern what a fixture needs: nothing.
  // eslint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(site.url),
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors, javaScriptEnabled }, use) => {
    const errors: { text: string; url: string }[] = [];
    // Remix aborts a data request whose navigation is replaced by another one. Where its answer has begun to
    // arrive, @remix-run/react's fetchAndDecode logs that and leaves the stream's end unhandled, which harms nothing.
    const replaced = /^AbortError: signal is aborted without reason/;
    const note = (text: string, url = "") => void (replaced.test(text) || errors.push({ text, url }));
    page.on(
      "console",
      (message) => message.type() === "error" && note(message.text(), message.location().url),
    );
    page.on("pageerror", (error) => note(`${error.name}: ${error.message}`));
    if (javaScriptEnabled !== false) await awaitScripts(page);
    await use(page);
    const unexpected = errors.filter(({ text }) => !allowedErrors.some((allowed) => allowed.test(text)));
    expect(unexpected.map(({ text, url }) => `${text} ${url}`)).toEqual([]);
  },
});

export { expect };

/**
 * Scripts are fetched after the first paint, so a page has loaded before they run. Journeys with scripts begin when the
 * page reports that they run. It reports by itself, because a call into the page counts as a user's gesture and would
 * allow autoplay.
 */
async function awaitScripts(page: Page): Promise<void> {
  let tell = () => {};
  await page.exposeBinding("pageHasCome", ({ frame }) => frame === page.mainFrame() && tell());
  await page.addInitScript(tellWhenScripted);
  for (const go of ["goto", "reload"] as const) {
    const own = page[go].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    page[go] = (async (...args: unknown[]) => {
      const come = new Promise<void>((done) => (tell = done));
      const response = await own(...args);
      // Without an answer it is the same document, or a blank one.
      if (response) await come;
      return response;
    }) as never;
  }
}

/** Runs in each page before its own scripts. A page that has none is there when its document is. */
function tellWhenScripted(): void {
  const tell = () => (window as unknown as { pageHasCome: () => void }).pageHasCome();
  addEventListener("DOMContentLoaded", () => {
    const { documentElement } = document;
    if (!document.querySelector("script[data-starts]") || "scripted" in documentElement.dataset)
      return tell();
    new MutationObserver((_changes, observer) => {
      if (!("scripted" in documentElement.dataset)) return;
      observer.disconnect();
      tell();
    }).observe(documentElement, { attributeFilter: ["data-scripted"] });
  });
}

/** Waits until a page that was navigated to is hydrated: before that the browser itself sends forms. */
export async function expectScripted(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => !("pageHasCome" in window) || "scripted" in document.documentElement.dataset),
    )
    .toBe(true);
}

/** A phone's browser, for layout and for the server's idea of the device. */
export const phone = {
  viewport: { width: 360, height: 640 },
  userAgent:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
  hasTouch: true,
  isMobile: true,
};

export { accounts } from "./accounts.ts";

/** Signs in through the form, as people do. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const form = page.locator("form", { has: page.locator("input[autocomplete=current-password]") });
  await form.locator("input[type=email]").fill(email);
  await form.locator("input[autocomplete=current-password]").fill(password);
  await form.locator("button[type=submit]").click();
}

/** The video people see: without scripts it is another element than with them. */
export const videoOf = (page: Page) => page.locator("video:visible");

/** Asks the video to play. The HLS player may take the element over just then, which ends this promise but not the playing. */
export async function startPlaying(page: Page): Promise<void> {
  // Until the styles are there both of them are seen.
  await expect(videoOf(page)).toHaveCount(1);
  await videoOf(page).evaluate((video: HTMLVideoElement) => video.play().catch(() => {}));
}

/** The video is really running: its time goes on. */
export async function expectPlaying(page: Page): Promise<void> {
  await expect
    .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => (video.paused ? 0 : video.currentTime)), {
      timeout: 20_000,
    })
    .toBeGreaterThan(0.5);
}
