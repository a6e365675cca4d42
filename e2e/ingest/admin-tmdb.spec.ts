import type { Page } from "@playwright/test";
import { tmdbKey } from "../../tests/setup/tmdb-answers.ts";
import { violationsOf } from "../setup/accessibility.ts";
import { enter, notice } from "../setup/admin.ts";
import { expect, test } from "../setup/test.ts";

async function expectNarrow(page: Page): Promise<void> {
  expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBe(360);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    // The browser logs an answer of 422 as an error.
    test.use({
      javaScriptEnabled,
      viewport: { width: 360, height: 760 },
      allowedErrors: [/422 \(Unprocessable Entity\)/],
    });

    test("a draft is made of what TMDB finds, filled in with what is ticked, and compared again", async ({
      page,
    }) => {
      await enter(page, "/z/page/settings");
      await page.getByLabel("TMDB API key").fill(tmdbKey);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved");
      await page.goto("/z/page/settings");
      await expect(page.getByLabel("TMDB API key")).toHaveValue("••••cdef");
      await page.getByRole("button", { name: "Ask TMDB" }).click();
      await expect(notice(page)).toContainText("Ask TMDB: works");

      await page.goto("/z/page/movie/detail");
      await page.getByRole("link", { name: "Find in TMDB" }).click();
      await page.getByLabel("Title or file name").fill("The.Harbour.1998.1080p.mkv");
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page.getByLabel("Year")).toHaveValue("1998");
      await page.getByRole("button", { name: "Create draft: The Harbour" }).click();

      await expect(page).toHaveURL(/\/tmdb\?tmdb=603&kind=film$/);
      await expect(page.getByRole("heading", { level: 2, name: "The Harbour" })).toBeVisible();
      await expectNarrow(page);
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);
      await expect(page.getByRole("link", { name: "This product uses the TMDB API" })).toBeVisible();
      await expect(page.getByRole("checkbox", { name: "Poster" })).toBeChecked();
      await page.getByRole("checkbox", { name: "Backdrop" }).uncheck();
      // Once made it is a genre like any other, also for the next of these journeys.
      const western = page.getByRole("checkbox", { name: "Western" });
      if ((await western.count()) > 0) await western.check();
      await page.getByRole("button", { name: "Fill in selected fields" }).click();

      await expect(page).toHaveURL(/\/z\/page\/movie\/detail\/the-harbour[-\d]*\?filled=\d+$/);
      await expect(notice(page)).toContainText("Fields filled in from TMDB");
      await page.getByRole("link", { name: "Fill in from TMDB" }).click();
      await expect(page.getByText("Last filled in:")).toBeVisible();
      await expect(page.getByRole("checkbox")).toHaveCount(1);
      await expect(page.getByRole("checkbox", { name: "Backdrop" })).not.toBeChecked();
      await page.getByRole("button", { name: "Fill in selected fields" }).click();
      await expect(notice(page)).toContainText("Select at least one field first.");
    });
  });
}
