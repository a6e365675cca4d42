import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { tmdbKey } from "../../tests/setup/tmdb-answers.ts";
import { makeVideo } from "../../tests/setup/videos.ts";
import { agree, notice } from "../setup/admin.ts";
import { emptyTest as test } from "../setup/empty-service.ts";
import { buy, plan } from "../setup/sales.ts";
import { expect, expectScripted, phone } from "../setup/test.ts";

/** Titles of the imported file: as many as one bulk action may change. */
const imported = 500;

/** Milliseconds that work in the background may take. */
const longestMs = 120_000;

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const row = (page: Page, name: string | RegExp) => page.getByRole("row").filter({ hasText: name });
const openPart = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of this title" }).getByRole("link", { name }).click();

const isScripted = (page: Page) => page.evaluate(() => "pageHasCome" in window);

/** Encoding and imports take their time: a page with scripts shows the end by itself, others are loaded again. */
async function untilShown(page: Page, where: ReturnType<typeof region>, text: string): Promise<void> {
  if (await isScripted(page)) await expect(where).toContainText(text, { timeout: longestMs });
  else await untilLoaded(page, where, text);
}

/** Loads the page again until a text is there. */
async function untilLoaded(page: Page, where: ReturnType<typeof region>, text: string): Promise<void> {
  await expect(async () => {
    await page.goto(page.url());
    await expect(where).toContainText(text, { timeout: 500 });
  }).toPass({ timeout: longestMs });
}

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  const video = region(page, "Video file");
  await video.getByLabel("Video file").setInputFiles({ name, mimeType: "video/mp4", buffer });
  await video.getByRole("button", { name: "Upload video" }).click();
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.locator("input[name=name]").fill(name);
  await page.locator("input[name=email]").fill(`${name.split(" ")[0]!.toLowerCase()}@journey.test`);
  await page.locator("input[name=password]").fill("first of all");
  await page
    .locator("form", { has: page.locator("input[name=intent][value=sign-up]") })
    .locator("button[type=submit]")
    .click();
}

async function setUp(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("link", { name: "Create account" }).click();
  await signUp(page, "Ona First");
  await expect(page.getByRole("main")).toContainText("Ona First");
  await expectScripted(page);
  await page.getByRole("button", { name: "Become the owner" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
}

async function makeDraft(page: Page): Promise<void> {
  await page.goto("/z/page/settings");
  await page.getByLabel("TMDB API key").fill(tmdbKey);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(notice(page)).toContainText("Saved");
  await page.goto("/z/page/movie/detail");
  await page.getByRole("link", { name: "Find in TMDB" }).click();
  await page.getByLabel("Title or file name").fill("The.Harbour.1998.1080p.mkv");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("button", { name: "Create draft: The Harbour" }).click();
  await page.getByRole("button", { name: "Fill in selected fields" }).click();
  await expect(page).toHaveURL(/\/z\/page\/movie\/detail\/the-harbour\?filled=\d+$/);
  await expect(notice(page)).toContainText("Fields filled in from TMDB");
}

async function addVideo(page: Page, film: Buffer): Promise<void> {
  await region(page, "Missing").getByRole("link", { name: /video/ }).click();
  await send(page, "harbour.mp4", film);
  await untilShown(page, region(page, "Video file"), "Ready");
}

async function addSubtitles(page: Page): Promise<void> {
  await openPart(page, "Subtitles");
  const subtitles = region(page, "Subtitles");
  const add = subtitles.locator("details", { hasText: "Add subtitles" }).last();
  await add.locator("summary").click();
  await add.getByLabel("Language").selectOption("de");
  const buffer = Buffer.from("1\n00:00:00,200 --> 00:00:01,200\nEin Schiff kommt.\n");
  await add
    .getByLabel("Subtitle file")
    .setInputFiles({ name: "harbour.srt", mimeType: "application/x-subrip", buffer });
  await add.getByRole("button", { name: "Upload subtitles" }).click();
  await expect(notice(page)).toContainText("Subtitles stored. Lines: 1.");
  await expect(subtitles.getByRole("article", { name: "Deutsch" })).toContainText("Ein Schiff kommt.");
}

async function publish(page: Page): Promise<void> {
  await openPart(page, "Publishing");
  const publishing = region(page, "Publishing");
  await publishing.getByLabel("State").selectOption("published");
  await publishing.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".z-head")).toContainText("Published");
}

