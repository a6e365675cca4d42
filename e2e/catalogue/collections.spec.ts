import { demoCollections } from "../../demo/catalogue/collections.ts";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { agree, call, enterAs, newMember, notice, tokenOf } from "../setup/admin.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { accounts, expect, phone, test } from "../setup/test.ts";

const [id, { texts, movies }] = Object.entries(demoCollections)[0]!;
const { name, description } = texts.en!;
const address = `/page/collection/${id}`;
const titleOf = (movie: string) => demoMovies.find((one) => one.id === movie)!.texts.en!.title;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ ...phone, javaScriptEnabled });

    test("a title leads to its collection, which shows its titles in order and is followed", async ({
      page,
    }) => {
      const member = await newMember(page.request, `Follower ${javaScriptEnabled}`);
      await enterAs(page, member);
      await page.goto(`/video/${movies[1]}`);
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expect(page.getByText(description!)).toBeVisible();
      const links = page.getByRole("list", { name }).getByRole("link");
      await expect(links).toHaveCount(movies.length);
      const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
      expect(shown).toEqual(movies.map((movie) => `/video/${movie}`));

      await page.getByRole("button", { name: "Follow", exact: true }).click();
      await expect(page.getByRole("button", { name: "Following", pressed: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "You’ll be told of new titles in it." })).toBeVisible();
      const headers = { Authorization: `Bearer ${member.token}` };
      const followed = async () =>
        (await (await page.request.get("/api/follow/list", { headers })).json()).d.items as unknown[];
      await expect.poll(followed).toEqual([{ id, name }]);

      await page.goto("/page/search");
      await page.getByRole("link", { name: "Collections", exact: true }).click();
      await expect(page).toHaveURL("/page/collection");
      const mine = page.getByRole("region", { name: "Collections you follow" });
      await expect(mine.getByRole("link")).toHaveText([name]);
      await expect(page.getByRole("list", { name: "Collections" }).getByRole("link")).toHaveCount(
        Object.keys(demoCollections).length,
      );
      await mine.getByRole("link").click();
      await page.getByRole("button", { name: "Following", pressed: true }).click();
      await expect(page.getByRole("button", { name: "Follow", pressed: false })).toBeVisible();
      await expect.poll(followed).toEqual([]);
    });
  });

for (const javaScriptEnabled of [true, false])
  test.describe(`an admin, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled, allowedErrors: [/422/] });
    const made = `journey-${javaScriptEnabled ? "on" : "off"}`;

    test("makes a collection, names it, orders its titles and deletes it", async ({ page, request }) => {
      await enterAs(page, accounts.admin);
      await page.goto("/z/management/collections");
      await page.getByRole("link", { name: "New collection" }).click();
      await page.getByLabel("ID", { exact: true }).fill("Not an id");
      await page.getByLabel("Name").fill("A journey");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByLabel("ID", { exact: true })).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("Name")).toHaveValue("A journey");
      await page.getByLabel("ID", { exact: true }).fill(made);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page).toHaveURL(new RegExp(`collection=${made}`));
      await expect(page.getByText("Visitors see it once one of its titles is published.")).toBeVisible();

      const titles = page.getByRole("region", { name: "Titles", exact: true });
      for (const movie of movies.slice(0, 2)) {
        await titles.getByRole("searchbox").fill(titleOf(movie));
        await titles.getByRole("button", { name: "Search" }).click();
        await titles.getByRole("button", { name: `Add: ${titleOf(movie)}` }).click();
        await expect(titles.locator("ol").getByRole("link", { name: titleOf(movie) })).toBeVisible();
      }
      const order = titles.locator("ol").getByRole("link");
      await expect(order).toHaveText(movies.slice(0, 2).map(titleOf));
      await titles.getByRole("button", { name: `Move down: ${titleOf(movies[0]!)}` }).click();
      await expect(order).toHaveText(movies.slice(0, 2).map(titleOf).toReversed());
      await titles.getByRole("button", { name: `Remove: ${titleOf(movies[1]!)}` }).click();
      await expect(order).toHaveText([titleOf(movies[0]!)]);

      await page.getByRole("link", { name: "Deutsch" }).click();
      // What is typed before the page of that language has come would go with the page that leaves.
      await expect(page.getByRole("link", { name: "Deutsch" })).toHaveAttribute("aria-current", "page");
      await page.getByLabel("Name").fill("Eine Reise");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(notice(page).first()).toContainText("Saved");
      // As a visitor: the language of an address is kept for the visit.
      const inGerman = async () => (await request.get(`/page/collection/${made}?lang=de`)).text();
      await expect.poll(inGerman).toContain("Eine Reise");

      await page.getByRole("button", { name: "Delete collection" }).click();
      await agree(page, (ask) => expect(ask).toContainText("Titles: 1"));
      await expect(page.getByText("Collection deleted.")).toBeVisible();
      expect((await request.get(`/page/collection/${made}`)).status()).toBe(404);
    });
  });

test("search engines are told of collections, and that there is none of other names", async ({ request }) => {
  const html = await (await request.get(address)).text();
  expect(html).toContain('"@type":"CollectionPage"');
  expect(html).not.toContain("noindex");
  for (const other of ["nothing", "%3Cscript%3E", "a%00b", "x".repeat(300), "A"])
    for (const query of ["", "?cursor=nonsense"])
      expect((await request.get(`/page/collection/${other}${query}`)).status(), other + query).toBe(404);
  expect((await request.get(`${address}?cursor=nonsense`)).url()).toMatch(new RegExp(`${address}$`));
  const { token } = await tokenOf(request, accounts.user);
  await expect(call(request, "z/collection/delete", { id, dryRun: false }, token)).rejects.toThrow();
});

for (const locale of ["de", "ar"])
  test(`in ${locale}: no accessibility violation, nothing too small to touch, nothing wider than the screen`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...phone, baseURL });
    await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
    const page = await context.newPage();
    for (const path of [address, "/page/collection"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      await expectForEverybody(page, path, { touched: ".collection-card, .search-grid a, form button" });
    }
    await context.close();
  });
