import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Page } from "@playwright/test";
import { violationsOf } from "../setup/accessibility.ts";
import { agree, call, enter, notice, tokenOf } from "../setup/admin.ts";
import { accounts, expect, phone, test } from "../setup/test.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const save = (page: Page, name: string) =>
  region(page, name).getByRole("button", { name: "Save" }).first().click();
/** Does what saves the title. Then the page shows it as it now is: its forms are of another revision, and begin anew. */
async function saves(page: Page, act: () => Promise<void>): Promise<void> {
  // A notice of the save before may still be there.
  const revision = page.locator("main input[name=revision]").first();
  const before = await revision.inputValue();
  await act();
  await expect(revision).not.toHaveValue(before);
  await expect(notice(page)).toContainText("Saved");
}

/** Follows the link to another part of the title. */
const openPart = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of this title" }).getByRole("link", { name }).click();

/** A new title by its form. @returns its id */
async function create(page: Page, title: string, kind = "film"): Promise<string> {
  await page.goto("/z/page/movie/detail");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Type").selectOption(kind);
  await page.getByRole("button", { name: "Create draft" }).click();
  await expect(page).toHaveURL(/\/z\/page\/movie\/detail\/[a-z0-9-]+$/);
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`titles ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    // The browser logs an answer of 422 as an error; people see what the page says of it.
    test.use({
      javaScriptEnabled,
      viewport: { width: 1440, height: 900 },
      allowedErrors: [/422 \(Unprocessable Entity\)/],
    });

    test("are made, described, dated, credited and illustrated, and nothing typed is lost", async ({
      page,
    }) => {
      const title = `Harbour ${randomUUID().slice(0, 6)}`;
      await enter(page, "/z/page/movie");
      await page.getByRole("link", { name: "New title" }).click();
      await page.getByLabel("Title", { exact: true }).fill(title);
      await page.getByLabel("Year").fill("1066");
      await page.getByRole("button", { name: "Create draft" }).click();
      await expect(page.getByLabel("Year")).toHaveAccessibleDescription("Enter 1870 or more.");
      await expect(page.getByLabel("Title", { exact: true })).toHaveValue(title);
      await page.getByLabel("Year").fill("1998");
      await page.getByRole("button", { name: "Create draft" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);

      await region(page, "Overview")
        .getByRole("link", { name: /^Title and description/ })
        .click();
      const texts = region(page, "Title and description");
      await texts.getByRole("link", { name: "Deutsch" }).click();
      await expect(texts.getByRole("link", { name: "Deutsch" })).toHaveAttribute("aria-current", "page");
      await texts.getByRole("textbox", { name: "Description" }).fill("Ein Hafen.");
      await save(page, "Title and description");
      await expect(texts.getByLabel("Title", { exact: true })).toHaveAccessibleDescription("Required.");
      await expect(texts.getByRole("textbox", { name: "Description" })).toHaveValue("Ein Hafen.");
      await texts.getByLabel("Title", { exact: true }).fill("Hafen");
      await saves(page, () => save(page, "Title and description"));
      await texts.getByRole("button", { name: "Remove this language" }).click();
      const language = page.locator("dialog.z-ask");
      await expect(language).toContainText("German");
      await expect(language).toContainText("Hafen");
      await language.getByRole("link", { name: "cancel" }).click();

      await openPart(page, "Facts");
      await region(page, "Facts").getByLabel("Drama").check();
      await region(page, "Facts").getByLabel("Tags").fill("autumn, sea");
      await region(page, "Facts").getByLabel("Who may watch").selectOption("Signed-in members");
      await region(page, "Facts").getByLabel("Preview (seconds)").fill("60");
      await saves(page, () => save(page, "Facts"));
      await expect(region(page, "Facts").getByLabel("Tags")).toHaveValue("autumn, sea");
      await expect(region(page, "Facts").getByLabel("Who may watch")).toHaveValue("signed-in");
      await expect(region(page, "Facts").getByLabel("Preview (seconds)")).toHaveValue("60");

      await openPart(page, "Cast and crew");
      const people = region(page, "Cast and crew");
      for (const [at, name] of ["Ada", "Bea"].entries()) {
        await people.getByRole("button", { name: "Add" }).click();
        await people.getByLabel("Name").nth(at).fill(name);
      }
      await people.getByRole("button", { name: "Move up" }).nth(1).click();
      await expect(people.getByLabel("Name").first()).toHaveValue("Bea");
      await saves(page, () => save(page, "Cast and crew"));
      await expect(people.getByLabel("Name")).toHaveCount(2);

      await openPart(page, "Pictures");
      const pictures = region(page, "Pictures");
      const poster = pictures.getByLabel("Poster", { exact: true }).last();
      await poster.setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("nothing") });
      await pictures.getByRole("button", { name: "Use this picture" }).first().click();
      await expect(poster).toHaveAccessibleDescription(/as a picture/);
      const picture = sharp({ create: { width: 600, height: 900, channels: 3, background: "#204080" } });
      await poster.setInputFiles({
        name: "x.png",
        mimeType: "image/png",
        buffer: await picture.png().toBuffer(),
      });
      await saves(page, () => pictures.getByRole("button", { name: "Use this picture" }).first().click());
      const shown = pictures.getByRole("img", { name: "Poster" });
      await expect(shown).not.toHaveAttribute("src", /v=0$/);
    });

    test("have episodes that are added, named, marked, moved and taken out", async ({ page }) => {
      await enter(page, "/z/page/movie");
      await create(page, `Saga ${randomUUID().slice(0, 6)}`, "series");
      await region(page, "Overview")
        .getByRole("link", { name: /^Episodes/ })
        .click();
      const list = region(page, "Episodes");
      for (const count of [1, 2]) {
        await list.getByRole("button", { name: "Add episode" }).click();
        await expect(list.getByRole("listitem")).toHaveCount(count);
      }
      await list.getByRole("link", { name: "Episode 2" }).click();
      const episode = region(page, "Episode 2");
      await episode.getByLabel("Title of the episode").fill("The Letter");
      await expect(episode.getByLabel("Who may watch").locator(":checked")).toHaveText(
        "Same as the title (Everyone)",
      );
      await episode.getByLabel("Who may watch").selectOption("vip");
      await episode.getByLabel("Intro from (seconds)").fill("5");
      await episode.getByRole("button", { name: "Save" }).click();
      await expect(episode.getByLabel("Intro to (seconds)")).toHaveAccessibleDescription("Required.");
      await expect(episode.getByLabel("Title of the episode")).toHaveValue("The Letter");
      await expect(episode.getByLabel("Who may watch")).toHaveValue("vip");
      await episode.getByLabel("Intro to (seconds)").fill("20");
      await episode.getByRole("button", { name: "Add chapter" }).click();
      await episode.getByLabel("Starts at (seconds)").fill("0");
      await episode.getByLabel("Title", { exact: true }).fill("Dawn");
      await saves(page, () => episode.getByRole("button", { name: "Save" }).click());
      await expect(episode.getByLabel("Title", { exact: true })).toHaveValue("Dawn");
      await expect(list.getByRole("listitem").filter({ hasText: "VIP" })).toContainText("The Letter");
      await list.getByRole("button", { name: "Move up: 2" }).click();
      await expect(list.getByRole("listitem").first()).toContainText("The Letter");
      await list.getByRole("button", { name: "Remove: Episode 2" }).click();
      await agree(page, (ask) => expect(ask).toContainText("Deletes Episode 2"));
      await expect(list.getByRole("listitem")).toHaveCount(1);
      await expect(list).toContainText("The Letter");
    });

    test("saved by two admins: the later one sees both and decides", async ({ page, request }) => {
      await enter(page, "/z/page/movie");
      const id = await create(page, `Shared ${randomUUID().slice(0, 6)}`);
      await region(page, "Overview")
        .getByRole("link", { name: /^Facts/ })
        .click();
      await expect(region(page, "Facts").getByLabel("Year")).toBeVisible();
      const { token } = await tokenOf(request, accounts.admin);
      await call(request, "z/movie/save", { id, revision: 0, year: 1977 }, token);
      await region(page, "Facts").getByLabel("Year").fill("1988");
      await save(page, "Facts");
      const conflict = page.locator(".z-conflict");
      await expect(conflict).toContainText("1977");
      await expect(conflict).toContainText("1988");
      const year = region(page, "Facts").getByLabel("Year");
      await expect(year).toHaveValue("1988");
      await expect(year).toHaveAccessibleDescription("Someone else saved: 1977. What you typed is kept.");
      await saves(page, () => conflict.getByRole("button", { name: "Save anyway" }).click());
      await expect(region(page, "Facts").getByLabel("Year")).toHaveValue("1988");
    });

    test("are found, changed many at once, deleted, and brought back", async ({ page, request }) => {
      const name = `Flock ${randomUUID().slice(0, 6)}`;
      await enter(page, "/z/page/movie");
      const { token } = await tokenOf(request, accounts.admin);
      const announced = await create(page, `${name} one`);
      const premiereOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
      await call(request, "z/movie/save", { id: announced, revision: 0, premiereOn }, token);
      const id = await create(page, `${name} two`);
      await page.goto("/z/page/movie");
      await page.getByLabel("Title or ID").fill(name);
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page).toHaveURL(/q=Flock/);
      await expect(page.getByRole("row")).toHaveCount(3);
      for (const one of ["one", "two"]) await page.getByLabel(`Select ${name} ${one}`).check();
      await page.getByLabel("Action for the selected rows").selectOption("tag");
      await page.getByRole("button", { name: "Apply" }).click();
      // A step that is cancelled leaves the rows selected.
      const ask = page.locator("dialog.z-ask");
      await expect(ask).toContainText("Titles to change: 2");
      await ask.getByRole("button", { name: "cancel" }).click();
      await expect(ask).toHaveCount(0);
      for (const one of ["one", "two"]) await expect(page.getByLabel(`Select ${name} ${one}`)).toBeChecked();
      await page.getByLabel("Action for the selected rows").selectOption("tag");
      await page.getByRole("button", { name: "Apply" }).click();
      await agree(page, async () => {
        await expect(ask).toContainText("Titles to change: 2");
        await ask.getByLabel("Tag").fill("flock");
      });
      await expect(notice(page)).toContainText("Titles changed: 2");
      // What was done takes the ticks away: a page that is there anew has done so.
      await page.goto(page.url());
      await page.getByLabel(`Select ${name} two`).check();
      await page.getByLabel("Action for the selected rows").selectOption("VIP members only");
      await page.getByRole("button", { name: "Apply" }).click();
      await agree(page, (ask) => expect(ask).toContainText("Titles to change: 1"));
      await expect(page.getByRole("row", { name: `${name} two` })).toContainText("VIP");
      for (const one of ["one", "two"]) await page.getByLabel(`Select ${name} ${one}`).check();
      await page.getByLabel("Action for the selected rows").selectOption("publish");
      await page.getByRole("button", { name: "Apply" }).click();
      await agree(page, (ask) => expect(ask).toContainText(`No video yet: 1 (${name} two)`));
      await expect(page.getByRole("row", { name: `${name} one` })).toContainText("Published");
      await notice(page).getByRole("button", { name: "Undo" }).click();
      await expect(notice(page)).toContainText("Titles restored: 1");
      await expect(page.getByRole("row", { name: `${name} one` })).toContainText("Draft");

      await page.getByRole("link", { name: `${name} two` }).click();
      await page.getByRole("button", { name: "Delete title" }).click();
      await agree(page, (ask) => expect(ask).toContainText(`${name} two`));
      await expect(notice(page)).toContainText("Title deleted.");
      const theirs = { headers: { Authorization: `Bearer ${token}` } };
      const detail = () => page.request.get(`/api/z/movie/detail?id=${id}`, theirs);
      expect((await detail()).status()).toBe(404);
      // Its notice is gone with the next page; for a day the title comes back from among the deleted ones.
      await page.goto(`/z/page/movie?state=deleted&q=${encodeURIComponent(name)}`);
      await page.getByRole("button", { name: `Restore: ${name} two` }).click();
      await expect(notice(page)).toContainText("Titles restored: 1");
      expect((await detail()).status()).toBe(200);
      await page.goto(`/z/page/movie/detail/${id}`);
      const tagged = page.getByRole("listitem").filter({ hasText: "Add a tag" });
      await expect(tagged).toContainText("Changed since");
    });

    test("genres and rows of the home page are kept by admins", async ({ page }) => {
      const id = `made-${[...randomUUID().replaceAll(/[^a-z]/g, "")].slice(0, 8).join("")}-x`;
      await enter(page, "/z/management/genres");
      await page.getByRole("link", { name: "New genre" }).click();
      await page.getByLabel("ID").fill(id);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByLabel("English")).toHaveAccessibleDescription("Required.");
      await expect(page.getByLabel("ID")).toHaveValue(id);
      // The eye is led to what was refused: by the focus, and without scripts by a link.
      const place = notice(page).getByRole("link", { name: "Name: Required." });
      await expect(place).toHaveAttribute("href", "#genre-names.en");
      if (javaScriptEnabled) await expect(page.getByLabel("English")).toBeFocused();
      else await place.click();
      await page.getByLabel("English").fill(`Genre ${id}`);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved");
      const fresh = notice(page).getByRole("link", { name: `Genre ${id}` });
      await expect(fresh).toHaveAttribute("href", `#genre-${id}`);
      if (javaScriptEnabled) await expect(page.locator(`#genre-${id}`)).toBeFocused();
      await page.locator(`#genre-${id}`).getByRole("link").click();
      await page.getByRole("button", { name: "Delete genre" }).click();
      await agree(page);
      await expect(page.getByRole("link", { name: `Genre ${id}` })).toHaveCount(0);

      const row = `Row ${id}`;
      const movies = await page.request
        .get("/api/movie/list?limit=2")
        .then(async (answer) => ((await answer.json()) as { d: { items: { title: string }[] } }).d.items);
      await page.goto("/z/management/rows");
      await page.getByRole("link", { name: "Add a custom row" }).click();
      await page.getByLabel("English").fill(row);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved");
      expect(await (await page.request.get("/")).text()).not.toContain(row);
      const titles = region(page, row);
      for (const { title } of movies) {
        await titles.getByRole("searchbox").fill(title);
        if (!javaScriptEnabled) await titles.getByRole("button", { name: "Search" }).click();
        await titles.getByRole("button", { name: `Add: ${title}`, exact: true }).click();
        await expect(titles.getByRole("link", { name: title, exact: true })).toBeVisible();
        if (javaScriptEnabled) await expect(titles.getByRole("searchbox")).toBeFocused();
      }
      await titles.getByRole("searchbox").fill("nothing is called so");
      if (!javaScriptEnabled) await titles.getByRole("button", { name: "Search" }).click();
      await expect(titles.getByRole("status")).toHaveText("Nothing matches these filters.");
      await expect(titles.getByRole("listitem").getByRole("link")).toHaveText(
        movies.map(({ title }) => title),
      );
      await titles.getByRole("button", { name: `Move up: ${movies[1]!.title}` }).click();
      await expect(titles.getByRole("listitem").first()).toContainText(movies[1]!.title);
      await titles.getByRole("button", { name: `Remove: ${movies[0]!.title}` }).click();
      await expect(titles.getByRole("listitem").getByRole("link")).toHaveText([movies[1]!.title]);
      expect(await (await page.request.get("/")).text()).toContain(row);
      await page.getByRole("button", { name: `Hide row: ${row}` }).click();
      await expect(page.getByRole("button", { name: `Show row: ${row}` })).toBeVisible();
      expect(await (await page.request.get("/")).text()).not.toContain(row);
      await page.getByRole("button", { name: `Remove: ${row}` }).click();
      await agree(page, (step) => expect(step).toContainText(`Removes the row “${row}”`));
      await expect(page.getByText(row)).toHaveCount(0);
    });
  });
}

