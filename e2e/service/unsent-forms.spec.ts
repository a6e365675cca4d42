import type { Page, Route } from "@playwright/test";
import { enter, newMember, notice } from "../setup/admin.ts";
import { expect, test } from "../setup/test.ts";

// The browser itself writes of each request that fails, and Remix of an answer that it can't read.
test.use({ allowedErrors: [/Failed to load resource|Unable to decode|SyntaxError|Invalid/] });

const busy = "The service is busy. Please try again in a moment.";
const offline = "You’re offline. What you typed is still here: please try again.";

/** What happens to the next form in place of an answer. */
const proxyPage = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: "text/html", body: "<html><h1>Bad Gateway</h1></html>" });
const noNetwork = (route: Route) => route.abort("internetdisconnected");

async function failNext(page: Page, how: (route: Route) => Promise<void>): Promise<void> {
  const isForm = (route: Route) => route.request().method() === "POST";
  await page.route("**/*.data*", (route) => (isForm(route) ? how(route) : route.fallback()));
}

async function expectTold(page: Page, text: string): Promise<void> {
  const toast = page.locator("[data-sonner-toast]", { hasText: text });
  await expect(toast).toBeVisible();
  await page.unroute("**/*.data*");
}

test("a message that is not answered stays typed, says why, and is sent the next time", async ({ page }) => {
  await page.goto("/page/feedback");
  await page.locator("label.chip", { hasText: "Idea" }).click();
  const words = page.getByLabel("Your message");
  await words.fill("More lighthouses please");
  for (const [how, says] of [
    [proxyPage(503), busy],
    [noNetwork, offline],
  ] as const) {
    await failNext(page, how);
    await page.getByRole("button", { name: "Send" }).click();
    await expectTold(page, says);
    await expect(words).toHaveValue("More lighthouses please");
  }
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator(".feedback-receipt")).toBeVisible();
});

test("in the admin area too: a form, the question before an effect, and a form of another page", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const member = await newMember(request, "Mira Unsent");
  await enter(page, `/z/page/user/${member.uid}`);
  const edit = page.getByRole("region", { name: "Name and level" });
  await edit.getByLabel("Name", { exact: true }).fill("Mira Kept");
  await failNext(page, proxyPage(502));
  await edit.getByRole("button", { name: "Save" }).click();
  await expectTold(page, busy);
  await expect(edit.getByLabel("Name", { exact: true })).toHaveValue("Mira Kept");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(notice(page)).toContainText("Saved");

  await page
    .getByRole("region", { name: "Suspension" })
    .getByRole("button", { name: "Suspend account" })
    .click();
  const ask = page.locator("dialog.z-ask");
  await expect(ask).toBeVisible();
  await failNext(page, noNetwork);
  await ask.getByRole("button", { name: "ok" }).click();
  await expectTold(page, offline);
  await expect(ask).toBeVisible();

  await page.goto("/profile");
  await failNext(page, noNetwork);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expectTold(page, offline);
  await expect(page).toHaveURL("/profile");
});
