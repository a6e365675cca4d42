import type { Page } from "@playwright/test";
import { startBrowser } from "./browser.ts";
import { measureTask, openPage, tapLink, type Task } from "./interaction.ts";
import { measurePresses } from "./presses.ts";
import { emptyResult, type Part, type PartOptions, type PartResult } from "./result.ts";
import { startAdminApp } from "./sign-in.ts";

const titleLink = ".z-movies a[href*='/z/page/movie/detail/']";
const partLink = ".z-tab[href$='/artwork']";

/** How soon the admin area answers a tap or a key, on a phone with a processor slowed to a quarter. */
export const adminTaps: Part = { title: "Interactions of the admin area at a quarter of the processor", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const browser = await startBrowser();
  try {
    const { app, cookies, screens } = await startAdminApp(browser, say);
    try {
      const result = emptyResult();
      const titles = app.url + screens["admin: titles"]!;
      const title = app.url + screens["admin: a title"]!;
      const tasks: Record<string, Task> = {
        "titles: choosing rows": (page) => chooseRows(page, titles),
        "titles: opening the filters and typing": (page) => openFilters(page, titles),
        "titles: tapping a title, its page being 1.2 s away": (page) => tapLink(page, titles, titleLink),
        "a title: tapping a part, its page being 1.2 s away": (page) =>
          tapLink(page, `${title}/facts`, partLink),
      };
      for (const [name, task] of Object.entries(tasks))
        await measureTask(browser, { name, task, cookies, rounds: quick ? 1 : 5, result, say });
      const pressed = {
        "titles: a row's checkbox": { url: titles, selector: "tbody label" },
        "titles: a title": { url: titles, selector: titleLink },
        "a title: a part": { url: `${title}/facts`, selector: partLink },
      };
      await measurePresses(browser, { pressed, cookies, rounds: quick ? 1 : 5, result, say });
      return result;
    } finally {
      await app.stop();
    }
  } finally {
    await browser.close();
  }
}

async function chooseRows(page: Page, url: string): Promise<void> {
  await openPage(page, url);
  await page.locator(".z-tick[data-all]").tap();
  const rows = page.locator("tbody .z-tick");
  for (let row = 0; row < 4; row++) await rows.nth(row).tap();
}

async function openFilters(page: Page, url: string): Promise<void> {
  await openPage(page, url);
  await page.locator(".z-filters summary").tap();
  await page.locator("input[name=yearFrom]").pressSequentially("1959", { delay: 120 });
}
