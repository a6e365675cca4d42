import type { Page } from "@playwright/test";
import { enterAs } from "../setup/admin.ts";
import { shortestFeedback } from "../../contract/service/values.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { textsOf } from "../setup/texts.ts";
import { accounts, expect, phone, test } from "../setup/test.ts";

const formOf = (page: Page, intent: string) =>
  page.locator("form", { has: page.locator(`input[name=intent][value=${intent}]`) });
const touched = { touched: "main button, main input:not([type=hidden]):not([type=radio]):not(.check)" };

async function speak(page: Page, locale: string, url: string): Promise<void> {
  await page.context().addCookies([{ name: "locale", value: locale, url }]);
}

/** Forms that a page with scripts sends, or would have sent. */
function sentForms(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  return sent;
}

test.describe("with scripts, on a phone", () => {
  test.use(phone);

  for (const locale of ["de", "ar"] as const) {
    test(`in ${locale}: an address is refused beside its field, in the page's language, and nothing is sent`, async ({
      page,
      baseURL,
    }) => {
      const texts = textsOf(locale);
      await speak(page, locale, baseURL!);
      await page.goto("/page/login?mode=sign-up");
      const form = formOf(page, "sign-up-code");
      const [name, email] = [form.locator("input[name=name]"), form.locator("input[name=email]")];
      await expect(form).toHaveAttribute("novalidate");
      const sent = sentForms(page);
      await name.fill("Mia");
      await form.locator("button[type=submit]").click();
      await expect(email).toHaveAccessibleDescription(texts("errors.field.required"));
      await expect(email).toBeFocused();
      await email.fill("mia@");
      await expect(email).toHaveAccessibleDescription(texts("rule.email"));
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await email.press("Enter");
      await expect(email).toBeFocused();
      await expectForEverybody(page, locale, touched);
      await email.fill("mia@example.test");
      await expect(email).not.toHaveAttribute("aria-invalid");
      await expect(name).toHaveValue("Mia");
      expect(sent.filter((url) => url.includes("/page/login"))).toEqual([]);
    });
  }

  test("in ar: an address runs from left to right, and begins where the page's lines do", async ({
    page,
    baseURL,
  }) => {
    const runs = (field: string) =>
      page.locator(field).evaluate((input) => {
        const { direction, textAlign } = getComputedStyle(input);
        return `${direction} ${textAlign}`;
      });
    await speak(page, "ar", baseURL!);
    await page.goto("/page/login?mode=sign-up");
    expect(await runs("form:has([value=sign-up-code]) input[name=email]")).toBe("ltr end");
    expect(await runs("input[name=name]")).toBe("rtl start");
    await page.goto("/page/login?mode=forgot");
    expect(await runs("input[type=email]")).toBe("ltr end");
  });

  test("several at once: the first has the focus, and what is typed stays", async ({ page }) => {
    const texts = textsOf("en");
    await page.goto("/page/feedback");
    await page.getByRole("button", { name: "Send" }).click();
    const category = page.getByRole("group", { name: "What is it about?" });
    const words = page.getByLabel("Your message");
    await expect(category).toHaveAccessibleDescription(texts("errors.field.choice"));
    await expect(words).toHaveAccessibleDescription(texts("errors.field.required"));
    await expect(category.getByRole("radio").first()).toBeFocused();
    await page.locator("label.chip", { hasText: "Idea" }).click();
    await expect(category).toHaveAccessibleDescription("");
    const short = "x".repeat(shortestFeedback - 1);
    await words.fill(short);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(words).toHaveAccessibleDescription(texts("rule.longer", shortestFeedback));
    await expect(words).toBeFocused();
    await expect(words).toHaveValue(short);
    await words.fill("More lighthouses");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.locator(".feedback-receipt")).toBeVisible();
  });

  test("a code of a membership, and a password to change", async ({ page }) => {
    const texts = textsOf("en");
    await enterAs(page, accounts.user);
    await page.goto("/profile?view=password");
    const form = formOf(page, "password");
    const [current, next] = [
      form.locator("input[name=current]"),
      form.locator("input[autocomplete=new-password]"),
    ];
    await current.fill("something");
    await next.fill("short");
    await form.locator("button[type=submit]").click();
    await expect(next).toBeFocused();
    await expect(next).toHaveAccessibleDescription(/^Enter at least \d+ characters\./);
    await expect(current).toHaveValue("something");
    await page.goto("/page/membership");
    await page.getByRole("button", { name: "Use code" }).click();
    const code = page.getByLabel("Code", { exact: true });
    await expect(code).toHaveAccessibleDescription(texts("errors.field.required"));
    await expect(code).toBeFocused();
  });

  test("a year no film is from is refused beside its field", async ({ page }) => {
    await page.goto("/page/search?q=a");
    await page.locator("summary.filters-summary").click();
    const year = page.locator("input[name=year]");
    await year.fill("12");
    await year.press("Enter");
    await expect(year).toHaveAttribute("aria-invalid", "true");
    await expect(year).toHaveAccessibleDescription(/^Enter \d{4} or more\.$/);
  });

  for (const locale of ["ar"] as const)
    test(`in ${locale}: a picture is chosen before it is used, in the page's words`, async ({
      page,
      baseURL,
    }) => {
      const texts = textsOf(locale);
      await speak(page, locale, baseURL!);
      await enterAs(page, accounts.user);
      await page.goto("/profile?view=edit");
      const form = formOf(page, "picture");
      await expect(form.getByText(texts("file.none"))).toBeVisible();
      const sent = sentForms(page);
      await form.getByRole("button", { name: texts("profile.pictureSend") }).click();
      const picture = form.locator("input[type=file]");
      await expect(picture).toHaveAccessibleDescription(new RegExp(texts("file.missing")));
      await expect(picture).toBeFocused();
      expect(sent.filter((url) => url.includes("/profile"))).toEqual([]);
      const name = `${"a-very-long-name-".repeat(6)}.png`;
      await picture.setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from("none") });
      await expect(form.getByText(name)).toBeVisible();
      await expect(picture).not.toHaveAttribute("aria-invalid");
      await expectForEverybody(page, locale, touched);
    });

  test("a chosen screenshot is named, and can be taken back", async ({ page }) => {
    await page.goto("/page/feedback");
    const file = page.getByLabel("Screenshot", { exact: true });
    await file.setInputFiles({ name: "shot.png", mimeType: "image/png", buffer: Buffer.from("none") });
    await expect(page.getByText("shot.png")).toBeVisible();
    await page.getByRole("button", { name: "Remove the screenshot" }).click();
    await expect(page.getByText(textsOf("en")("file.none"))).toBeVisible();
    expect(await file.evaluate((input: HTMLInputElement) => input.files!.length)).toBe(0);
  });
});

test.describe("without scripts", () => {
  test.use({ ...phone, javaScriptEnabled: false, allowedErrors: [/422/] });

  test("the browser checks first, and the server says what is wrong beside the fields", async ({
    page,
    baseURL,
  }) => {
    const texts = textsOf("de");
    await speak(page, "de", baseURL!);
    await page.goto("/page/feedback");
    const form = page.locator("main form").first();
    await expect(form).not.toHaveAttribute("novalidate");
    await expect(page.locator("input[type=file]")).toHaveCSS("opacity", "1");
    await expect(page.getByText(texts("file.none"))).toBeHidden();
    // Of a browser that checks nothing.
    await form.evaluate((element: HTMLFormElement) => (element.noValidate = true));
    await page.locator("textarea").fill("x".repeat(shortestFeedback - 1));
    await form.locator("button[type=submit]").click();
    await expect(page.getByRole("group", { name: texts("feedback.category") })).toHaveAccessibleDescription(
      /./,
    );
    await expect(page.locator("textarea")).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("textarea")).toHaveValue("x".repeat(shortestFeedback - 1));
  });
});
