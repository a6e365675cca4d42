import type { Page } from "@playwright/test";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { collect, guest, watch } from "../setup/my-list.ts";
import { expect, phone, test } from "../setup/test.ts";
import { signedIn, waiting } from "../setup/worker.ts";

const films = demoMovies.filter(({ kind, access }) => kind === "film" && access === "free");
const series = demoMovies.find(({ kind, access }) => kind === "series" && access === "free")!;
const vip = demoMovies.find(({ kind, access }) => kind === "film" && access === "vip")!;
const hrefs = (page: Page) =>
  page
    .locator("main ul a[href^='/video/']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!.split("/")[2]));

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ ...phone, javaScriptEnabled });

    test("a visitor puts a film on the list, finds it there, and takes it off again", async ({ page }) => {
      const film = films[0]!;
      const button = page.getByRole("button", { name: "My list" });
      await page.goto("/my-list");
      await expect(page.getByRole("heading", { name: "Nothing on your list yet" })).toBeVisible();
      await page.getByRole("link", { name: "Find something to watch" }).click();
      await expect(page).toHaveURL("/");
      await page.goto(`/video/${film.id}`);
      await expect(button).toHaveAttribute("aria-pressed", "false");
      await button.click();
      await expect(button).toHaveAttribute("aria-pressed", "true");
      // The page is left at once: what it sends outlives it, and may come after the next page was asked for.
      await page.goto("/");
      await page.getByRole("link", { name: "My list" }).click();
      await expect(page).toHaveURL("/my-list");
      await expect(async () => {
        await page.goto("/my-list");
        expect(await hrefs(page)).toEqual([film.id]);
      }).toPass();
      await page.locator(`main a[href="/video/${film.id}"]`).click();
      await expect(button).toHaveAttribute("aria-pressed", "true");
      await button.click();
      await expect(button).toHaveAttribute("aria-pressed", "false");
      await expect(async () => {
        await page.goto("/my-list");
        expect(await hrefs(page)).toEqual([]);
      }).toPass();
      await expect(page.getByRole("heading", { name: "Nothing on your list yet" })).toBeVisible();
    });

    test("select many, remove them, undo", async ({ page }) => {
      const ids = [films[0]!.id, vip.id, series.id, films[1]!.id];
      await collect(await guest(page), ids);
      await page.goto("/my-list");
      await page.getByRole("link", { name: "Select" }).click();
      await expect(page).toHaveURL(/select=1/);
      const boxes = page.getByRole("checkbox");
      await expect(boxes).toHaveCount(4);
      for (const place of [0, 2]) await page.locator("label:has(input[type=checkbox])").nth(place).click();
      await page
        .getByRole("button", { name: javaScriptEnabled ? "Remove 2 titles" : "Remove from list" })
        .click();
      await expect(page.getByText("2 titles removed")).toBeVisible();
      await expect(boxes).toHaveCount(2);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(boxes).toHaveCount(4);
      await page.goto("/my-list");
      expect(await hrefs(page)).toEqual(ids);
    });

    test("sort and filter: the URL is the state", async ({ page }) => {
      await collect(await guest(page), [films[0]!.id, vip.id, series.id]);
      const choose = async (label: string, value: string) => {
        await page.getByLabel(label).selectOption(value);
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Apply" }).click();
      };
      await page.goto("/my-list");
      await choose("Access", "vip");
      await expect(page).toHaveURL(/access=vip/);
      await expect.poll(() => hrefs(page)).toEqual([vip.id]);
      await choose("Type", "series");
      await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
      await page.getByRole("link", { name: "Show all" }).click();
      await expect.poll(() => hrefs(page)).toHaveLength(3);
      await choose("Sort by", "year");
      await expect(page).toHaveURL(/sort=year/);
      // The address changes a moment before the list does.
      const yearOf = (id?: string) => demoMovies.find((title) => title.id === id)!.year;
      const newestFirst = [films[0]!.id, vip.id, series.id].map(yearOf).sort((a, b) => b - a);
      await expect.poll(async () => (await hrefs(page)).map(yearOf)).toEqual(newestFirst);
    });

    test("a long list comes in pages, and says what is no longer available", async ({ page }) => {
      const visitor = await guest(page);
      await collect(
        visitor,
        Array.from({ length: 40 }, (_, n) => `gone-${n}`),
      );
      await page.goto("/my-list");
      const entries = page.locator("main ul > li");
      await expect(entries.first()).toContainText("No longer available");
      if (javaScriptEnabled) {
        await expect(entries).toHaveCount(36);
        await page.mouse.wheel(0, 20_000);
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await expect(entries).toHaveCount(40);
        return;
      }
      await page.getByRole("link", { name: "Show more" }).click();
      await expect(entries).toHaveCount(4);
      await page.getByRole("link", { name: "Back to the first page" }).click();
      await expect(entries).toHaveCount(36);
    });

    test("history by day: go on, remove one and undo, search", async ({ page }) => {
      const visitor = await guest(page);
      await watch(visitor, [
        [films[0]!.id, 0],
        [series.id, 24],
        [films[1]!.id, 24 * 400],
      ]);
      await page.goto("/my-list/history");
      const days = page.locator("main h2");
      await expect(days.nth(0)).toHaveText("today");
      await expect(days.nth(1)).toHaveText("yesterday");
      await expect(days.nth(2)).toHaveText(/20\d\d/);
      // Of the episode's own length, which is more than the player said.
      await expect(page.locator(`a[href="/video/${series.id}/1"] [role=progressbar]`)).toHaveAttribute(
        "aria-valuenow",
        "17",
      );
      const title = (await page.locator(`a[href="/video/${films[0]!.id}"] .own-words`).textContent())!;
      await page.getByRole("button", { name: `Remove ${title} from your history` }).click();
      await expect(page.getByText("1 title removed")).toBeVisible();
      await expect.poll(() => hrefs(page)).toEqual([series.id, films[1]!.id]);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect.poll(() => hrefs(page)).toHaveLength(3);
      const search = page.getByRole("searchbox", { name: "Search your history" });
      await search.fill(title.toUpperCase());
      await search.press("Enter");
      await expect(page).toHaveURL(/q=/);
      await expect.poll(() => hrefs(page)).toEqual([films[0]!.id]);
      await search.fill("nothing is called this");
      await search.press("Enter");
      await expect(page.getByRole("heading", { name: "No matches in your history" })).toBeVisible();
      await page.getByRole("link", { name: "Show all" }).click();
      await page.locator(`a[href="/video/${series.id}/1"]`).click();
      await expect(page).toHaveURL(`/video/${series.id}/1`);
      await expect(page.getByText("Resumes at 0:08")).toBeVisible();
    });

    test("clearing the history asks first", async ({ page }) => {
      await watch(await guest(page), [
        [films[0]!.id, 1],
        [series.id, 2],
      ]);
      await page.goto("/my-list/history");
      const asked = page.getByText("This can’t be undone.");
      const clear = page.getByRole("link", { name: "Clear history" });
      const cancel = page.getByText("cancel", { exact: true });
      await clear.click();
      await expect(page.getByRole("heading", { name: "confirm" })).toBeVisible();
      await expect(asked).toBeVisible();
      if (javaScriptEnabled) await expect(page.getByRole("dialog", { name: "confirm" })).toBeVisible();
      else await expect(page).toHaveURL(/confirm=clear/);
      await cancel.click();
      await expect(asked).toHaveCount(0);
      await expect.poll(() => hrefs(page)).toHaveLength(2);
      await clear.click();
      await page.getByRole("button", { name: "ok", exact: true }).click();
      await expect(asked).toHaveCount(0);
      await expect(page.getByText("History cleared")).toBeVisible();
      await expect(page.getByRole("heading", { name: "You haven’t watched anything yet" })).toBeVisible();
      await page.goto("/my-list/history");
      expect(await hrefs(page)).toEqual([]);
    });

    test("the history is paused and goes on", async ({ page }) => {
      await watch(await guest(page), [[films[0]!.id, 1]]);
      await page.goto("/my-list/history");
      await page.getByRole("button", { name: "Pause history" }).click();
      await expect(page.getByRole("heading", { name: "History is paused" })).toBeVisible();
      if (javaScriptEnabled) await page.waitForLoadState("networkidle");
      await page.goto("/my-list/history");
      await page.getByRole("button", { name: "Resume history" }).click();
      await expect(page.getByRole("button", { name: "Pause history" })).toBeVisible();
    });
  });
}

