import { demoMovies } from "../../demo/catalogue/movies.ts";
import { hold } from "../setup/hold.ts";
import { expect, phone, test } from "../setup/test.ts";

test.use(phone);

const allSeries = demoMovies
  .filter(({ kind, access }) => kind === "series" && access === "free")
  .map(({ id }) => `/video/${id}`);

test("the arrow leads back to the same list, at the same place, past episodes", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await page.locator("h2 a[href='/page/search?list=new']").click();
  await expect(page).toHaveURL(/list=new/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New");
  const listed = await page
    .locator("main a[href^='/video/']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  // The lowest one of the list.
  const series = listed.findLast((href) => allSeries.includes(href))!;
  const poster = page.locator(`main a[href='${series}']`).first();
  await poster.evaluate((link) => link.scrollIntoView({ block: "center", behavior: "instant" }));
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(100);
  await poster.click();
  await expect(page).toHaveURL(new RegExp(series));
  await page.locator(`a[href='${series}/2']`).click();
  await expect(page).toHaveURL(`${series}/2`);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(/\/page\/search\?list=new/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("a page stays where it was scrolled while its data was loaded again", async ({ page }) => {
  // A first visit becomes a guest's, and reads its data again.
  const again = page.waitForRequest(/\.data(\?|$)/);
  const release = await hold(page, /\.data(\?|$)/);
  await page.goto(allSeries[0]!);
  await again;
  await page.evaluate(() => scrollTo({ top: 150, behavior: "instant" }));
  release();
  // The page lists what has come as a whole.
  const come = () => performance.getEntriesByType("resource").some(({ name }) => /\.data(\?|$)/.test(name));
  await expect.poll(() => page.evaluate(come)).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => scrollY)).toBe(150);
});

test("opened by itself, a page's arrow leads to the page it belongs to", async ({ context }) => {
  for (const [path, parent] of [
    ["/page/text?key=terms", "/page/about"],
    ["/page/about", "/profile"],
    ["/page/person/aoi-minase", "/page/search"],
    [allSeries[0]!, "/"],
  ] as const) {
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL(parent);
  }
});

test("a reload keeps the way back", async ({ page }) => {
  await page.goto("/page/about", { waitUntil: "networkidle" });
  await page.locator("a[href^='/page/language']").first().click();
  await expect(page).toHaveURL(/language/);
  await page.reload({ waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(/\/page\/about$/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the arrow leads to the page it belongs to", async ({ page }) => {
    await page.goto("/page/text?key=terms");
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL("/page/about");
  });
});
