import type { Browser, Page } from "@playwright/test";
import { newPhone } from "./browser.ts";
import { openBare, openPage } from "./interaction.ts";
import { stayAtClick, watchPresses } from "./interaction-probes.ts";
import { median, rounded, type PartResult } from "./result.ts";
import type { Cookies } from "./sign-in.ts";

/** How long a finger stays on the screen for a tap, in milliseconds. */
const heldMs = 80;
const target = { atMost: 100 };

type PressOptions = {
  /** What is pressed, by its name in the table: the page it is on, and its selector. */
  pressed: Record<string, { url: string; selector: string }>;
  cookies?: Cookies;
  rounds: number;
  result: PartResult;
  say: (text: string) => void;
};

/**
 * Adds how soon a press is seen, on a phone at a quarter of the processor: from the touch of the screen to the first frame
 * in which the link or button looks pressed (`:active`), which it does before any script has answered;
 * and of the same document without scripts, in turns: what the browser alone takes of it. Medians.
 */
export async function measurePresses(
  browser: Browser,
  { pressed, cookies = [], rounds, result, say }: PressOptions,
): Promise<void> {
  for (const [name, { url, selector }] of Object.entries(pressed)) {
    const took: number[] = [];
    const alone: number[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`${name}, round ${round + 1} of ${rounds}`);
      took.push(await pressOnce(browser, { url, selector, cookies, open: openPage }));
      alone.push(await pressOnce(browser, { url, selector, cookies, open: openStill }));
    }
    result.rows.push(
      { name: `${name}: it looks pressed`, value: rounded(median(took)), unit: "ms", target },
      { name: `${name}, without scripts: it looks pressed`, value: rounded(median(alone)), unit: "ms" },
    );
    result.findings.push(`${name}: pressed after ${took.map((ms) => rounded(ms)).join(", ")} ms`);
    result.findings.push(`${name}, without scripts: ${alone.map((ms) => rounded(ms)).join(", ")} ms`);
  }
}

/** Opens a page without its scripts, where a link that is tapped leads nowhere: the press would be gone with the page. */
async function openStill(page: Page, url: string): Promise<void> {
  await openBare(page, url);
  await page.evaluate(stayAtClick);
}

type Visit = {
  url: string;
  selector: string;
  cookies: Cookies;
  open: (page: Page, url: string) => Promise<void>;
};

/** @returns milliseconds from the touch to the frame that shows it, on a new phone */
async function pressOnce(browser: Browser, { url, selector, cookies, open }: Visit): Promise<number> {
  const context = await newPhone(browser);
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(watchPresses);
    await open(page, url);
    return await press(page, selector);
  } finally {
    await context.close();
  }
}

/** @returns milliseconds from the touch to the frame that shows it */
async function press(page: Page, selector: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox())!;
  await session.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [{ x: x + width / 2, y: y + height / 2 }],
  });
  await page.waitForTimeout(heldMs);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const shown = await page.waitForFunction(() => window.pressedMs, null, { timeout: 10_000 });
  return (await shown.jsonValue())!;
}
