import { violationsOf } from "./setup/accessibility.ts";
import { call, enter, newMember, tokenOf } from "./setup/admin.ts";
import { watchRendered } from "./setup/rendered.ts";
import { answeredReceipt } from "./setup/seed.ts";
import { accounts, expect, phone, signIn, test } from "./setup/test.ts";

const screens = [
  "/z",
  "/z/search?q=e",
  "/z/management",
  "/z/management/feedback",
  `/z/management/feedback/${answeredReceipt}`,
  "/z/management/texts",
  "/z/management/texts/terms/en",
  "/z/management/plans?plan=new",
  "/z/management/codes",
  "/z/management/orders",
  "/z/management/audit",
  "/z/page/movie/tmdb",
  "/z/page/magnet",
  "/z/page/job",
  "/z/page/user",
  "/z/page/analysis?title=lanterns-over-lake-suwa",
  "/z/page/settings",
  "/z/page/key",
  "/z/page/webhook",
];
const wide = { viewport: { width: 1440, height: 900 } };

for (const { name, locale, use, width } of [
  { name: "a phone", locale: "ar", use: phone, width: 360 },
  { name: "a desktop", locale: "en", use: wide, width: 1440 },
]) {
  test.describe(`on ${name}, in ${locale}`, () => {
    test.use(use);
    // Every screen is looked at from top to bottom, which takes a second or two each.
    test.setTimeout(180_000);

    test("every screen of the admin area is accessible and fits", async ({
      page,
      context,
      baseURL,
      request,
    }) => {
      // Lists of users and the audit log show it.
      const members = [await newMember(request, "Bulk one"), await newMember(request, "Bulk two")];
      await call(
        request,
        "z/user/bulk",
        {
          selection: { uids: members.map(({ uid }) => uid) },
          action: { kind: "vip", days: 7 },
          dryRun: false,
        },
        (await tokenOf(request, accounts.admin)).token,
      );
      await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      await enter(page);
      const person = await page.request.get("/z/page/user");
      expect(person.headers()["cache-control"]).toBe("private, no-store");
      await page.goto("/z/page/user?q=vip@journey.test");
      const detail = await page.locator("main tbody a").first().getAttribute("href");
      for (const path of [...screens, detail!]) {
        await page.goto(path);
        await expect(page.locator("main h1")).toHaveCount(1);
        expect(await violationsOf(page), path).toEqual([]);
        const scrolled = await page.locator("html").evaluate((html) => html.scrollWidth);
        expect(`${path} ${scrolled}`).toBe(`${path} ${width}`);
        // A key that is shown is a text that did not come along.
        await expect(page.locator("body")).not.toContainText("admin.");
      }
    });
  });
}

test.describe("on a tablet, in the language with the longest words", () => {
  test.use({ ...phone, viewport: { width: 820, height: 1180 } });

  test("lists fit, whatever its width", async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "locale", value: "de", url: baseURL! }]);
    await enter(page);
    const lists = ["movie", "user", "job", "magnet"].map((name) => `/z/page/${name}`);
    for (const path of [...lists, "/z/management/orders", "/z/management/audit", "/z/management/feedback"]) {
      await page.goto(path);
      for (const width of [700, 768, 820, 900, 960, 1024, 1100, 1180]) {
        await page.setViewportSize({ width, height: 900 });
        const scrolled = await page.locator("html").evaluate((html) => html.scrollWidth);
        expect.soft(`${path} ${scrolled}`).toBe(`${path} ${width}`);
      }
    }
  });
});