async function importTitles(page: Page): Promise<void> {
  const lines = Array.from(
    { length: imported },
    (_, at) => `reel-${at + 1},film,${1950 + (at % 70)},Reel ${at + 1}`,
  );
  const text = ["id,kind,year,title.en", ...lines].join("\r\n");
  await page.goto("/z/page/movie");
  await page.getByRole("link", { name: "Import titles" }).click();
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "reels.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page).toHaveURL(/\/z\/management\/import\/[0-9a-f-]{36}$/);
  const state = page.locator("#import-state");
  await untilShown(page, state, `New titles${imported}`);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await untilShown(page, state, `Created${imported}`);
}

async function changeMany(page: Page): Promise<void> {
  await page.goto("/z/page/movie");
  await page.getByLabel("Title or ID").fill("Reel");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/q=Reel/);
  await page
    .getByLabel(/^Select Reel/)
    .first()
    .check();
  await page.getByLabel(`All results (${imported})`).check();
  await page.getByLabel("Action for the selected rows").selectOption("VIP members only");
  await page.getByRole("button", { name: "Apply" }).click();
  await agree(page, (ask) => expect(ask).toContainText(`Titles to change: ${imported}`));
  await expect(notice(page)).toContainText(`Titles changed: ${imported}`);
}

/** Not by the notice, which is gone with its page, but by the list of the last day's changes. */
async function undoMany(page: Page): Promise<void> {
  await page.goto("/z/page/movie?access=vip");
  await expect(page.getByRole("main")).toContainText(`Titles: ${imported}`);
  const changes = page.getByRole("list", { name: "Changes of the last day" });
  await changes
    .getByRole("listitem")
    .filter({ hasText: "Who may watch" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(notice(page)).toContainText(`Titles restored: ${imported}`);
  await expect(page.getByRole("main")).toContainText("Nothing matches these filters.");
}

/** A video that broke off on its way here: seen on the first page, tried again, and replaced. */
async function mendVideo(page: Page, film: Buffer): Promise<void> {
  await page.goto("/z/page/movie/detail/reel-1/video");
  await send(page, "reel.mp4", film.subarray(0, film.length * 0.4));
  const video = region(page, "Video file");
  await untilShown(page, video, "Failed");
  const tile = page.locator(".z-tile").filter({ hasText: "Failed videos" });
  await page.goto("/z");
  await tile.getByRole("link", { name: "1" }).click();
  const failed = row(page, "Reel 1");
  await expect(failed).toContainText("The file is incomplete or damaged.");
  await failed.getByRole("button", { name: /^Try again/ }).click();
  await expect(notice(page)).toContainText("runs again in its turn");
  // It leaves this list of failed ones until it has failed again.
  await untilLoaded(page, page.locator("tbody"), "The file is incomplete or damaged.");
  await failed.getByRole("link", { name: "Reel 1" }).click();
  await send(page, "reel.mp4", film);
  await untilShown(page, video, "Ready");
  await page.goto("/z");
  await expect(tile).toHaveText(/^Failed videos0/);
  await expect(region(page, "Audit log")).toContainText("Encoding retried");
}

async function sell(page: Page): Promise<void> {
  await page.goto("/z/management/plans?plan=new");
  await page.getByLabel("ID", { exact: true }).fill(plan.id);
  await page.locator("input[name='name.en']").fill(plan.name);
  await page.locator("textarea[name='benefits.en']").fill("Every film");
  await page.getByLabel("Currency 1").selectOption("USD");
  await page.getByLabel("Amount 1").fill("4.99");
  await page.getByRole("button", { name: "Save" }).click();
  const one = page.locator(`#plan-${plan.id}`);
  await expect(one).toContainText(plan.price);
}

/** A visitor finds the film, watches it, and buys a month. Only the operator's pages differ by their scripts here. */
async function visit(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await page
    .getByRole("link", { name: /The Harbour/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The Harbour");
  await expect(page.locator("video:visible")).toHaveCount(1);
  await page.goto("/page/login?mode=sign-up&to=/page/membership");
  await signUp(page, "Ella Second");
  await buy(page);
  await page.getByRole("button", { name: "It succeeds" }).click();
  await expect(page.getByRole("heading", { name: "You are VIP" })).toBeVisible();
  return page;
}

async function refund(page: Page): Promise<void> {
  await page.goto("/z/management/orders");
  await row(page, "Ella Second").getByRole("link", { name: /^\d|-/ }).first().click();
  await page.getByLabel(/^Amount/).fill("4.99");
  await page.getByLabel("Reason for the audit log").fill("asked for it");
  await page.getByRole("button", { name: "Refund" }).click();
  await agree(page, (ask) => expect(ask).toContainText(plan.price));
  await page.goto("/z/management/orders?state=refunded");
  await expect(row(page, "Ella Second")).toContainText("Refunded");
}

/** What was done, and words of its entry. */
const doings = [
  ["Owner account set up", "Ona First"],
  ["Settings changed", "TMDB API key"],
  ["Title created", "The Harbour"],
  ["Title filled in from TMDB", "The Harbour"],
  ["Subtitles added", "The Harbour"],
  ["Titles imported", "Title"],
  ["Several titles changed", "vip"],
  ["Change of titles undone", "several"],
  ["Encoding retried", "Reel 1"],
  ["Payment refunded", "asked for it"],
] as const;

async function readAudit(page: Page): Promise<void> {
  await page.goto("/z/management/audit");
  for (const [action, words] of doings) {
    await page.locator("select[name=action]").selectOption(action);
    if (!(await isScripted(page))) await page.getByRole("button", { name: "Search" }).click();
    const entry = row(page, words).first();
    await expect(entry).toContainText(action);
    await expect(entry).toContainText("Ona First");
  }
}

for (const { javaScriptEnabled, width, use } of [
  { javaScriptEnabled: true, width: 360, use: phone },
  { javaScriptEnabled: false, width: 1440, use: { viewport: { width: 1440, height: 900 } } },
]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript, ${width} pixels wide`, () => {
    test.use({ ...use, javaScriptEnabled });

    test("an operator's day, from an empty service to its audit log", async ({ page, browser, service }) => {
      test.setTimeout(360_000);
      const folder = await mkdtemp(join(tmpdir(), "matinee-journey-"));
      const film = await readFile(await makeVideo(folder, { seconds: 4, size: "320x240" }));
      await rm(folder, { recursive: true });
      const leg = (name: string, walk: () => Promise<void>) =>
        test.step(name, async () => {
          await walk();
          expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBe(width);
        });

      await leg("set up", () => setUp(page, service.setUpPath));
      await leg("draft from TMDB", () => makeDraft(page));
      await leg("video", () => addVideo(page, film));
      await leg("subtitles", () => addSubtitles(page));
      await leg("publish", () => publish(page));
      await leg("import", () => importTitles(page));
      await leg("bulk action", () => changeMany(page));
      await leg("undo", () => undoMany(page));
      await leg("failed video", () => mendVideo(page, film));
      await leg("plan", () => sell(page));
      const member = await test.step("a visitor", () => visit(browser, service.url));
      await leg("refund", () => refund(page));
      await member.goto("/page/membership");
      await expect(member.getByRole("heading", { level: 1, name: "Everything, with VIP" })).toBeVisible();
      await member.context().close();
      await leg("audit log", () => readAudit(page));
    });
  });
}
