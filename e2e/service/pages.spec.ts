import type { Page } from "@playwright/test";
import sharp from "sharp";
import { enterAs } from "../setup/admin.ts";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { answeredReceipt } from "../setup/seed.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { accounts, expect, phone, test } from "../setup/test.ts";
import { movieCount } from "../setup/movies.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;
const screenshot = async (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c2183c" } })
    .png()
    .toBuffer(),
});
const notAPicture = { name: "shot.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") };

async function write(page: Page, words: string) {
  await page.locator("label.chip", { hasText: "Idea" }).click();
  await page.getByLabel("Your message").fill(words);
}
const send = (page: Page) => page.getByRole("button", { name: "Send" });
const receiptOf = (page: Page) => page.locator(".feedback-receipt").innerText();

async function expectOops(page: Page) {
  await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Reload" })).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a refused message keeps its words; sent, it has a receipt, its picture, and is found again", async ({
      page,
    }) => {
      await page.goto("/page/feedback?from=/profile");
      await expect(page.locator("dd", { hasText: "/profile" })).toBeVisible();
      await write(page, "More lighthouses\nplease");
      await page.getByLabel("Screenshot", { exact: true }).setInputFiles(notAPicture);
      await send(page).click();
      await expect(page.getByText("Not in a valid format.")).toBeVisible();
      await expect(page.getByLabel("Your message")).toHaveValue("More lighthouses\nplease");
      await expect(page.getByRole("radio", { name: "Idea" })).toBeChecked();
      await expect(page.locator("dd", { hasText: "/profile" })).toBeVisible();
      await page.getByLabel("Screenshot", { exact: true }).setInputFiles(await screenshot("IMG 1.HEIC.png"));
      await send(page).click();
      await expect(page.getByText("Thank you. We’ve received your message.")).toBeVisible();
      const receipt = await receiptOf(page);
      expect(receipt).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
      const picture = page.getByRole("img", { name: "Screenshot" });
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => (img.scrollIntoView(), img.naturalWidth)))
        .toBe(40);
      await page.locator("summary").click();
      await expect(page.locator("dd", { hasText: "/profile" })).toBeVisible();
      await page.getByRole("link", { name: "Write another message" }).click();
      const mine = page.getByRole("link", { name: /More lighthouses/ });
      await expect(mine).toContainText("Open");
      await mine.click();
      expect(await receiptOf(page)).toBe(receipt);
    });

    test("without the technical details none are sent", async ({ page }) => {
      const from = `/video/${film.id}`;
      await page.goto(`/page/feedback?from=${from}&movie=${film.id}&episode=1&position=61`);
      await expect(page.locator("dd", { hasText: film.texts.en!.title })).toBeVisible();
      await expect(page.locator("dd", { hasText: "1:01" })).toBeVisible();
      await expect(page.getByRole("radio", { name: "Playback" })).toBeChecked();
      await page.getByLabel("Include technical details").uncheck();
      await write(page, "Nothing else");
      await send(page).click();
      await expect(page.locator(".feedback-receipt")).toBeVisible();
      await expect(page.locator("summary")).toHaveCount(0);
      // Back to what it was about.
      await page.locator("main").getByRole("link", { name: "Back" }).click();
      await expect(page).toHaveURL(from);
    });

    test("an answer is shown to its author alone", async ({ page, browser, baseURL }) => {
      await enterAs(page, accounts.user);
      await page.goto("/page/feedback");
      await page.getByRole("link", { name: /Answered/ }).click();
      await expect(page.getByText("It is mended now.")).toBeVisible();
      const other = await browser.newContext({ baseURL, javaScriptEnabled });
      const stranger = await other.newPage();
      const answer = await stranger.goto(`/page/feedback?receipt=${answeredReceipt}`);
      expect(answer?.status()).toBe(404);
      await expectOops(stranger);
      await expect(stranger.getByText("It is mended now.")).toHaveCount(0);
      await other.close();
    });

    test("terms are reached from signing in, and have contents that lead on", async ({ page }) => {
      await page.goto("/page/login");
      await page.getByRole("link", { name: "Terms of use" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms of use");
      await expect(page.getByText("Last updated November 21, 2026")).toBeVisible();
      await page
        .getByRole("navigation", { name: "Contents" })
        .getByRole("link", { name: "Membership" })
        .click();
      await expect(page.getByRole("heading", { name: "Membership" })).toBeInViewport();
      await page.emulateMedia({ media: "print" });
      await expect(page.locator(".top-bar")).toBeHidden();
      await expect(page.getByRole("navigation")).toHaveCount(0);
    });

    test("a row's title on the home page leads to all of it, in another order, page by page", async ({
      page,
    }) => {
      const count = await movieCount(page);
      await page.goto("/");
      await page.locator("h2 a[href='/page/search?list=new']").click();
      await expect(page.getByRole("heading", { level: 1, name: "New" })).toBeVisible();
      await expect(page.getByText(`${count} titles`)).toBeVisible();
      const cards = page.locator(".search-grid a");
      if (javaScriptEnabled) {
        await cards.last().scrollIntoViewIfNeeded();
        await expect(cards).toHaveCount(count);
      } else {
        const first = await cards.first().getAttribute("href");
        await page.getByRole("link", { name: "Show more" }).click();
        await expect(cards).toHaveCount(count - 24);
        expect(await cards.first().getAttribute("href")).not.toBe(first);
        await page.getByRole("link", { name: "Back to the first page" }).click();
        await expect(page).toHaveURL("/page/search?list=new");
      }
      await page.goto("/");
      await page.locator("h2 a[href^='/page/search?list=genre']").first().click();
      await expect(page.locator("input[type=search]")).toHaveCount(0);
      await page.getByRole("link", { name: "Newest" }).click();
      await expect(page).toHaveURL(/list=genre&genre=[a-z-]+&sort=new$/);
      await expect(page.getByRole("link", { name: "Newest" })).toHaveAttribute("aria-current", "true");
    });

    test("an unknown text, genre or receipt is an error screen with status 404", async ({ page }) => {
      for (const path of [
        "/page/text?key=nothing",
        "/page/text",
        "/page/search?list=genre&genre=nothing",
        "/page/feedback?receipt=0000-0000-0000",
        "/page/feedback?receipt=%27",
      ]) {
        expect((await page.goto(path))?.status(), path).toBe(404);
        await expectOops(page);
      }
    });
    test.use({ allowedErrors: [/status of 4(04|22)/] });
  });
}

