import type { Page } from "@playwright/test";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { expect, phone, test } from "../setup/test.ts";

/** A film anyone may watch, and a member of its cast who has other titles. */
const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;
const title = film.texts.en!.title;
const namesOf = (role: string, movie = film) =>
  movie.credits.filter((credit) => credit.role === role).map(({ name }) => name);
const titlesOf = (person: string) =>
  demoMovies
    .filter((movie) => movie.credits.some(({ name }) => name === person))
    .map(({ id }) => `/video/${id}`);
const actor = namesOf("cast").find((name) => titlesOf(name).length > 1)!;
const surname = actor.split(" ").at(-1)!;
const addressOf = (person: string) => `/page/person/${person.toLowerCase().replaceAll(/\W+/g, "-")}`;
/** The link of a person, whose text may end with the part they play. */
const linkTo = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}( |$)`) });

test("the demo has whom these journeys are about", () => {
  expect(actor).toMatch(/^[\w -]+$/);
  expect(titlesOf(actor).length).toBeGreaterThan(1);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ ...phone, javaScriptEnabled });

    test("a title leads to its people, a person to their titles, and a search to both", async ({ page }) => {
      await page.goto(`/video/${film.id}`);
      for (const name of [...namesOf("director"), ...namesOf("cast")])
        await expect(linkTo(page, name)).toBeVisible();
      const music = linkTo(page, namesOf("music")[0]!);
      await expect(music).toBeHidden();
      await page.locator(".credits summary").click();
      await expect(music).toBeVisible();

      await linkTo(page, actor).click();
      await expect(page).toHaveURL(addressOf(actor));
      await expect(page).toHaveTitle(`${actor} · Matinee`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(actor);
      await expect(page.getByText("Actor", { exact: true })).toBeVisible();
      const links = page.getByRole("list", { name: actor }).getByRole("link");
      const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
      expect(shown.toSorted()).toEqual(titlesOf(actor).toSorted());

      await page.getByRole("link", { name: "Back", exact: true }).click();
      await expect(page).toHaveURL(javaScriptEnabled ? `/video/${film.id}` : "/page/search");

      await page.goto(`/page/search?q=${surname.toLowerCase()}`);
      const people = page.getByRole("region", { name: "People" });
      await expect(people.getByRole("link")).toHaveCount(1);
      await expect(people.locator("mark")).toHaveText(surname);
      const results = page.locator(".search-grid").first();
      await expect(results.getByRole("link", { name: title })).toBeVisible();
      await people.getByRole("link").click();
      await expect(page).toHaveURL(addressOf(actor));
    });
  });
}

test("a place past the end of a person's titles says so, and leads back to the first", async ({ page }) => {
  const past = Buffer.from('["1","a"]').toString("base64url");
  await page.goto(`${addressOf(actor)}?cursor=${past}`);
  await expect(page.getByRole("heading", { name: "Nothing here yet" })).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await page.getByRole("link", { name: "Back to the first page" }).click();
  await expect(page).toHaveURL(addressOf(actor));
  await expect(page.getByRole("list", { name: actor }).getByRole("link").first()).toBeVisible();
});

test("search engines are told of a person's page, and that there is none of other names", async ({
  request,
  baseURL,
}) => {
  const html = await (await request.get(addressOf(actor))).text();
  expect(html).toContain(`<link rel="canonical" href="${baseURL}${addressOf(actor)}"/>`);
  expect(html).toContain(`Films and series with ${actor} on Matinee.`);
  expect(html).not.toContain("noindex");
  for (const id of ["no-one-here", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "a%00b", "x".repeat(300), "A"]) {
    for (const query of ["", "?cursor=nonsense"]) {
      const answer = await request.get(`/page/person/${id}${query}`);
      expect(answer.status(), id + query).toBe(404);
      expect(await answer.text()).not.toContain("<script>alert");
    }
  }
  // An old place in the list leads to its beginning.
  const answer = await request.get(`${addressOf(actor)}?cursor=nonsense`);
  expect([answer.status(), answer.url()]).toEqual([200, `${baseURL}${addressOf(actor)}`]);
});

for (const locale of ["de", "ar"]) {
  test(`in ${locale}: no accessibility violation, nothing too small to touch, nothing wider than the screen`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...phone, baseURL });
    await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
    const page = await context.newPage();
    for (const path of [addressOf(actor), `/page/search?q=${surname}`, `/video/${film.id}`]) {
      await page.goto(path, { waitUntil: "networkidle" });
      if (path.startsWith("/video")) await page.locator(".credits summary").click();
      await expectForEverybody(page, path, { touched: "a.person, .credits summary, .search-grid a" });
    }
    await context.close();
  });
}
