import type { Page } from "@playwright/test";
import { codeAt, stepOf } from "../../api/domain/accounts/factors/totp.ts";
import { newMember } from "../setup/admin.ts";
import { expect, signIn, test } from "../setup/test.ts";

const submitOf = (page: Page, intent: string) =>
  page
    .locator("form", { has: page.locator(`input[name=intent][value=${intent}]`) })
    .locator("button[type=submit]");
const codeField = (page: Page) => page.locator("input[name=code]");
const send = (page: Page) =>
  page
    .locator("form", { has: codeField(page) })
    .locator("button[type=submit]")
    .click();
async function signOut(page: Page): Promise<void> {
  await page.goto("/profile");
  await submitOf(page, "sign-out").click();
  await expect(page).toHaveURL("/");
}

/** The code of the app, or the next one: each counts once. */
const appCode = (secret: string, steps = 0) => codeAt(secret, stepOf(new Date()) + steps);

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    // A page that is left right after its sign-out has not forgotten the token yet: the next one learns it by a 401.
    test.use({ javaScriptEnabled, allowedErrors: [/401|422/] });

    test("a second factor: set up, asked for after the password, and turned off", async ({ page }) => {
      const member = await newMember(page.request, "Mia");
      await page.goto("/page/login?to=/profile");
      await signIn(page, member);
      await expect(page).toHaveURL("/profile");
      await page.locator('a[href="/profile/security"]').click();
      await submitOf(page, "begin").click();
      const uri = (await page.locator('a[href^="otpauth:"]').getAttribute("href"))!;
      const secret = new URL(uri).searchParams.get("secret")!;
      await expect(page.locator("main svg[role=img] path")).toHaveAttribute("d", /^M4 4h7v1h-7z/);
      await codeField(page).fill("000000");
      await submitOf(page, "turn-on").click();
      await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
      // The same secret: the app has it already.
      expect(await page.locator('a[href^="otpauth:"]').getAttribute("href")).toBe(uri);
      await codeField(page).fill(appCode(secret));
      await submitOf(page, "turn-on").click();
      const codes = page.locator("main li", { hasText: /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/ });
      await expect(codes).toHaveCount(10);
      const [first, other] = await codes.allTextContents();
      await signOut(page);

      await page.goto("/page/login?to=/profile/security");
      await signIn(page, member);
      await expect(page).toHaveURL(/^[^?]*\/page\/login\/factor\?to=/);
      // Nothing is open yet.
      const elsewhere = await page.context().newPage();
      await elsewhere.goto("/profile");
      await expect(elsewhere.getByText(member.email)).toHaveCount(0);
      await elsewhere.close();
      await codeField(page).fill("000000");
      await send(page);
      await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
      await codeField(page).fill(appCode(secret, 1));
      await send(page);
      await expect(page).toHaveURL("/profile/security");
      await signOut(page);

      // Without the phone.
      await page.goto("/page/login?to=/profile/security");
      await signIn(page, member);
      await page.locator('a[href*="by=recovery"]').click();
      // Both ways have such a field: not before this one stands there.
      await expect(page.getByRole("heading", { name: "Use a recovery code" })).toBeVisible();
      await codeField(page).fill(first!.toLowerCase());
      await send(page);
      await expect(page).toHaveURL("/profile/security");
      await expect(page.getByText("9 of 10 left")).toBeVisible();
      await page.locator("summary", { hasText: "Get new codes" }).click();
      await submitOf(page, "renew-codes").click();
      await expect(codes).toHaveCount(10);
      expect(await codes.allTextContents()).not.toContain(other);
      await page.goto("/profile/security");
      await page.locator("summary", { hasText: "Turn off" }).click();
      await submitOf(page, "turn-off").click();
      await expect(page).toHaveURL("/profile/security?done=off");
      await signOut(page);
      await page.goto("/page/login?to=/profile");
      await signIn(page, member);
      await expect(page).toHaveURL("/profile");
    });

    test("the page of the second step says when there is no sign-in to finish", async ({ page }) => {
      await page.goto("/page/login/factor");
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(codeField(page)).toHaveCount(0);
    });
  });
