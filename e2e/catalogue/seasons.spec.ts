import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { violationsOf } from "../setup/accessibility.ts";
import { agree, call, enter, enterAs, notice, tokenOf } from "../setup/admin.ts";
import { moveTo, openMovie, press } from "../setup/player.ts";
import { accounts, expect, phone, test } from "../setup/test.ts";

/** Two seasons of two episodes, and a special. */
const series = demoMovies.find(({ seasons }) => seasons.length > 0)!;
const at = (index: number) => `/video/${series.id}/${index}`;
const list = (page: Page) => page.getByRole("region", { name: "Episodes" });
const season = (page: Page, name: string) =>
  list(page).locator(".season > summary").filter({ hasText: name });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a series with seasons ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 800 }, allowedErrors: [/422/] });

    test("opens the season of its episode, and the others by a tap", async ({ page }) => {
      await page.goto(at(3));
      await expect(page.getByText("S2 E1 · Spring Tide")).toBeVisible();
      await expect(page.getByText("2 seasons")).toBeVisible();
      await expect(list(page).getByRole("link")).toHaveCount(2);
      await expect(list(page).getByRole("link").first()).toHaveText(/^1 Spring Tide/);
      await expect(list(page).locator(".season > summary")).toHaveText([
        /^Season 1 · Ebb/,
        /^Season 2 · Flood/,
        /^Specials/,
      ]);
      if (javaScriptEnabled) expect(await violationsOf(page, { include: ".episodes" })).toEqual([]);
      await season(page, "Season 1").click();
      // The browser closes the season that was open.
      await expect(list(page).getByRole("link")).toHaveText([/^1 Nine Years/, /^2 The Logbook/]);
      await season(page, "Specials").click();
      await list(page).getByRole("link", { name: "The Lamp Room" }).click();
      await expect(page).toHaveURL(at(5));
      await expect(page.getByText("Special 1 · The Lamp Room")).toBeVisible();
      await expect(list(page).locator("[aria-current=true]")).toHaveCount(1);
    });

    test("is made by an admin: a season added, named, filled, moved to and removed", async ({
      page,
      request,
    }) => {
      const { id } = await draft(request);
      await enter(page, `/z/page/movie/detail/${id}/episodes`);
      const first = region(page, "Season 1");
      await expect(first.getByRole("listitem")).toHaveCount(3);
      await list(page).getByLabel("Season number").fill("2");
      await list(page).getByRole("button", { name: "Add season" }).click();
      const second = region(page, "Season 2");
      await second.getByRole("button", { name: "Add episode" }).click();
      await expect(second.getByRole("listitem")).toHaveCount(1);
      await list(page).getByLabel("Season number").fill("2");
      await list(page).getByRole("button", { name: "Add season" }).click();
      await expect(notice(page)).toContainText("Season 2 already exists.");

      // A number that is taken is refused at its field, and nothing typed is lost.
      await first.getByRole("link", { name: "Part 3" }).click();
      const form = region(page, "S1 E3");
      await form.getByLabel("Title of the episode").fill("The third");
      await form.getByLabel("Season", { exact: true }).fill("2");
      await form.getByLabel("Number in the season").fill("1");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form.getByLabel("Number in the season")).toHaveAccessibleDescription(
        "Season 2 already has an episode 1.",
      );
      await expect(form.getByLabel("Title of the episode")).toHaveValue("The third");
      await form.getByLabel("Number in the season").fill("7");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved");
      await expect(page).toHaveURL(/episode=4/);
      await expect(second.getByRole("listitem")).toHaveText([/^1/, /^7The third/]);
      await expect(first.getByRole("listitem")).toHaveCount(2);

      await second.getByRole("link", { name: "Edit season: Season 2" }).click();
      const panel = page.locator("#season");
      await panel.getByLabel("Name of the season").fill("The return");
      // Without scripts the browser itself refuses to send it.
      if (javaScriptEnabled) {
        await panel.getByLabel("Year").fill("12");
        await panel.getByRole("button", { name: "Save" }).click();
        await expect(panel.getByLabel("Year")).toHaveAccessibleDescription(/1870|too small/i);
        await expect(panel.getByLabel("Name of the season")).toHaveValue("The return");
      }
      await panel.getByLabel("Year").fill("2022");
      await panel.getByRole("button", { name: "Save" }).click();
      const named = region(page, "Season 2 · The return");
      await expect(named).toContainText("2022");

      await named.getByRole("button", { name: "Remove season: Season 2" }).click();
      await agree(page, async (ask) => {
        await expect(ask).toContainText("Deletes Season 2 with its episodes (2)");
        await expect(ask.getByRole("listitem")).toHaveText(["S2 E1", "S2 E7 · The third"]);
      });
      await expect(notice(page)).toContainText("Season 2 deleted.");
      await expect(list(page).getByRole("listitem")).toHaveCount(2);
    });
  });
}

test.describe("the player of a series with seasons", () => {
  test.use(phone);

  test("goes on from one season into the next, but not into the specials", async ({ page }) => {
    await enterAs(page, accounts.vip);
    await openMovie(page, at(2));
    await press(page, "Episodes");
    const sheet = page.getByRole("dialog", { name: "Episodes" });
    await expect(sheet.getByRole("link")).toHaveText([/^1 Nine Years/, /^2 The Logbook/]);
    await sheet.locator(".season > summary").filter({ hasText: "Season 2" }).tap();
    await expect(sheet.getByRole("link")).toHaveCount(2);
    await page.keyboard.press("Escape");
    await moveTo(page, 46);
    const card = page.getByRole("region", { name: "Next episode" });
    await expect(card).toContainText("S2 E1 · Spring Tide");
    await card.getByRole("button", { name: "Play now" }).tap();
    await expect(page).toHaveURL(at(3));
    await openMovie(page, at(4));
    await moveTo(page, 47.5);
    await expect(card).toBeHidden();
    await expect(page).toHaveURL(at(4));
  });
});

/** An unpublished series of three episodes. */
async function draft(request: APIRequestContext): Promise<{ id: string }> {
  const { token } = await tokenOf(request, accounts.admin);
  const made = { key: randomUUID(), title: `Seasons ${randomUUID().slice(0, 6)}`, originalLanguage: "en" };
  const facts = { kind: "series", access: "free", year: 2020, rating: 0 };
  const { id } = await call<{ id: string }>(request, "z/movie/create", { ...made, ...facts }, token);
  for (const revision of [0, 1, 2])
    await call(
      request,
      "z/episode/create",
      { id, revision, texts: { en: { title: `Part ${revision + 1}` } } },
      token,
    );
  return { id };
}