test.describe("when the connection is lost", () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test("the dialog closes all the same, nothing is lost, and the page says so", async ({ page }) => {
    await watch(await guest(page), [[films[0]!.id, 1]]);
    await page.goto("/my-list/history");
    await page.route("**/*.data*", (route) => route.abort());
    await page.getByRole("link", { name: "Clear history" }).click();
    await page.getByRole("button", { name: "ok", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText("You’re offline.")).toBeVisible();
    expect(await hrefs(page)).toEqual([films[0]!.id]);
  });

  test("what could not be removed comes back; the bookmark, which is sent later, stays as it was set", async ({
    page,
  }) => {
    await collect(await guest(page), [films[0]!.id]);
    await page.goto("/my-list?select=1");
    await page.route("**/*.data*", (route) => route.abort());
    await page.route("**/api/favourite/remove", (route) => route.abort());
    await page.locator("label:has(input[type=checkbox])").click();
    await page.getByRole("button", { name: "Remove 1 title" }).click();
    await expect(page.getByText("You’re offline.")).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(1);
    await page.goto(`/video/${films[0]!.id}`, { waitUntil: "networkidle" });
    const button = page.getByRole("button", { name: "My list" });
    await signedIn(page);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await expect.poll(() => waiting(page)).toEqual([`favourite ${films[0]!.id}`]);
    await expect(button).toHaveAttribute("aria-pressed", "false");
  });

  test("a bookmark the server refuses goes back to what it was, and says why", async ({ page }) => {
    await collect(await guest(page), [films[0]!.id]);
    await page.route("**/api/favourite/remove", (route) =>
      route.fulfill({ status: 500, json: { c: 500, m: "server_error", d: null } }),
    );
    await page.goto(`/video/${films[0]!.id}`, { waitUntil: "networkidle" });
    const button = page.getByRole("button", { name: "My list" });
    await signedIn(page);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await expect(page.getByText("Server error")).toBeVisible();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  });
});

