import { demoMovies } from "../../demo/catalogue/movies.ts";
import { call, enterAs, newMember, tokenOf } from "../setup/admin.ts";
import { buy, makeCodes, orderPaid, plan, sellPlan } from "../setup/sales.ts";
import { joinBy } from "../setup/sign-up.ts";
import { site } from "../setup/site.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { accounts, expect, phone, signIn, test, videoOf } from "../setup/test.ts";

const film = demoMovies.find(({ kind, access }) => kind === "film" && access === "vip")!;
const home = "/page/membership";
const touched = { touched: "main a, main button, main input[type=text], main label:has(input[type=radio])" };

test.beforeEach(async ({ request }) => sellPlan(request));

for (const javaScriptEnabled of [true, false]) {
  test.describe(`membership ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({
      ...phone,
      javaScriptEnabled,
      allowedErrors: [/422 \(Unprocessable (Entity|Content)\)/],
    });

    test("a VIP film leads to the plans and plays right after paying, until the membership lapses", async ({
      page,
      request,
    }) => {
      const member = await newMember(request, "Bea");
      await page.goto(`/page/login?to=/video/${film.id}`);
      await signIn(page, member);
      await expect(page).toHaveURL(`/video/${film.id}`);
      await expect(videoOf(page)).toHaveCount(0);
      await page.getByRole("link", { name: "Get VIP" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Everything, with VIP" })).toBeVisible();
      await buy(page);
      await page.getByRole("button", { name: "It succeeds" }).click();
      await expect(page.getByRole("heading", { name: "You are VIP" })).toBeVisible();
      await page.getByRole("link", { name: "Start watching" }).click();
      await expect(page).toHaveURL(`/video/${film.id}`);
      await expect(videoOf(page)).toHaveCount(1);

      // What a film that plays meanwhile says is told by playback/teaser.
      await page.goto(home);
      const { token: admin } = await tokenOf(request, accounts.admin);
      await call(
        request,
        "z/user/vip",
        { uid: member.uid, key: crypto.randomUUID(), change: { kind: "revoke" }, reason: "lapses" },
        admin,
      );
      await page.goto(`/video/${film.id}`);
      await expect(page.getByRole("heading", { name: "This one is for VIP members" })).toBeVisible();
      await page.goto(home);
      await expect(page.getByText(/^Your VIP ended on /)).toBeVisible();
    });

    test("a guest is refused, tries again, keeps what was bought by signing up, and has a receipt", async ({
      page,
    }) => {
      await page.goto(home);
      await buy(page);
      await page.getByRole("button", { name: "It is refused" }).click();
      await expect(page.getByRole("alert")).toContainText("The payment was declined.");
      // From there it is paid after all, by the same order.
      await page.getByRole("radio", { name: /^Test payment/ }).check();
      await page.getByRole("button", { name: `Pay ${plan.price}` }).click();
      await page.getByRole("button", { name: "It succeeds" }).click();
      await expect(page.getByRole("heading", { name: "You are VIP" })).toBeVisible();

      await page.getByRole("link", { name: "Create account" }).click();
      await joinBy(page, { email: `${crypto.randomUUID()}@journey.test`, password: "journey-guest" });
      await expect(page.getByRole("heading", { name: "You are VIP" })).toBeVisible();
      await page.getByRole("link", { name: "Receipt" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
      await expect(page.getByText(plan.price)).toBeVisible();
      await page.goto(home);
      await expect(page.getByRole("heading", { level: 1, name: "Your VIP membership" })).toBeVisible();
    });

    test("what was refunded in part is said in the list, on the order and on its receipt", async ({
      page,
      request,
    }) => {
      const member = await newMember(request, "Noor");
      const number = await orderPaid(request, member.token);
      const { token: admin } = await tokenOf(request, accounts.admin);
      const refund = { number, key: crypto.randomUUID(), amount: 150, reason: "asked for it" };
      await call(request, "z/order/refund", refund, admin);
      await enterAs(page, member);
      await page.goto(home);
      const line = page.getByRole("link").filter({ hasText: "Partly refunded" });
      await expect(line).toContainText("$1.50 of $4.99 was refunded.");
      await line.click();
      await expect(page.getByRole("status", { name: "You are VIP" })).toContainText(
        "$1.50 of $4.99 was refunded.",
      );
      await page.getByRole("link", { name: "Receipt" }).click();
      const receipt = page.getByRole("article", { name: "Receipt" });
      await expect(receipt).toContainText("Partly refunded");
      await expect(receipt).toContainText("Refunded-$1.50");
      await expect(receipt).toContainText("Total after refunds$3.49");
    });

    test("a code is forgiven its form, refused beside its box, and good once", async ({ page, request }) => {
      const [code] = await makeCodes(request, 1);
      await page.goto(home);
      const box = page.getByLabel("Code", { exact: true });
      await box.fill("AAAAA-AAAAA-AAAAA-AAAAA");
      await page.getByRole("button", { name: "Use code" }).click();
      await expect(box).toHaveAttribute("aria-invalid", "true");
      await expect(box).toHaveValue("AAAAA-AAAAA-AAAAA-AAAAA");
      await box.fill(` ${code!.toLowerCase().replaceAll("-", " ")} `);
      await page.getByRole("button", { name: "Use code" }).click();
      await expect(page.getByRole("heading", { name: "You are VIP" })).toBeVisible();
    });

    test("a payment that stays open is found again, on another device, and cancelled", async ({
      page,
      request,
      browser,
      baseURL,
    }) => {
      const member = await newMember(request, "Cleo");
      await enterAs(page, member);
      await page.goto(home);
      await buy(page);
      await page.getByRole("button", { name: "Nothing happens" }).click();
      await expect(page.getByRole("heading", { name: "Waiting for payment" })).toBeVisible();
      await page.goto(home);
      await page.getByRole("link", { name: /^You have an unpaid order/ }).click();
      await expect(page.getByRole("heading", { name: "Waiting for payment" })).toBeVisible();
      const address = page.url();

      const stranger = await browser.newContext({ ...phone, javaScriptEnabled, baseURL: baseURL! });
      expect((await stranger.request.get(address)).status()).toBe(404);
      const other = await stranger.newPage();
      await other.goto(
        `/page/login?to=${encodeURIComponent(new URL(address).pathname + new URL(address).search)}`,
      );
      await signIn(other, member);
      await other.getByRole("button", { name: "Cancel order" }).click();
      await expect(other.getByRole("heading", { name: "This order was cancelled" })).toBeVisible();
      await stranger.close();
      await page.reload();
      await expect(page.getByRole("heading", { name: "This order was cancelled" })).toBeVisible();
    });
  });
}

test.describe("membership, with JavaScript", () => {
  // The app below names a user unknown to the server.
  test.use({ ...phone, allowedErrors: [/401 \(Unauthorized\)/] });

  test("a late payment is noticed by the page that waits; a second tap and going back buy nothing twice", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "Dora");
    await enterAs(page, member);
    await page.goto(home);
    await expect(page).toHaveURL(home);
    const first = page.getByRole("button", { name: `Get ${plan.name}` });
    await first.dblclick();
    await expect(page).toHaveURL(/\/page\/pay\?order=/);
    await expectForEverybody(page, "the checkout", touched);
    await page.getByRole("radio", { name: /^Test payment/ }).check();
    await page.getByRole("button", { name: `Pay ${plan.price}` }).dblclick();
    await page.getByRole("button", { name: "It is paid too late" }).click();
    await expect(page.getByRole("heading", { name: "You are VIP" })).toBeVisible({ timeout: 15_000 });
    await expectForEverybody(page, "a paid order", touched);
    const { items } = await listOrders(request, member.token);
    expect(items.map(({ state }) => state)).toEqual(["paid"]);
  });

  test("inside an app that sells by itself the plans give way to its store", async ({ page }) => {
    await page.addInitScript(() => {
      const scope = window as unknown as Record<string, unknown>;
      scope.MatineeHost = {
        login: () => {},
        currentUser: () => ({ uid: "nobody" }),
        initialised: () => {},
        locale: () => null,
        sells: () => true,
        buy: () => {
          scope.opened = true;
          return false;
        },
      };
    });
    await page.goto(home);
    await page.getByRole("button", { name: "Open the app’s store" }).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { opened?: boolean }).opened))
      .toBe(true);
    await expect(page.getByRole("button", { name: `Get ${plan.name}` })).toHaveCount(0);
  });
});

test.describe("membership inside an app, without JavaScript", () => {
  test.use({ ...phone, userAgent: `${phone.userAgent} MatineeStore/1`, javaScriptEnabled: false });

  test("the page says where VIP is sold, and offers nothing itself", async ({ page }) => {
    await page.goto(home);
    await expect(page.getByRole("heading", { name: "VIP is sold by the app" })).toBeVisible();
    await expect(page.getByRole("main").locator("form")).toHaveCount(0);
  });
});

async function listOrders(request: Parameters<typeof sellPlan>[0], token: string) {
  const answer = await request.get(`${site.url}/api/order/list`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { d: { items: { state: string }[] } }).d;
}
