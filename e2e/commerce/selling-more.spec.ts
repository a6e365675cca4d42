import { randomUUID } from "node:crypto";
import { agree, enter, enterAs, newMember, notice } from "../setup/admin.ts";
import { makeCoupon, plan, sellPlan } from "../setup/sales.ts";
import { expect, phone, test } from "../setup/test.ts";

const home = "/page/membership";

test.beforeEach(async ({ request }) => sellPlan(request));

for (const javaScriptEnabled of [true, false]) {
  test.describe(`selling more ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, allowedErrors: [/422 \(Unprocessable (Entity|Content)\)/] });

    test.describe("on a phone", () => {
      test.use(phone);

      test("a coupon is refused, lowers the prices, is paid with, and is on the receipt", async ({
        page,
        request,
      }) => {
        const code = await makeCoupon(request, 25);
        await enterAs(page, await newMember(request, "Cora"));
        await page.goto(home);
        const box = page.getByLabel("Code", { exact: true });
        await box.fill("NO-SUCH-ONE");
        await page.getByRole("button", { name: "Use code" }).click();
        await expect(box).toHaveAccessibleDescription(/Unknown coupon/);
        await expect(box).toHaveValue("NO-SUCH-ONE");
        await box.fill(code.toLowerCase());
        await page.getByRole("button", { name: "Use code" }).click();
        await expect(page.getByText(`Prices with the coupon ${code}`)).toBeVisible();
        const card = page.getByRole("listitem").filter({ hasText: `Get ${plan.name}` });
        await expect(card).toContainText("Price without the coupon: $4.99$3.74");
        await page.getByRole("button", { name: `Get ${plan.name}` }).click();
        const order = page.getByRole("region", { name: "Your order" });
        await expect(order).toContainText(`Coupon ${code}-$1.25`);
        await page.getByRole("button", { name: "Remove coupon" }).click();
        await expect(page.getByRole("button", { name: "Pay $4.99" })).toBeVisible();
        await page.getByText("Have a coupon?").click();
        await page.getByLabel("Coupon", { exact: true }).fill(code);
        await page.getByRole("button", { name: "Apply" }).click();
        await page.getByRole("radio", { name: /^Test payment/ }).check();
        await page.getByRole("button", { name: "Pay $3.74" }).click();
        await page.getByRole("button", { name: "It succeeds" }).click();
        await page.getByRole("link", { name: "Receipt" }).click();
        await expect(page.getByRole("article", { name: "Receipt" })).toContainText(
          `Price$4.99Coupon ${code}-$1.25Total$3.74`,
        );
      });

      test("a coupon that leaves nothing gives VIP without a payment", async ({ page, request }) => {
        const code = await makeCoupon(request, 100);
        await enterAs(page, await newMember(request, "Nil"));
        await page.goto(`${home}?coupon=${code}`);
        await page.getByRole("button", { name: `Get ${plan.name}` }).click();
        await expect(page.getByRole("heading", { name: "You are VIP" })).toBeVisible();
      });

      test("a gift is refused a day without an address, bought, and redeemed by another user", async ({
        page,
        request,
        browser,
        baseURL,
      }) => {
        await enterAs(page, await newMember(request, "Gil"));
        await page.goto(home);
        await page
          .getByRole("listitem")
          .filter({ hasText: `Get ${plan.name}` })
          .getByRole("link", { name: "Give as a gift" })
          .click();
        const form = page.getByRole("region", { name: "VIP as a gift" });
        const email = form.getByLabel("Recipient’s e-mail (optional)");
        await form.getByLabel("Message (optional)").fill("Enjoy the films");
        await form
          .getByLabel("Send on (optional)")
          .fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
        await form.getByRole("button", { name: "Continue for $4.99" }).click();
        await expect(email).toHaveAccessibleDescription(/^Required/);
        await expect(form.getByLabel("Message (optional)")).toHaveValue("Enjoy the films");
        await email.fill("friend@journey.test");
        await form.getByRole("button", { name: "Continue for $4.99" }).click();
        await expect(page.getByRole("region", { name: "Your order" })).toContainText(`${plan.name} (gift)`);
        await page.getByRole("radio", { name: /^Test payment/ }).check();
        await page.getByRole("button", { name: `Pay ${plan.price}` }).click();
        await page.getByRole("button", { name: "It succeeds" }).click();
        await expect(page.getByRole("heading", { name: "Your gift is ready" })).toBeVisible();
        const shown = page.getByRole("status", { name: "Your gift is ready" });
        await expect(shown).toContainText("It is sent to friend@journey.test on");
        const code = /[0-9A-Z]{5}(-[0-9A-Z]{5}){3}/.exec((await shown.textContent())!)![0];
        await page.goto(home);
        await expect(page.getByRole("link").filter({ hasText: `${plan.name} (gift)` })).toContainText("Paid");

        const other = await browser.newContext({ baseURL, javaScriptEnabled });
        const friend = await other.newPage();
        await friend.goto(home);
        await friend.getByLabel("Code", { exact: true }).fill(code);
        await friend.getByRole("button", { name: "Use code" }).click();
        await expect(friend.getByRole("heading", { name: "You are VIP" })).toBeVisible();
        await other.close();
        await page
          .getByRole("link")
          .filter({ hasText: `${plan.name} (gift)` })
          .click();
        await expect(page.getByText("The gift has been redeemed.")).toBeVisible();
      });
    });

    test("an admin makes a coupon, after a refusal that loses nothing, and ends it", async ({ page }) => {
      const code = `S-${randomUUID().slice(0, 8)}`.toUpperCase();
      await enter(page, "/z/management/coupons");
      await page.getByLabel("Coupon code").fill(code);
      await page.getByLabel("Name", { exact: true }).fill("Spring sale");
      await page.getByLabel("Currency 1").selectOption("USD");
      await page.getByLabel("Amount 1").fill("1.5");
      await page.getByRole("button", { name: "Create coupon" }).click();
      await expect(page.getByLabel("Amount 1")).toHaveAccessibleDescription(/^Enter an amount such as 4.99/);
      await expect(page.getByLabel("Coupon code")).toHaveValue(code);
      await page.getByLabel("Amount 1").fill("1.50");
      await page.getByRole("checkbox", { name: plan.name }).check();
      await page.getByRole("button", { name: "Create coupon" }).click();
      await expect(notice(page)).toHaveText(`Coupon ${code} created.`);
      const row = page.getByRole("row").filter({ hasText: code });
      await expect(row).toContainText("$1.50");
      await expect(row).toContainText(`${plan.name} · Once per account`);
      await row.getByRole("button", { name: `End: ${code}` }).click();
      await agree(page, (ask) => expect(ask).toContainText(code));
      await expect(row).toContainText("Ended");
    });
  });
}
