import type { Page } from "@playwright/test";
import { latestMailTo } from "../../tests/setup/mail-catcher.ts";
import { newMember } from "../setup/admin.ts";
import { site } from "../setup/site.ts";
import { expect, test } from "../setup/test.ts";

const submitOf = (page: Page, intent: string) =>
  page
    .locator("form", { has: page.locator(`input[name=intent][value=${intent}]`) })
    .locator("button[type=submit]");

/** The path of the link that was mailed to an address. */
async function mailedLink(email: string): Promise<string> {
  let link: string | undefined;
  const read = async () =>
    (link = /(\/page\/login\/link\?code=[\w-]{43})\s/.exec(
      (await latestMailTo(site.mails, email))?.text ?? "",
    )?.[1]);
  await expect.poll(read).toBeTruthy();
  return link!;
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    // A page that is left right after its sign-out has not forgotten the token yet.
    test.use({ javaScriptEnabled, allowedErrors: [/401|422/] });

    test("a mailed link signs in by its button, once, and leads to where the sign-in began", async ({
      page,
      request,
    }) => {
      const { email } = await newMember(request, "Mia");
      await page.goto("/page/login?to=/profile");
      await page.locator("input[name=email]").fill(email);
      await page.locator("a[href^='/page/login/link']").click();
      await expect(submitOf(page, "link")).toBeVisible();
      if (javaScriptEnabled) await expect(page.locator("input[name=email]")).toHaveValue(email);
      else await page.locator("input[name=email]").fill(email);
      await submitOf(page, "link").click();
      await expect(page).toHaveURL("/page/login/link?done=sent");
      await expect(page.locator("p[role=status]")).toBeVisible();
      const link = await mailedLink(email);
      // A program that looks through mails opens it as well, and uses up nothing.
      expect((await request.get(link)).ok()).toBe(true);
      await page.goto(link);
      await expect(page).toHaveURL("/page/login/link?step=enter");
      await submitOf(page, "enter").click();
      await expect(page).toHaveURL("/profile");
      await expect(page.getByText(email).first()).toBeVisible();

      await page.goto(link);
      await submitOf(page, "enter").click();
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(submitOf(page, "enter")).toHaveCount(0);
    });
  });
