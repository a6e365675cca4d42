import type { Browser, Page } from "@playwright/test";
import { newPhone, startBrowser } from "./browser.ts";
import { startFilledApp } from "./videos.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { measureTargets, titlesInView } from "./page-probes.ts";

const moviesTarget = { atLeast: 6 };
const touchTarget = { atLeast: 44 };

/** Content of the first screen of a small phone (360×640), and the size of its tap targets. */
export const layout: Part = { title: "The first screen, and what one taps", run };

async function run({ say }: PartOptions): Promise<PartResult> {
  const { app, film } = await startFilledApp(say);
  const browser = await startBrowser();
  try {
    const result = emptyResult();
    say("first screen");
    const titles = await onPage(browser, `${app.url}/`, (page) => page.evaluate(titlesInView));
    result.rows.push({
      name: "home: titles at least half in view",
      value: titles.length,
      unit: "",
      target: moviesTarget,
    });
    result.findings.push(`home, in view: ${titles.join(", ")}`);
    for (const [name, path] of Object.entries({ home: "/", player: `/video/${film.id}` })) {
      say(`targets of ${name}`);
      const found = await onPage(browser, app.url + path, (page) => page.evaluate(measureTargets));
      const smallest = Math.min(...found.map(({ width, height }) => Math.min(width, height)));
      result.rows.push({
        name: `${name}: smallest touch target of ${found.length}`,
        value: rounded(smallest, 1),
        unit: "px",
        target: touchTarget,
      });
      for (const { what, width, height } of found) {
        if (Math.min(width, height) < touchTarget.atLeast)
          result.findings.push(`${name}: ${what} is ${width}×${height} px`);
      }
    }
    return result;
  } finally {
    await browser.close();
    await app.stop();
  }
}

async function onPage<T>(browser: Browser, url: string, look: (page: Page) => Promise<T>): Promise<T> {
  const context = await newPhone(browser);
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle" });
    // Controls fade in.
    await page.waitForTimeout(500);
    return await look(page);
  } finally {
    await context.close();
  }
}
