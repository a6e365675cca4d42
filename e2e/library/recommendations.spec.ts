import { demoMovies } from "../../demo/catalogue/movies.ts";
import { guest } from "../setup/my-list.ts";
import { expect, expectScripted, test } from "../setup/test.ts";

/** A film whose genre others have as well. */
const film = demoMovies.find(
  ({ kind, genres }) =>
    kind === "film" &&
    demoMovies.filter((other) => other.genres.some((genre) => genres.includes(genre))).length > 4,
)!;
const title = film.texts.en!.title;

for (const javaScriptEnabled of [true, false])
  test.describe(`recommendations, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("name the film they follow from, lead to others, and are turned off on the profile", async ({
      page,
    }) => {
      const updatedAt = new Date(Date.now() - 3_600_000).toISOString();
      const watched = { id: film.id, index: 1, positionS: 40, durationS: 48, updatedAt };
      await (await guest(page)).call("progress/restore", { items: [watched] });
      await page.goto("/");
      const row = page.getByRole("region", { name: `Because you watched “${title}”` });
      await expect(row.getByRole("listitem")).not.toHaveCount(0);
      const links = await row
        .getByRole("link")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      expect(links.length).toBeGreaterThanOrEqual(3);
      expect(links).not.toContain(`/video/${film.id}`);
      await row.getByRole("link").first().click();
      await expect(page).toHaveURL(/\/video\//);

      await page.goto("/profile");
      if (javaScriptEnabled) await expectScripted(page);
      const recommends = page.getByRole("switch", { name: /Recommendations/ });
      await expect(recommends).toBeChecked();
      await recommends.click();
      await expect(recommends).not.toBeChecked();
      await page.goto("/");
      await expect(page.getByRole("region", { name: "Popular", exact: true })).toBeVisible();
      await expect(row).toHaveCount(0);
      await page.goto("/profile");
      if (javaScriptEnabled) await expectScripted(page);
      await recommends.click();
      await expect(recommends).toBeChecked();
      await page.goto("/");
      await expect(row).toBeVisible();
    });
  });

test("a visitor without scripts and without an account can turn them off", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/profile");
  const recommends = page.getByRole("switch", { name: /Recommendations/ });
  await recommends.click();
  await expect(recommends).not.toBeChecked();
  await context.close();
});
