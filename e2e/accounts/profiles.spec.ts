import type { Page } from "@playwright/test";
import { enterAs, newMember } from "../setup/admin.ts";
import { expect, signIn, test } from "../setup/test.ts";

/** Of the demo's catalogue: for all ages, and from 16 on. */
const [forKids, forAdults] = ["the-kite-above-khanom", "rain-on-mapo-bridge"];

const submitOf = (page: Page, intent: string) =>
  page
    .locator("form", { has: page.locator(`input[name=intent][value=${intent}]`) })
    .locator("button[type=submit]");
const pinOf = (page: Page) => page.locator("input[name=pin]");
const tileOf = (page: Page, name: string) => page.locator("main li", { hasText: name }).locator("a, button");

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, allowedErrors: [/404|422/] });

    test("a kids profile: added, entered, limited, and left by a PIN", async ({ page }) => {
      const member = await newMember(page.request, "Mia");
      await enterAs(page, member);
      await page.goto("/profile");
      await page.locator('a[href="/profile/profiles"]').click();
      await page.getByRole("link", { name: "Add a profile" }).click();
      await page.getByLabel("Name").fill("Kim");
      await page.getByLabel("Age limit").selectOption("12");
      await page.locator("label", { has: page.getByLabel("Picture 5") }).click();
      await expect(page.getByLabel("Picture 5")).toBeChecked();
      await submitOf(page, "create").click();
      await expect(page.getByText("Profile added")).toBeVisible();
      // The advice about a PIN leads to the account's own profile.
      await page.getByRole("link", { name: "Set a PIN" }).click();
      await pinOf(page).fill("12a4");
      await submitOf(page, "pin").click();
      await expect(pinOf(page)).toHaveAttribute("aria-invalid", "true");
      await pinOf(page).fill("2468");
      await submitOf(page, "pin").click();
      await expect(page.getByText("PIN saved")).toBeVisible();

      expect((await page.goto(`/video/${forAdults}`))!.status()).toBe(200);
      await page.goto("/page/profiles");
      await tileOf(page, "Kim").click();
      await expect(page).toHaveURL("/");
      await expect(page.locator(`main a[href*="${forAdults}"]`)).toHaveCount(0);
      await expect(page.locator(`main a[href*="${forKids}"]`).first()).toBeAttached();
      expect((await page.goto(`/video/${forAdults}`))!.status()).toBe(404);
      expect((await page.goto(`/video/${forKids}`))!.status()).toBe(200);
      await page.goto("/page/search?q=rain%20on%20mapo");
      await expect(page.locator(`main a[href*="${forAdults}"]`)).toHaveCount(0);
      await page.goto("/profile");
      await expect(page.getByText("Kids, up to age 12")).toBeVisible();
      await expect(page.getByText(member.email)).toHaveCount(0);

      // A page of the account asks for another profile, and is there once it is open.
      await page.goto("/page/membership");
      await expect(page).toHaveURL(/\/page\/profiles\?to=%2Fpage%2Fmembership$/);
      await tileOf(page, "Mia").click();
      await pinOf(page).fill("1357");
      await page.getByRole("button", { name: "Open" }).click();
      await expect(pinOf(page)).toHaveAttribute("aria-invalid", "true");
      await pinOf(page).fill("2468");
      await page.getByRole("button", { name: "Open" }).click();
      await expect(page).toHaveURL("/page/membership");

      // Deleting asks first.
      await page.goto("/profile/profiles");
      await page.getByRole("link", { name: /Kim/ }).click();
      await page.getByRole("link", { name: "Delete profile" }).click();
      await page.locator("dialog").getByRole("button", { name: "ok" }).click();
      await expect(page.getByText("Profile deleted")).toBeVisible();
      await expect(page.getByRole("link", { name: /Kim/ })).toHaveCount(0);
    });

    test("who watches is asked after a sign-in; a forgotten PIN gives way to the password", async ({
      page,
    }) => {
      const member = await newMember(page.request, "Mia");
      const call = (name: string, body: object) =>
        page.request.post(`/api/${name}`, {
          data: body,
          headers: { Authorization: `Bearer ${member.token}` },
        });
      const lee = { name: "Lee", look: 2, locale: "de", age_limit: null, unrated: false };
      expect((await call("profiles/create", lee)).ok()).toBe(true);
      expect((await call("profiles/pin", { id: member.uid, pin: "2468" })).ok()).toBe(true);
      await page.goto("/page/login?to=/my-list");
      await signIn(page, member);
      await expect(page).toHaveURL("/page/profiles?to=%2Fmy-list");
      // Until one is chosen there is nothing to see of the protected one.
      await page.goto("/my-list");
      await expect(page).toHaveURL(/\/page\/profiles\?to=%2Fmy-list$/);
      await tileOf(page, "Mia").click();
      await page.getByRole("link", { name: "Use the account password" }).click();
      await page.locator("input[name=password]").fill(member.password);
      await page.getByRole("button", { name: "Open" }).click();
      await expect(page).toHaveURL("/my-list");

      // A profile opens in its language.
      await page.goto("/page/profiles?to=/profile");
      await tileOf(page, "Lee").click();
      await expect(page).toHaveURL("/profile");
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
    });
  });
