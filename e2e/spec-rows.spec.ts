import { localeCodes, localeOfCode } from "../contract/locales.ts";
import { demoMovies } from "../demo/catalogue/movies.ts";
import { expect, phone, test } from "./setup/test.ts";

// Each test is named after the row of the specification it holds, where no other test does.

const film = demoMovies.find(({ kind, access }) => kind === "film" && access === "free")!;

/** Holds an answer back until it is let go. */
function gate(): { open: () => void; passed: Promise<void> } {
  let open = () => {};
  const passed = new Promise<void>((done) => (open = done));
  return { open, passed };
}

test.describe("common behaviour", () => {
  test("a spinning loading overlay shows while requests run", async ({ page }) => {
    const answer = gate();
    await page.route("**/api/identity/anonymous", async (route) => {
      await answer.passed;
      await route.continue();
    });
    await page.goto("/profile");
    const overlay = page.locator("[role=status][data-active]");
    await expect(overlay).toHaveAttribute("data-active", "true");
    await expect(overlay.locator(".spinner")).toBeVisible();
    // Over the page, never instead of it.
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    answer.open();
    await expect(overlay).toHaveAttribute("data-active", "false");
    await expect(overlay.locator(".spinner")).toHaveCount(0);
  });

  test("it shows while a form's answer is on its way, for longer than 300 ms", async ({ page }) => {
    await page.goto("/profile", { waitUntil: "networkidle" });
    const answer = gate();
    await page.route("**/profile.data**", async (route) => {
      await answer.passed;
      await route.continue();
    });
    const overlay = page.locator("[role=status][data-active]");
    await expect(overlay).toHaveCSS("opacity", "0");
    await page.getByRole("switch", { name: /^Data saver/ }).click();
    await expect(overlay).toHaveCSS("opacity", "1");
    await expect(overlay).toHaveText("Loading…");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    answer.open();
    await expect(overlay).toHaveCSS("opacity", "0");
    await expect(overlay).toHaveText("");
  });

  test.describe("when a call fails", () => {
    test.use({ ...phone, allowedErrors: [/Failed to load resource/] });
    test("toast messages appear at the top centre", async ({ page }) => {
      await page.goto(`/video/${film.id}`, { waitUntil: "networkidle" });
      await page.route("**/api/favourite/**", (route) => route.fulfill({ status: 500 }));
      await page.locator("button[value^=favourite]").click();
      const toast = page.locator("[data-sonner-toast]");
      await expect(toast).toHaveText("Server error");
      await expect.poll(async () => (await toast.boundingBox())!.y).toBeLessThan(120);
      const { x, width } = (await toast.boundingBox())!;
      expect(Math.abs(x + width / 2 - 180)).toBeLessThanOrEqual(2);
    });
  });

  test.describe("on a route error", () => {
    test.use({ allowedErrors: [/404/] });
    test("the Reload button reloads the page", async ({ page }) => {
      await page.goto("/video/no-such-film", { waitUntil: "networkidle" });
      await expect(page.getByRole("main").locator("dd")).toHaveText(["404", "/video/no-such-film"]);
      await page.evaluate(() => Object.assign(window, { before: true }));
      await page.getByText("Reload").click();
      await expect.poll(() => page.evaluate(() => "before" in window)).toBe(false);
      await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
    });
  });

  test.describe("on an error of the browser", () => {
    test.use({ allowedErrors: [/broken here/] });
    test("the error screen shows its name and message", async ({ page }) => {
      await page.route(/\/assets\/language-[^/]*\.js$/, (route) =>
        route.fulfill({
          contentType: "text/javascript",
          body: 'export default () => { throw new TypeError("broken here"); };',
        }),
      );
      await page.goto("/page/about", { waitUntil: "networkidle" });
      await page.locator("a[href^='/page/language']").first().click();
      await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
      await page.getByText("Technical details").click();
      await expect(page.getByText("TypeError: broken here")).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(/\.js|\bat /);
    });
  });

  test("pages load lazily: a page's own code comes with the page", async ({ page }) => {
    const scripts: string[] = [];
    page.on(
      "request",
      (request) => request.resourceType() === "script" && scripts.push(new URL(request.url()).pathname),
    );
    await page.goto("/page/about", { waitUntil: "networkidle" });
    expect(scripts.filter((path) => /\/(login|history|search|video|hls)-/.test(path))).toEqual([]);
  });
});

test.describe("locale", () => {
  test("each one is kept in local storage, and sets the direction", async ({ page }) => {
    await page.goto("/page/about");
    for (const locale of localeCodes) {
      await page.evaluate((value) => localStorage.setItem("locale", value), locale);
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("lang", localeOfCode(locale)!);
      await expect(page.locator("html")).toHaveAttribute("dir", locale === "ar" ? "rtl" : "ltr");
    }
  });

  test("the default is en, and unknown locales fall back to it", async ({ page }) => {
    await page.goto("/page/about");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.evaluate(() => localStorage.setItem("locale", "tlh"));
    await page.reload({ waitUntil: "networkidle" });
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  test("Accept-Language of a call is the stored locale", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("locale", "tr"));
    const called = page.waitForRequest((request) => request.url().includes("/api/identity/anonymous"));
    await page.goto("/page/about");
    expect((await called).headers()["accept-language"]).toBe("tr");
    expect((await called).headers()["x-platform"]).toBe("web");
    expect((await called).headers().accept).toBe("application/json");
  });
});

test("local storage keys: token and locale, and nothing else of the session", async ({ page }) => {
  await page.goto("/page/language", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: /^Deutsch/ }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(["locale", "token"]);
});
