import { randomUUID } from "node:crypto";
import { agree, enter, notice } from "../setup/admin.ts";
import { expect, test } from "../setup/test.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`webhooks ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({
      javaScriptEnabled,
      viewport: { width: 1440, height: 900 },
      allowedErrors: [/422 \(Unprocessable (Entity|Content)\)/],
    });

    test("an endpoint is added, tried, changed, switched off and deleted", async ({ page }) => {
      const name = `Hook ${randomUUID().slice(0, 8)}`;
      await enter(page, "/z/page/webhook");
      await page.getByLabel("Endpoint name").fill(name);
      await page.getByLabel("Address (URL)").fill("https://192.168.1.10/hook");
      await page.getByRole("checkbox", { name: "movie.published" }).check();
      await page.getByRole("checkbox", { name: "order.paid" }).check();
      await page.getByRole("button", { name: "Add endpoint" }).click();
      await expect(page.getByLabel("Address (URL)")).toHaveAccessibleDescription(/Private networks aren’t/);
      await expect(page.getByRole("checkbox", { name: "order.paid" })).toBeChecked();
      // An address that answers no one: nothing is sent beyond this machine's network in a test.
      await page.getByLabel("Address (URL)").fill("https://8.8.8.8:9/hook");
      await page.getByRole("button", { name: "Add endpoint" }).click();
      const secret = page.locator("#secret code");
      await expect(secret).toHaveText(/^whsec_[\w+/]{43}=$/);
      const first = await secret.textContent();

      await page.getByRole("link", { name }).first().click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expect(page.locator("#secret")).toHaveCount(0);
      await page.getByRole("button", { name: "Send test event" }).click();
      await expect(notice(page)).toContainText("Test event queued");
      const row = page.getByRole("row").filter({ hasText: "webhook.test" });
      await expect(row).toContainText("Waiting");
      await row.getByRole("link", { name: "webhook.test" }).click();
      await expect(page.locator("pre").first()).toContainText('"type": "webhook.test"');
      await page.getByRole("link", { name }).click();

      await page.getByLabel("Endpoint name").fill(`${name} moved`);
      await page.getByRole("checkbox", { name: "order.paid" }).uncheck();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Endpoint saved");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} moved`);
      await expect(page.locator(".z-facts")).not.toContainText("order.paid");

      await page.getByRole("button", { name: "Replace secret" }).click();
      await agree(page, async (ask) => expect(ask).toContainText("24 hours"));
      await expect(secret).toHaveText(/^whsec_/);
      expect(await secret.textContent()).not.toBe(first);
      await expect(page.getByText("Old secret also signs until")).toBeVisible();

      await page.getByRole("button", { name: "Turn off" }).click();
      await agree(page, async (ask) => expect(ask).toContainText("Waiting ones are dropped"));
      await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
      await expect(row).toContainText("Dropped");
      await row.getByRole("button", { name: /^Send again/ }).click();
      await expect(notice(page)).toContainText("Turn the endpoint on first");
      await page.getByRole("button", { name: "Turn on" }).click();
      await expect(page.getByRole("button", { name: "Send test event" })).toBeVisible();

      await page.goto("/z/page/webhook?state=delivered");
      await expect(row).toHaveCount(0);
      await page.getByLabel("State").selectOption("Dropped");
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Search" }).click();
      await expect(page).toHaveURL(/state=cancelled/);
      await expect(
        page
          .getByRole("row")
          .filter({ hasText: `${name} moved` })
          .last(),
      ).toContainText("Dropped");

      await page
        .getByRole("link", { name: `${name} moved` })
        .first()
        .click();
      await page.getByRole("button", { name: "Delete endpoint" }).click();
      await agree(page);
      await expect(page).toHaveURL("/z/page/webhook");
      await expect(page.getByRole("link", { name: `${name} moved` })).toHaveCount(0);
    });
  });
}
