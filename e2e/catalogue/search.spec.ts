import { demoMovies } from "../../demo/catalogue/movies.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { expect, phone, test } from "../setup/test.ts";
import { movieCount } from "../setup/movies.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;
const title = film.texts.en!.title;
/** A word of the title long enough to be misspelt. */
const word = title.split(/\W+/).sort((a, b) => b.length - a.length)[0]!;
const genre = film.genres[0]!;
const drama = demoMovies.find(
  ({ genres, texts }) => genres.includes("drama") && !/drama/i.test(texts.en!.title),
)!;
const result = `main a[href='/video/${film.id}']`;

test("suggestions come while typing, and the arrow keys and Enter open one", async ({ page }) => {
  await page.goto("/page/search");
  const field = page.getByRole("combobox");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await field.pressSequentially(title.slice(0, 5).toLowerCase(), { delay: 20 });
  const options = page.getByRole("option");
  await expect(options.first()).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id"))!);
  await expect(field).toBeFocused();
  await field.press("ArrowUp");
  await expect(field).not.toHaveAttribute("aria-activedescendant");
  await field.press("Escape");
  await expect(options.first()).toBeHidden();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/video\//);
});

test("only the answer to the last letters is shown, and no overlay while they come", async ({ page }) => {
  await page.goto("/page/search");
  const asked: string[] = [];
  await page.route("**/api/movie/suggest?*", async (route) => {
    const q = new URL(route.request().url()).searchParams.get("q")!;
    asked.push(q);
    if (q.length < word.length) await new Promise((resolve) => setTimeout(resolve, 1_200));
    await route.continue().catch(() => undefined);
  });
  const field = page.getByRole("combobox");
  await field.fill(word.slice(0, 1));
  await expect.poll(() => asked.length).toBe(1);
  await field.fill(word);
  await expect(page.getByRole("option").filter({ hasText: title })).toBeVisible();
  await expect(page.getByRole("status").locator(".spinner")).toHaveCount(0);
  await page.waitForTimeout(1_300);
  await expect(page.getByRole("option").filter({ hasText: title })).toBeVisible();
});

test("the address is the search: words, marks, a filter that is added and taken away, and the way back", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Search films and series" }).click();
  await page.getByRole("combobox").fill(word);
  await page.getByRole("combobox").press("Enter");
  await expect(page).toHaveURL(`/page/search?q=${word}`);
  await expect(page.locator(`${result} mark`).first()).toHaveText(word);
  await page.locator("summary").click();
  await page.getByText("Series", { exact: true }).click();
  await expect(page).toHaveURL(`/page/search?q=${word}&kind=series`);
  await page.getByRole("link", { name: "Remove filter: Series" }).click();
  await expect(page).toHaveURL(`/page/search?q=${word}`);
  await page.locator(result).first().click();
  await expect(page).toHaveURL(`/video/${film.id}`);
  await page.goBack();
  await expect(page.getByRole("combobox")).toHaveValue(word);
  await expect(page.locator(result).first()).toBeVisible();
});