test("what is typed is kept in the browser until it is saved, and episodes are dragged", async ({ page }) => {
  await enter(page, "/z/page/movie");
  const id = await create(page, `Drafted ${randomUUID().slice(0, 6)}`, "series");
  await page.goto(`/z/page/movie/detail/${id}/texts`);
  const texts = region(page, "Title and description");
  await texts.getByRole("textbox", { name: "Description" }).fill("Half a thought");
  await expect(texts.locator(".z-preview-text")).toHaveText("Half a thought");
  await page.reload();
  await texts.getByRole("button", { name: "Restore it" }).click();
  await expect(texts.getByRole("textbox", { name: "Description" })).toHaveValue("Half a thought");
  await saves(page, () => save(page, "Title and description"));
  await page.reload();
  await expect(texts.getByText("unsaved text")).toHaveCount(0);
  await openPart(page, "Episodes");
  const list = region(page, "Episodes");
  for (const count of [1, 2]) {
    await list.getByRole("button", { name: "Add episode" }).click();
    await expect(list.getByRole("listitem")).toHaveCount(count);
  }
  await list.getByRole("link", { name: "Episode 1" }).click();
  await region(page, "Episode 1").getByLabel("Title of the episode").fill("First");
  await saves(page, () => region(page, "Episode 1").getByRole("button", { name: "Save" }).click());
  await list.locator(".z-grip").nth(0).dragTo(list.locator(".z-grip").nth(1));
  await expect(list.getByRole("listitem").nth(1)).toContainText("First");
});

for (const { name, locale, use, width } of [
  { name: "a phone", locale: "ar", use: phone, width: 360 },
  { name: "a desktop", locale: "en", use: { viewport: { width: 1440, height: 900 } }, width: 1440 },
]) {
  test.describe(`on ${name}, in ${locale}`, () => {
    test.use(use);
    test("screens of the catalogue are accessible and fit", async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      await enter(page, "/z/page/movie");
      const detail = (await page.locator("main tbody a").first().getAttribute("href"))!;
      const paths = [
        "/z/page/movie",
        ...["", "/texts", "/video", "/publishing"].map((part) => detail + part),
        "/z/page/movie/detail",
        "/z/management/genres?genre=drama",
        "/z/management/rows?row=new",
        "/z/management/import",
      ];
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator("main h1")).toHaveCount(1);
        expect(await violationsOf(page), path).toEqual([]);
        const scrolled = await page.locator("html").evaluate((html) => html.scrollWidth);
        expect(`${path} ${scrolled}`).toBe(`${path} ${width}`);
        await expect(page.locator("body")).not.toContainText("admin.");
      }
    });
  });
}
