import sharp from "sharp";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { enter } from "../setup/admin.ts";
import { beforeScripts } from "../setup/hold.ts";
import { expect, phone, test } from "../setup/test.ts";

test.use(phone);

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;
const title = film.texts.en!.title;

test.describe("what is entered before the scripts come", () => {
  test("into the search is suggested for, and can be searched for", async ({ page }) => {
    const come = await beforeScripts(page, "/page/search");
    await page.getByRole("searchbox").pressSequentially(title.slice(0, 5).toLowerCase());
    await come();
    const field = page.getByRole("combobox");
    await expect(field).toHaveValue(title.slice(0, 5).toLowerCase());
    await expect(field).toBeFocused();
    await expect(page.getByRole("option").filter({ hasText: title })).toBeVisible();
    await field.pressSequentially(title.slice(5).toLowerCase());
    await field.press("Enter");
    await expect(page).toHaveURL(/\/page\/search\?q=/);
    await expect(page.locator(`main a[href='/video/${film.id}']`).first()).toBeVisible();
  });

  test("into the search goes on being composed", async ({ page, context }) => {
    const keyboard = await context.newCDPSession(page);
    const compose = (text: string) =>
      keyboard.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    const come = await beforeScripts(page, "/page/search");
    await page.getByRole("searchbox").focus();
    await compose("かわ");
    await come();
    const field = page.getByRole("combobox");
    await expect(field).toHaveValue("かわ");
    await compose("かわら");
    await expect(field).toHaveValue("かわら");
    await keyboard.send("Input.insertText", { text: "河原" });
    await expect(field).toHaveValue("河原");
  });

  test("as a filter of the search applies, together with the words", async ({ page }) => {
    const come = await beforeScripts(page, "/page/search");
    await page.getByRole("searchbox").fill(title);
    await page.locator("summary", { hasText: "Filters" }).click();
    await page.getByText("Most popular", { exact: true }).click();
    await page.getByText("Films", { exact: true }).click();
    await come();
    await expect(page).toHaveURL(/[?&]kind=film/);
    await expect(page).toHaveURL(/[?&]sort=popular/);
    await expect(page).toHaveURL(/[?&]q=/);
    await expect(page.getByRole("combobox", { includeHidden: true })).toHaveValue(title);
    await expect(page.getByRole("radio", { name: "Films", exact: true })).toBeChecked();
  });

  test("as the choice of a list stays chosen, though the browser's own would be set", async ({ page }) => {
    const come = await beforeScripts(page, "/profile/notifications");
    const zone = page.getByLabel("Time zone");
    await zone.selectOption("Pacific/Wallis");
    await come();
    // A first visit becomes a guest's: its page's data is loaded again, and rendered.
    const loaded = () =>
      performance.getEntriesByType("resource").some(({ name }) => /\.data(\?|$)/.test(name));
    await expect.poll(() => page.evaluate(loaded)).toBe(true);
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await expect(zone).toHaveValue("Pacific/Wallis");
  });

  test("into a message, with its picture, is sent", async ({ page }) => {
    const come = await beforeScripts(page, "/page/feedback");
    await page.getByText("Idea", { exact: true }).click();
    await page.getByLabel("Your message").fill("Written before the scripts came.");
    const create = { width: 40, height: 30, channels: 3, background: "#c2183c" } as const;
    const buffer = await sharp({ create }).png().toBuffer();
    await page
      .getByLabel("Screenshot", { exact: true })
      .setInputFiles({ name: "early.png", mimeType: "image/png", buffer });
    await come();
    await expect(page.locator(".file-name")).toHaveText("early.png");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("img", { name: "Screenshot" })).toBeVisible();
    await expect(page.locator("main")).toContainText("Written before the scripts came.");
  });

  test("in the admin area: ticked titles, and a description", async ({ page }) => {
    await enter(page, "/z/page/movie");
    let come = await beforeScripts(page, "/z/page/movie");
    const rows = page.locator("tbody .z-tick");
    await rows.nth(0).check();
    await rows.nth(2).check();
    await come();
    await expect(page.locator(".z-bulk")).toContainText("Selected: 2");
    await expect(rows.nth(0)).toBeChecked();
    await expect(rows.nth(1)).not.toBeChecked();
    await expect(rows.nth(2)).toBeChecked();

    come = await beforeScripts(page, `/z/page/movie/detail/${film.id}/texts`);
    const description = page.getByRole("textbox", { name: "Description" });
    await description.fill("Written before the scripts came.");
    await come();
    await expect(description).toHaveValue("Written before the scripts came.");
    await expect(page.locator(".z-preview-text")).toHaveText("Written before the scripts came.");
  });
});
