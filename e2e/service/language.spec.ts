import { expect, phone, test } from "../setup/test.ts";

test("a tap applies a language, keeps the place, and keeps the choice in the browser", async ({
  page,
  context,
}) => {
  await page.goto("/profile", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: /^Language/ }).click();
  await expect(page).toHaveURL("/page/language?to=/profile");
  await expect(page.getByRole("button", { name: /^English/ })).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: /^Deutsch/ }).click();
  await expect(page).toHaveURL("/profile");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  expect(await page.evaluate(() => localStorage.getItem("locale"))).toBe("de");
  expect((await context.cookies()).find(({ name }) => name === "locale")?.value).toBe("de");
});

test("simplified Chinese is one entry, also for who has zh", async ({ page, context, baseURL }) => {
  for (const locale of ["zh", "zh-hans"]) {
    await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
    await page.goto("/page/language");
    await expect(page.locator("main form button")).toHaveCount(13);
    await expect(page.locator("main form button[aria-current=true]")).toHaveText(/简体中文/);
  }
});

test("the login page leads there and back, with what it was asked", async ({ page }) => {
  await page.goto("/page/login?mode=sign-up&to=/profile", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: /^Language/ }).click();
  await page.getByRole("button", { name: /日本語/ }).click();
  await expect(page).toHaveURL("/page/login?mode=sign-up&to=/profile");
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
});

test.describe("without JavaScript", () => {
  test.use({ ...phone, javaScriptEnabled: false });

  test("Arabic is applied, from right to left, and stays", async ({ page }) => {
    await page.goto("/page/language?to=%2Fpage%2Fsearch%3Fsort%3Dnew");
    await page.getByRole("button", { name: /العربية/ }).click();
    await expect(page).toHaveURL("/page/search?sort=new");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.goto("/page/about");
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  });

  test("another site is no place to return to, and an unknown language is English", async ({
    page,
    baseURL,
  }) => {
    const send = (form: Record<string, string>) =>
      page.request.post("/page/language", { form, maxRedirects: 0, headers: { Origin: baseURL! } });
    const away = await send({ locale: "de", to: "//evil.example/x" });
    expect(away.status()).toBe(303);
    expect(away.headers().location).toBe("/page/language");
    const unknown = await send({ locale: "tlh", to: "/profile" });
    expect(unknown.headers()["set-cookie"]).toContain("locale=en;");
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a browser that asks for German, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ ...phone, locale: "de-AT", javaScriptEnabled });

    test("is offered it in one line, which changes the page or goes for good", async ({ page, context }) => {
      const offer = page.getByRole("complementary").filter({ hasText: "Matinee auf Deutsch" });
      await page.goto("/page/search?sort=new");
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(offer).toHaveAttribute("lang", "de");
      await offer.getByRole("button", { name: "Bei Englisch bleiben" }).click();
      await expect(offer).toHaveCount(0);
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(offer).toHaveCount(0);

      await context.clearCookies();
      if (javaScriptEnabled) await page.evaluate(() => localStorage.removeItem("locale"));
      await page.goto("/page/search?sort=new");
      await offer.getByRole("button", { name: "Matinee auf Deutsch zeigen" }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await expect(page).toHaveURL("/page/search?sort=new");
      await expect(offer).toHaveCount(0);
    });
  });
}

test("the about page knows its version and licence", async ({ page }) => {
  await page.goto("/page/about");
  await expect(page.getByText(/^Version \d+\.\d+\.\d+/)).toBeVisible();
  await expect(page.getByText("MIT licence")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Install the app" })).toBeVisible();
});