test.describe("with a slow line", () => {
  test.use({ allowedErrors: [/status of 404/] });

  test("a refusal that comes before the page's styles is the error screen, and no uncaught error", async ({
    page,
  }) => {
    // Start-up loads the page anew for the guest it has made: the error screen came without the page's own styles.
    const arrived = () =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("feedback.data"));
    await page.route(/\/feedback-[^/]*\.css$/, async (route) => {
      await page.waitForFunction(arrived);
      await route.continue();
    });
    const styles = page.waitForResponse(/\/feedback-[^/]*\.css$/);
    await page.goto("/page/feedback?receipt=0000-0000-0000");
    await styles;
    await expectOops(page);
  });
});

test.describe("diagnostics", () => {
  test.use({ allowedErrors: [/asked to break|Minified React error|status of (404|500)/] });

  test("what browser and server say; and a page that breaks, with its way back", async ({ page }) => {
    await page.goto("/test");
    await expect(page.locator("div", { hasText: /^Latency\d+ ms$/ })).toBeVisible();
    await expect(page.locator("div", { hasText: /^Signed inYes$/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /H\.264/ })).toBeVisible();
    await expect(page.locator("video:visible")).toBeVisible();
    await page.getByRole("button", { name: "Break the page" }).click();
    await expectOops(page);
    await expect(page.getByRole("link", { name: "Report this problem" })).toHaveAttribute(
      "href",
      /^\/page\/feedback\?from=%2Ftest/,
    );
    await page.getByRole("link", { name: "Reload" }).click();
    await expect(page.getByRole("heading", { name: "Diagnostics" })).toBeVisible();
  });

  test("where the setting does not allow it there is no such page", async ({ page }) => {
    expect((await page.goto(`${process.env.REMOTE_URL}/test`))?.status()).toBe(404);
    await expectOops(page);
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });
    test("what the server sees, and its own error screen", async ({ page }) => {
      await page.goto("/test");
      await expect(page.getByText("Seen by the server")).toBeVisible();
      await expect(page.locator("noscript p")).toHaveText(
        "Without scripts, only what the server sees is shown.",
      );
      await expect(page.getByText("Formats")).toBeHidden();
      await page.getByRole("button", { name: "Break the page" }).click();
      await expectOops(page);
      await page.getByRole("link", { name: "Report this problem" }).click();
      await expect(page.locator("dd", { hasText: "/test?throw=1" })).toBeVisible();
    });
  });
});

test("what is being watched is told to the form, and where", async ({ page }) => {
  await page.goto(`/video/${film.id}`);
  const video = page.locator("video:visible");
  await video.evaluate((element: HTMLVideoElement) => element.play().catch(() => {}));
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(1.2);
  await page.getByRole("link", { name: "Report a problem" }).click();
  await expect(page).toHaveURL(/position=[1-9]/);
  await expect(page.locator("dd", { hasText: film.texts.en!.title })).toBeVisible();
  await write(page, "Twice in a hurry");
  await send(page).dblclick();
  await expect(page.locator(".feedback-receipt")).toBeVisible();
  await page.goto("/page/feedback");
  await expect(page.getByRole("link", { name: /Twice in a hurry/ })).toHaveCount(1);
});

for (const locale of ["en", "ar"]) {
  test(`in ${locale}: no accessibility violation, nothing too small to touch, nothing wider than the screen`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...phone, baseURL });
    await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
    const page = await context.newPage();
    await enterAs(page, accounts.user);
    await page.goto("/page/feedback");
    await expect(page).toHaveURL("/page/feedback");
    for (const path of [
      `/page/feedback?movie=${film.id}&position=61`,
      `/page/feedback?receipt=${answeredReceipt}`,
      "/page/text?key=privacy",
      "/page/about",
      "/page/search?list=vip",
      "/page/membership",
      "/test",
    ]) {
      await page.goto(path, { waitUntil: "networkidle" });
      if (path.includes("movie"))
        await page
          .locator("input[type=file]")
          .setInputFiles(await screenshot(`${"long name ".repeat(9)}.png`));
      await expectForEverybody(page, path, {
        touched:
          "main a, main button, main textarea, main label:has(input), main input[type=file], main summary",
        except: ".player",
      });
    }
    await context.close();
  });
}
