import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { enterAs, newMember } from "../setup/admin.ts";
import { emptyTest } from "../setup/empty-service.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { mailedCode } from "../setup/sign-up.ts";
import { accounts, expect, phone, signIn, test } from "../setup/test.ts";

const enterCode = async (page: Page, email: string, button: string, mails?: string) => {
  await page.getByLabel("Code").fill(await mailedCode(email, mails));
  await page.getByRole("button", { name: button }).click();
};

for (const javaScriptEnabled of [true, false])
  test.describe(`the e-mail address ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ ...phone, javaScriptEnabled, allowedErrors: [/422/] });

    test("is changed to one that a mailed code has proven", async ({ page, request }) => {
      const member = await newMember(request, "Ada Address");
      const email = `${randomUUID()}@journey.test`;
      await enterAs(page, member);
      await page.goto("/profile");
      await page.getByRole("link", { name: "E-mail address" }).click();
      await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
      await page.getByLabel("New e-mail address").fill("ada@nowhere");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByLabel("New e-mail address")).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("New e-mail address")).toHaveValue("ada@nowhere");
      await page.getByLabel("New e-mail address").fill(email);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
      if (javaScriptEnabled) await expectForEverybody(page, "the code", { touched: "main a, main button" });
      await page.getByLabel("Code").fill("000000");
      await page.getByRole("button", { name: "Change address" }).click();
      await expect(page.getByLabel("Code")).toHaveAttribute("aria-invalid", "true");
      await enterCode(page, email, "Change address");
      await expect(page.getByText("Your address has been changed.")).toBeVisible();
      await expect(page.getByRole("main")).toContainText(email);
      await expect(page.getByRole("main")).not.toContainText(member.email);
      await page.context().clearCookies();
      await page.goto("/page/login?to=/profile/address");
      await signIn(page, { ...member, email });
      await expect(page.getByRole("main")).toContainText(email);
    });

    test("is confirmed by a mailed code", async ({ page }) => {
      // Each is confirmed once.
      const account = javaScriptEnabled ? accounts.user : accounts.vip;
      await enterAs(page, account);
      await page.goto("/profile/address");
      await expect(page.getByText("Not confirmed yet")).toBeVisible();
      await page.getByRole("button", { name: "Send code" }).click();
      await enterCode(page, account.email, "Confirm");
      await expect(page.getByText("Your address is confirmed.")).toBeVisible();
      await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    });
  });

emptyTest.describe("a service that sells only to proven addresses", () => {
  emptyTest.use({ sendsMail: true });

  emptyTest(
    "asks for the code on the way to the purchase, and leads back",
    async ({ browser, page, service }) => {
      const join = async (visitor: Page, to: string, { email, code }: { email: string; code: boolean }) => {
        const form = (intent: string) =>
          visitor.locator("form", { has: visitor.locator(`input[name=intent][value=${intent}]`) });
        await visitor.goto(`/page/login?${new URLSearchParams({ mode: "sign-up", to })}`);
        await visitor.locator("input[name=email]").fill(email);
        if (code) {
          await form("sign-up-code").locator("button[type=submit]").click();
          await visitor.locator("input[name=code]").fill(await mailedCode(email, service.mails));
        }
        await visitor.locator("input[name=password]").fill("first of all");
        await form("sign-up").locator("button[type=submit]").click();
      };
      await join(page, service.setUpPath, { email: "ona@journey.test", code: true });
      await page.getByRole("button", { name: "Become the owner" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
      await page.goto("/z/page/settings");
      await page.getByLabel("Confirmation of e-mail addresses").selectOption("Trials and purchases");
      await page.getByLabel("Domains not accepted").fill("throwaway.test\nspam.test");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Saved").first()).toBeVisible();
      await page.goto("/z/management/plans?plan=new");
      await page.getByLabel("ID", { exact: true }).fill("month");
      await page.getByLabel("Currency 1").selectOption("USD");
      await page.getByLabel("Amount 1").fill("4.99");
      await page.locator('input[name="name.en"]').fill("A month");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page).toHaveURL(/plan=month/);

      for (const javaScriptEnabled of [true, false]) {
        const context = await browser.newContext({ ...phone, javaScriptEnabled, baseURL: service.url });
        const visitor = await context.newPage();
        const email = `${randomUUID()}@journey.test`;
        await join(visitor, "/page/membership", { email, code: false });
        await visitor.getByRole("button", { name: "Get A month" }).click();
        await expect(visitor.getByText("Please confirm your e-mail address first.")).toBeVisible();
        await visitor.getByRole("button", { name: "Send code" }).click();
        await enterCode(visitor, email, "Confirm", service.mails);
        await expect(visitor).toHaveURL("/page/membership");
        await visitor.getByRole("button", { name: "Get A month" }).click();
        await expect(visitor).toHaveURL(/\/page\/pay\?order=/);
        await context.close();
      }
    },
  );
});