test("the dialog is left by Escape, and focus returns to what opened it", async ({ page }) => {
  await watch(await guest(page), [[films[0]!.id, 1]]);
  await page.goto("/my-list/history", { waitUntil: "networkidle" });
  const clear = page.getByRole("link", { name: "Clear history" });
  await clear.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(clear).toBeFocused();
});

for (const locale of ["de", "ar"]) {
  test.describe(`in ${locale}`, () => {
    test.use(phone);
    test("no accessibility violation, nothing small to touch, nothing scrolls sideways", async ({
      page,
      context,
      baseURL,
    }) => {
      await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      const visitor = await guest(page);
      const check = async (what: string) => {
        await expectForEverybody(page, what, {
          touched: "a, button, select, label, input:not([type=hidden])",
        });
      };
      for (const path of ["/my-list", "/my-list/history"]) {
        await page.goto(path, { waitUntil: "networkidle" });
        await check(`empty ${path}`);
      }
      await collect(visitor, [films[0]!.id, vip.id, "gone", series.id]);
      await watch(visitor, [
        [films[0]!.id, 0],
        [series.id, 1],
        [vip.id, 30],
      ]);
      for (const path of [
        "/my-list",
        "/my-list?select=1",
        "/my-list/history",
        "/my-list/history?q=zzz",
        "/my-list/history?confirm=clear",
      ]) {
        await page.goto(path, { waitUntil: "networkidle" });
        await check(path);
      }
      await page.goto("/my-list/history", { waitUntil: "networkidle" });
      await page.locator("main form button[name=id]").first().click();
      await expect(page.locator(".notice")).toBeVisible();
      await check("notice");
      await page.locator("button[value=pause]").click();
      await expect(page.locator("button[value=record]")).toBeVisible();
      await check("paused");
      await page.locator("a[href*='confirm=clear']").click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await check("dialog");
    });
  });
}
