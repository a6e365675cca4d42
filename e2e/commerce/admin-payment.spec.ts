import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";
import { agree, call, enter, newMember, notice } from "../setup/admin.ts";
import { orderPaid, sellPlan } from "../setup/sales.ts";
import { site } from "../setup/site.ts";
import { expect, test } from "../setup/test.ts";

test.beforeEach(async ({ request }) => sellPlan(request));

for (const javaScriptEnabled of [true, false]) {
  test.describe(`sales ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({
      javaScriptEnabled,
      viewport: { width: 1440, height: 900 },
      allowedErrors: [/422 \(Unprocessable (Entity|Content)\)/],
    });

    test("a plan is made, refused an amount that is none, put on sale, and deleted", async ({ page }) => {
      const id = `p-${randomUUID().slice(0, 8)}`;
      await enter(page, "/z/management/plans?plan=new");
      await page.getByLabel("ID", { exact: true }).fill(id);
      await page.locator("input[name='name.en']").fill(`Plan ${id}`);
      await page.locator("textarea[name='benefits.en']").fill("Every film\nEvery series");
      await page.getByLabel("Currency 1").selectOption("USD");
      await page.getByLabel("Amount 1").fill("9.9");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByLabel("Amount 1")).toHaveAccessibleDescription(/^Enter an amount such as 4.99/);
      await expect(page.locator("input[name='name.en']")).toHaveValue(`Plan ${id}`);
      await page.getByLabel("Amount 1").fill("9.99");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page).toHaveURL(new RegExp(`plan=${id}`));
      const fresh = notice(page).getByRole("link", { name: `Plan ${id}` });
      await expect(fresh).toHaveAttribute("href", `#plan-${id}`);
      if (javaScriptEnabled) await expect(page.locator(`#plan-${id}`)).toBeFocused();
      const row = page.locator(`#plan-${id}`);
      await expect(row).toContainText("$9.99");
      await row.getByRole("button", { name: /^Take off sale/ }).click();
      await expect(row).toContainText("Not on sale");
      await page.getByRole("button", { name: "Delete plan" }).click();
      await agree(page);
      await expect(page.getByRole("link", { name: `Plan ${id}` })).toHaveCount(0);
    });

    test("codes are made, saved as a file, copied and revoked, one or all", async ({
      page,
      context,
      browser,
    }) => {
      const name = `Batch ${randomUUID().slice(0, 8)}`;
      await enter(page, "/z/management/codes");
      await page.getByLabel("Name of the batch").fill(name);
      await page.getByLabel("Quantity").fill("3");
      await page.getByRole("button", { name: "Create codes" }).click();
      const saved = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download file" }).click();
      const lines = (await readFile(await (await saved).path(), "utf8")).trim().split(/\r?\n/);
      expect(lines).toHaveLength(4);
      const code = lines[1]!.split(",")[0]!;
      await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Search" }).click();
      await page.getByLabel("Title, name, e-mail, order number or code").fill(code.toLowerCase());
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page.locator("main")).toContainText("This code: used 0 / 1");
      await page.getByRole("link", { name }).click();
      const found = page.getByRole("region", { name: "This code" });
      await expect(found).toContainText(code);
      await expect(found).toContainText("Valid");
      const row = page.getByRole("row").filter({ hasText: name });
      await expect(row).toContainText("0 / 3");
      // One of them is copied, and one revoked.
      await row.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      const last = page.getByRole("row").filter({ hasText: lines[3]!.split(",")[0]! });
      const first = page.getByRole("row").filter({ hasText: code });
      if (javaScriptEnabled) {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await last.getByRole("button", { name: /^Copy/ }).click();
        await expect(last.getByRole("status")).toHaveText("Copied");
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied).toBe(lines[3]!.split(",")[0]);
      } else await expect(last.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
      await first.getByRole("button", { name: `Revoke: ${code}` }).click();
      await agree(page, (ask) => expect(ask).toContainText(code));
      await expect(notice(page)).toHaveText(`Code ${code} revoked.`);
      await expect(first).toContainText("Revoked");
      await expect(first.getByRole("button", { name: /^Revoke/ })).toHaveCount(0);
      await expect(last).toContainText("Valid");
      await redeemRefused(browser, code);
      await page.getByRole("link", { name: "Codes", exact: true }).first().click();
      await expect(row).toContainText("Revoked: 1");
      await row.getByRole("button", { name: /^Revoke/ }).click();
      await agree(page, (ask) => expect(ask).toContainText("Remaining uses: 2"));
      await expect(row).toContainText("Revoked");
    });

    test("an order is found, refunded with a reason, and its VIP time is gone", async ({ page, request }) => {
      const member = await newMember(request, "Ella");
      const number = await orderPaid(request, member.token);
      await enter(page, `/z/page/user/${member.uid}`);
      await page.getByRole("link", { name: number }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(number);
      await page.getByLabel(/^Amount/).fill("10.00");
      await page.getByLabel("Reason for the audit log").fill("asked for it");
      await page.getByRole("button", { name: "Refund" }).click();
      await expect(page.getByLabel(/^Amount/)).toHaveAccessibleDescription("Too large.");
      await page.getByLabel(/^Amount/).fill("1.50");
      await page.getByRole("button", { name: "Refund" }).click();
      await agree(page, (ask) => expect(ask).toContainText("Refunded in all after this: $1.50 of $4.99"));
      await expect(notice(page)).toHaveText("The refund is on its way.");
      const facts = page.getByRole("region", { name: "Order Partly refunded" });
      await expect(facts).toContainText("Refunded$1.50 of $4.99");
      await expect(facts).toContainText("Left to refund$3.49");
      await page.goto(`/z/management/orders?uid=${member.uid}`);
      await expect(page.getByRole("row").filter({ hasText: number })).toContainText(
        "Partly refunded$1.50 of $4.99",
      );
      await page.goto(`/z/management/orders/${number}`);
      await page.getByLabel("Reason for the audit log").fill("asked for the rest");
      await page.getByRole("button", { name: "Refund" }).click();
      await agree(page, (ask) => expect(ask).toContainText("$4.99 of $4.99"));
      await expect(notice(page)).toHaveText("The refund is on its way.");
      await page.goto(`/z/management/orders?uid=${member.uid}&state=refunded`);
      await expect(page.getByRole("row").filter({ hasText: number })).toContainText("Refunded");
      const { is_vip } = await call<{ is_vip: boolean }>(request, "login/token", { token: member.token });
      expect(is_vip).toBe(false);
    });
  });
}

/** A visitor who tries a revoked code reads why it is refused. */
async function redeemRefused(browser: Browser, code: string): Promise<void> {
  const visitor = await browser.newContext({ baseURL: site.url });
  const page = await visitor.newPage();
  await page.goto("/page/membership");
  const box = page.getByLabel("Code", { exact: true });
  await box.fill(code);
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(box).toHaveAccessibleDescription(/This code has been revoked and can’t be used\./);
  await visitor.close();
}