test.describe("with scripts", () => {
  test.use(wide);

  test("rows are chosen all at once, and by shift, and a filter counts as soon as it is chosen", async ({
    page,
  }) => {
    await enter(page, "/z/page/user");
    const rows = page.locator("tbody .z-tick");
    const all = page.getByLabel("Select all rows");
    const count = await rows.count();
    await all.check();
    await expect(page.getByText(`Selected: ${count}`)).toBeVisible();
    await all.uncheck();
    await rows.nth(0).check();
    await rows.nth(2).click({ modifiers: ["Shift"] });
    await expect(page.getByText("Selected: 3")).toBeVisible();
    await page.getByLabel("Role").selectOption("owner");
    await expect(page).toHaveURL(/role=owner/);
    await expect(rows).toHaveCount(1);
    await expect(page.getByText("Selected: ")).toBeHidden();
  });

  test("a table's rows are not rendered again when some are chosen, nor while another page comes", async ({
    page,
  }) => {
    await enter(page);
    for (const path of ["/z/page/movie", "/z/page/user"]) {
      await page.goto(path, { waitUntil: "networkidle" });
      const rendered = await watchRendered(page, "tbody td, tbody a");
      await page.locator("tbody .z-tick").first().check();
      await page.getByLabel("Select all rows").check();
      await expect(page.getByText(/^Selected: /)).toBeVisible();
      expect([path, await rendered()]).toEqual([path, 0]);
      let release = () => {};
      const released = new Promise<void>((done) => (release = done));
      await page.route(/\/z\/management\.data/, async (route) => {
        await released;
        await route.continue();
      });
      const asked = page.waitForRequest(/\/z\/management\.data/);
      await page.getByRole("link", { name: "Management" }).first().click();
      await asked;
      await page.waitForTimeout(500);
      expect([path, await rendered()]).toEqual([path, 0]);
      release();
      await expect(page).toHaveURL("/z/management");
      await page.unroute(/\/z\/management\.data/);
    }
  });

  test("a link that was followed is marked until its page comes, and a title's whole row", async ({
    page,
  }) => {
    await enter(page, "/z/page/movie");
    const marked = page.locator("[data-followed]");
    const title = page.locator("tbody a").first();
    const row = page.locator("tbody tr").first();
    const plain = await row.evaluate((element) => getComputedStyle(element).backgroundColor);
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    const pattern = /\.data(\?|$)/;
    await page.route(pattern, async (route) => {
      await released;
      await route.continue();
    });
    for (const link of [page.getByRole("link", { name: "Analysis" }).first(), title]) {
      await link.click();
      await expect(link).toHaveAttribute("data-followed");
      await expect(marked).toHaveCount(1);
    }
    await expect(row).not.toHaveCSS("background-color", plain);
    await expect(page).toHaveURL("/z/page/movie");
    release();
    await expect(page).toHaveURL(/\/z\/page\/movie\/detail\//);
    await expect(marked).toHaveCount(0);
  });

  test("the profile leads in, and the way out leads to the site in its own texts", async ({ page }) => {
    await enter(page);
    await page.goto("/profile");
    await page.getByRole("link", { name: "Admin area" }).click();
    await expect(page.locator("main h1")).toHaveText("Today");
    await page.getByRole("link", { name: "Back to the site" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.locator("html")).not.toHaveAttribute("data-texts", /admin/);
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, allowedErrors: [/403 \(Forbidden\)/] });

    test("who is no admin is led to sign in, and then refused", async ({ page, request }) => {
      const member = await newMember(request, "Pia Journey");
      for (const path of [
        ...["/z/management/audit", "/z/page/user.csv", "/z/page/settings.json"],
        ...[
          "/z/page/magnet",
          "/z/page/magnet/now",
          "/z/page/movie/tmdb",
          "/z/page/job/now",
          "/z/page/movie/detail/any/subtitles.vtt?episode=1&track=en",
        ],
      ]) {
        const answer = await page.request.get(path, { maxRedirects: 0 });
        expect(`${path} ${answer.status()} ${answer.headers()["location"]}`).toBe(
          `${path} 303 /page/login?to=${encodeURIComponent(path)}`,
        );
      }
      await page.goto("/z/page/user");
      await signIn(page, member);
      await expect(page.getByText("Forbidden")).toBeVisible();
      expect((await page.request.get("/z/page/user")).status()).toBe(403);
      expect((await page.request.post("/z/page/user", { form: { intent: "vip" } })).status()).toBe(403);
      expect((await page.request.post("/z/page/job", { form: { intent: "retry" } })).status()).toBe(403);
      expect((await page.request.post("/z/page/magnet", { form: { intent: "add" } })).status()).toBe(403);
    });

    test("a set-up link that is not good says so", async ({ page }) => {
      await page.goto(`/z?setup=${"a".repeat(32)}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up this service");
      await expect(page.locator("main")).toContainText("no longer valid");
    });
  });
}