test("what was searched for is remembered on this device, and forgotten when asked", async ({ page }) => {
  await page.goto(`/page/search?q=${word}`, { waitUntil: "networkidle" });
  await page.goto("/page/search", { waitUntil: "networkidle" });
  await expect(page.getByRole("link", { name: word, exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Remove ${word}` }).click();
  await expect(page.getByRole("heading", { name: "Recent searches" })).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("searches"))).toBeNull();
});

test("a long list grows as it is read", async ({ page }) => {
  const count = await movieCount(page);
  await page.goto("/page/search?sort=new", { waitUntil: "networkidle" });
  const items = page.locator(".search-grid > li");
  await page.mouse.wheel(0, 20_000);
  await expect(items).toHaveCount(count);
  await items.last().getByRole("link").click();
  await expect(page).toHaveURL(/\/video\//);
  await page.goBack();
  await expect(items).toHaveCount(count);
});

test.describe("on a phone", () => {
  test.use(phone);

  test("the icon focuses the field, Enter hides the keyboard, and the filters are a sheet over the results", async ({
    page,
  }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Search films and series" }).tap();
    const field = page.getByRole("combobox");
    await expect(field).toBeFocused();
    await field.fill("drama");
    await field.press("Enter");
    await expect(page).toHaveURL("/page/search?q=drama");
    await expect(field).not.toBeFocused();

    await page.locator("summary").tap();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await expect(sheet).toHaveJSProperty("open", true);
    const root = page.locator("html");
    await expect(root).toHaveCSS("overflow-y", "hidden");
    await sheet.getByText("Series", { exact: true }).tap();
    await expect(page).toHaveURL("/page/search?q=drama&kind=series");
    const { d } = await (await page.request.get("/api/movie/search?q=drama&kind=series")).json();
    const show = sheet.getByRole("button", { name: `Show ${d.items.length} results` });
    await expect(show).toBeInViewport({ ratio: 1 });
    await show.tap();
    await expect(sheet).toBeHidden();
    await expect(root).not.toHaveCSS("overflow-y", "hidden");
    await expect(page).toHaveURL("/page/search?q=drama&kind=series");
    await page.locator("summary").tap();
    // Unfolded, it is seen a moment before it is a sheet.
    await expect(sheet).toHaveJSProperty("open", true);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ ...phone, javaScriptEnabled: false });

  test("the form searches, filters and pages by plain links", async ({ page }) => {
    await page.goto("/page/search");
    await page.locator("input[name=q]").fill(title);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/\/page\/search\?q=[^&]+$/);
    await expect(page.locator(result).first()).toBeVisible();
    // A genre is found by its name.
    await page.goto("/page/search?q=drama");
    await expect(page.locator(`main a[href='/video/${drama.id}']`).first()).toBeVisible();
    await page.goto("/page/search");
    await page.locator("summary").click();
    await page.getByText("Newest", { exact: true }).click();
    await page.getByRole("button", { name: "Show results" }).click();
    await expect(page).toHaveURL("/page/search?sort=new");
    const first = await page.locator(".search-grid a").first().getAttribute("href");
    await page.getByRole("link", { name: "Show more" }).click();
    await expect(page).toHaveURL(/cursor=/);
    expect(await page.locator(".search-grid a").first().getAttribute("href")).not.toBe(first);
    await page.getByRole("link", { name: "Back to the first page" }).click();
    await expect(page).toHaveURL("/page/search?sort=new");
  });

  test("a genre's row on the home page leads to all of the genre", async ({ page }) => {
    await page.goto("/");
    await page.locator("h2 a[href^='/page/search?list=genre']").first().click();
    await expect(page).toHaveURL(/\/page\/search\?list=genre&genre=[a-z-]+$/);
    await expect(page.locator(".search-grid a").first()).toBeVisible();
  });

  test("a misspelt word is corrected, and where there is nothing, popular titles are shown", async ({
    page,
  }) => {
    await page.goto(`/page/search?q=${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`);
    await expect(page.getByRole("status").filter({ hasText: word.toLowerCase() })).toBeVisible();
    await expect(page.locator(result).first()).toBeVisible();
    await page.goto("/page/search?q=qqqqqqqqq");
    await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
    await expect(page.locator(".search-grid a").first()).toBeVisible();
  });

  test("a mistyped address still searches", async ({ page }) => {
    for (const query of [
      "q=%00",
      "year=soon&kind=opera",
      "cursor=nonsense&sort=new",
      `q=${"x".repeat(500)}`,
      "q=&genre=",
    ]) {
      expect((await page.goto(`/page/search?${query}`))?.status(), query).toBe(200);
    }
  });
});

test("a list is one page to search engines: its first, in its own order", async ({ request, baseURL }) => {
  const said = async (path: string) => {
    const html = await (await request.get(path)).text();
    return {
      canonical: /rel="canonical" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&"),
      listed: !html.includes('content="noindex"'),
      next: /href="(\/page\/search\?list=[^"]*cursor=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&"),
    };
  };
  const list = `${baseURL}/page/search?list=series`;
  expect(await said("/page/search?list=series")).toMatchObject({ canonical: list, listed: true });
  expect(await said("/page/search?list=series&sort=new&from=mail")).toMatchObject({ canonical: list });
  const { next } = await said("/page/search?list=new");
  expect(await said(next!)).toMatchObject({ canonical: `${baseURL}/page/search?list=new`, listed: false });
  // The page of a search is kept for its user alone.
  expect(await said(`/page/search?q=${word}`)).toMatchObject({ canonical: `${baseURL}/page/search` });
});

for (const locale of ["de", "ar"]) {
  test(`in ${locale}: no accessibility violation, nothing too small to touch, nothing wider than the screen`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...phone, baseURL });
    await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
    const page = await context.newPage();
    for (const path of [
      "/page/search",
      `/page/search?q=${word}&genre=${genre}`,
      "/page/search?q=qqqqqqqqq",
      "/page/language",
      "/page/about",
    ]) {
      await page.goto(path, { waitUntil: "networkidle" });
      if (path.includes("genre")) await page.locator("summary").click();
      if (path === "/page/search") {
        await page.getByRole("combobox").fill(word.slice(0, 3));
        await expect(page.getByRole("option").first()).toBeVisible();
      }
      await expectForEverybody(page, path, {
        touched:
          "main a, main button, main input:not([type=hidden], [type=radio]), main label.chip, main summary",
      });
    }
    await context.close();
  });
}
