import type { Page } from "@playwright/test";
import sharp from "sharp";
import { emptyTest as test } from "../setup/empty-service.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { hold } from "../setup/hold.ts";
import { expect, phone } from "../setup/test.ts";

/** Keeps the scripts of the pages that are asked for from now on, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const letCome = await hold(page, "**/assets/*.js");
  return async () => {
    letCome();
    await page.unrouteAll({ behavior: "wait" });
  };
}

const name = `Kino <b>Süd</b> & "Nord"`;

for (const javaScriptEnabled of [true, false])
  test.describe(`the operator's brand, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled, allowedErrors: [/422/] });

    test("is set, refused where it can't be read, and shown everywhere", async ({
      page,
      service,
      browser,
    }) => {
      await page.goto(service.setUpPath);
      await page.getByRole("link", { name: "Create account" }).click();
      await page.locator("input[name=name]").fill("Ona First");
      await page.locator("input[name=email]").fill("ona@journey.test");
      await page.locator("input[name=password]").fill("first of all");
      await page
        .locator("form", { has: page.locator("input[name=intent][value=sign-up]") })
        .locator("button[type=submit]")
        .click();
      await expect(page.getByRole("main")).toContainText("Ona First");
      await page.goto(service.setUpPath);
      await page.getByRole("button", { name: "Become the owner" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today");

      await page.goto("/z/page/settings/brand");
      const form = page.locator("form#brand");
      await form.getByLabel("Name", { exact: true }).fill(name);
      await form.getByLabel("Accent colour").fill("#ffee00");
      await form.getByLabel("Link 1: label").fill("Help");
      await form.getByLabel("Link 1: address").fill("javascript:alert(1)");
      const releaseScripts = await holdScripts(page);
      await form.getByRole("button", { name: "Save" }).click();
      const address = form.getByLabel("Link 1: address");
      await expect(address).toHaveAttribute("aria-invalid", "true");
      await expect(form.getByLabel("Name", { exact: true })).toHaveValue(name);
      await address.fill("https://help.example/");
      await releaseScripts();
      // The page that answers by scripts takes nothing from one who has begun to correct it.
      if (javaScriptEnabled)
        await expect(form.getByRole("button", { name: "Update preview" })).toHaveCount(0);
      await expect(address).toBeFocused();
      await expect(address).toHaveValue("https://help.example/");
      await form.getByRole("button", { name: /^Use #/ }).click();
      await expect(form.getByLabel("Accent colour")).not.toHaveValue("#ffee00");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();

      // A picture that is larger than any text of the admin area.
      const noise = { width: 640, height: 640, channels: 3, background: "#204080" } as const;
      const raw = Buffer.from(Array.from({ length: 640 * 640 * 3 }, (_, at) => (at * 7919) % 251));
      const buffer = await sharp(raw, { raw: noise }).png({ compressionLevel: 0 }).toBuffer();
      const icon = page.getByRole("region", { name: "Icon" });
      await icon.locator("input[type=file]").setInputFiles({ name: "i.png", mimeType: "image/png", buffer });
      await icon.locator("button[type=submit]").first().click();
      await expect(page.getByRole("region", { name: "Icon" }).locator("img")).toBeVisible();

      const context = await browser.newContext({ ...phone, javaScriptEnabled, baseURL: service.url });
      const visitor = await context.newPage();
      await visitor.goto("/page/about");
      await expect(visitor).toHaveTitle(new RegExp(name.replaceAll(/[<>&"/]/g, ".")));
      expect(await visitor.content()).not.toContain("<b>Süd");
      await visitor.goto("/");
      await expect(visitor.getByRole("link", { name: "Help" })).toHaveAttribute(
        "href",
        "https://help.example/",
      );
      const manifest = await (await visitor.request.get("/manifest.webmanifest")).json();
      expect(manifest.name).toBe(name);
      for (const path of ["/page/login", "/offline", "/nothing-here"]) {
        const text = await (await visitor.request.get(path, { headers: { Accept: "text/html" } })).text();
        expect(text, path).not.toContain("Matinee");
      }
      if (javaScriptEnabled) await expectForEverybody(visitor, "home", { touched: "footer a" });
      await context.close();
    });
  });
