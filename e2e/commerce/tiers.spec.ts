import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { call, enterAs, newMember, tokenOf } from "../setup/admin.ts";
import { emptyTest } from "../setup/empty-service.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { publishFilm } from "../setup/films.ts";
import { makeCodes, sellGold } from "../setup/sales.ts";
import { accounts, expect, expectPlaying, phone, startPlaying, test } from "../setup/test.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(`a film of the second tier ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ ...phone, javaScriptEnabled, allowedErrors: [/Failed to load resource.*403/] });

    test("names the tier to a VIP, who buys it and watches", async ({ page, request }) => {
      await sellGold(request);
      const id = await publishFilm(request, {
        ...{ title: "Behind gold", access: "vip-2" },
        seconds: javaScriptEnabled ? 5 : 8,
      });
      const member = await newMember(request, "Greta Gold");
      const [code] = await makeCodes(request, 1);
      await call(request, "voucher/redeem", { code }, member.token);
      await enterAs(page, member);
      await page.goto(`/video/${id}`);
      const wall = page.getByRole("region", { name: "This one is for VIP 2 members" });
      await expect(wall).toContainText("your membership does not include it");
      if (javaScriptEnabled)
        await expectForEverybody(page, "a tier's paywall", { touched: ".stage-words a" });
      await wall.getByRole("link", { name: "Get VIP 2" }).click();
      const plan = page.getByRole("listitem").filter({ hasText: "Journey gold" });
      await expect(plan).toContainText("VIP 2");
      await plan.getByRole("button", { name: "Get Journey gold" }).click();
      await page.getByRole("radio", { name: /^Test payment/ }).check();
      await page.getByRole("button", { name: /^Pay / }).click();
      await page.getByRole("button", { name: "Succeed" }).click();
      await page.getByRole("link", { name: "Start watching" }).click();
      await expect(page).toHaveURL(`/video/${id}`);
      await startPlaying(page);
      await expectPlaying(page);
      await page.goto("/page/membership");
      await expect(page.getByText(/^VIP 2 until /)).toBeVisible();
      await expect(page.getByText(/^Then VIP until /)).toBeVisible();
      await page.goto("/profile");
      await expect(page.getByText("VIP 2", { exact: true }).first()).toBeVisible();
      if (javaScriptEnabled) await expectEndTold(page, request, { id, uid: member.uid });
    });
  });

/** Ends the membership while the film is on its way, and looks at what the player says. */
async function expectEndTold(
  page: Page,
  request: APIRequestContext,
  { id, uid }: { id: string; uid: string },
): Promise<void> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  await page.route(/\/media\/.+\.(m4s|mp4|m3u8)/, async (route) => {
    await ended;
    await route.fulfill({ status: 403 });
  });
  await page.goto(`/video/${id}`);
  await page.locator(".control-play").click();
  const { token } = await tokenOf(request, accounts.admin);
  const change = { kind: "revoke" };
  await call(request, "z/user/vip", { uid, key: randomUUID(), change, reason: "journey" }, token);
  end();
  const told = page.getByRole("region", { name: "Your VIP 2 has ended" });
  await expect(told.getByRole("link", { name: "Renew VIP 2" })).toBeVisible({ timeout: 15_000 });
  // It is asked for anew, and refused.
  const again = page.waitForResponse("**/api/playback/start?*");
  await told.getByRole("button", { name: "Try again" }).click();
  expect((await (await again).json()).c).not.toBe(0);
  await expect(told.getByRole("link", { name: "Renew VIP 2" })).toBeVisible();
}

emptyTest("an operator names the tiers, and sells and gives the second one", async ({ page, service }) => {
  await page.goto(`/page/login?${new URLSearchParams({ mode: "sign-up", to: service.setUpPath })}`);
  await page.locator("input[name=email]").fill("ona@journey.test");
  await page.locator("input[name=password]").fill("first of all");
  await page
    .locator("form", { has: page.locator("input[value=sign-up]") })
    .locator("[type=submit]")
    .click();
  await page.getByRole("button", { name: "Become the owner" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");
  await page.goto("/z/management/plans?plan=new");
  await expect(page.getByLabel("Membership tier")).toHaveCount(0);
  await page.goto("/z/page/settings");
  await page.getByLabel("Names of the membership tiers").fill("VIP, Gold");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved").first()).toBeVisible();

  await page.goto("/z/management/plans?plan=new");
  await page.getByLabel("ID", { exact: true }).fill("gold");
  await page.getByLabel("Membership tier").selectOption("2 · Gold");
  await page.getByLabel("Currency 1").selectOption("USD");
  await page.getByLabel("Amount 1").fill("9.99");
  await page.locator('input[name="name.en"]').fill("A golden month");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#plan-gold")).toContainText("Gold");
  await page.goto("/z/page/movie/detail");
  await expect(page.getByLabel("Who may watch", { exact: true }).getByRole("option")).toHaveText([
    ...["Everyone", "Signed-in members", "VIP members (VIP)", "Members of tier 2 (Gold)"],
  ]);

  await page.goto("/page/membership");
  const plan = page.getByRole("listitem").filter({ hasText: "A golden month" });
  await expect(plan.getByText("Gold", { exact: true })).toBeVisible();
  await page.goto("/z/page/user");
  await page.getByRole("link", { name: "ona@journey.test" }).first().click();
  await page.getByLabel("Membership tier").selectOption("2 · Gold");
  await page.getByLabel("Reason for the audit log", { exact: true }).first().fill("A gift of the house");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("region", { name: "Membership" }).getByRole("listitem").first()).toContainText(
    "Gold",
  );
});
