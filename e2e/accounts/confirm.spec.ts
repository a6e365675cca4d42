import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { newMember } from "../setup/admin.ts";
import { oldSessions } from "../setup/old-sessions.ts";
import { accounts, expect, test } from "../setup/test.ts";

const hold = (page: Page, { token }: { token: string }, url: string) =>
  page.context().addCookies([{ name: "matinee", value: token, url }]);
const password = (page: Page) => page.locator("input[name='confirm.password']");
const send = (page: Page) =>
  page
    .locator("form", { has: password(page) })
    .locator("button[type=submit]")
    .click();

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, allowedErrors: [/422/] });

    test("an old session exports nothing until its user confirms", async ({ page, baseURL }) => {
      await hold(page, javaScriptEnabled ? oldSessions.exportScripted : oldSessions.exportPlain, baseURL!);
      await page.goto("/profile");
      await page.locator("a[href='/profile/export']").click();
      await expect(page).toHaveURL("/page/confirm?to=%2Fprofile%2Fexport");
      await password(page).fill("not this one");
      await send(page);
      await expect(password(page)).toHaveAttribute("aria-invalid", "true");
      await password(page).fill(accounts.user.password);
      const download = page.waitForEvent("download");
      await send(page);
      const file = await download;
      expect(JSON.parse(await readFile(await file.path(), "utf8")).account).toMatchObject([
        { email: accounts.user.email },
      ]);
    });

    test("an old session changes no level until its admin confirms; nothing typed is lost", async ({
      page,
      baseURL,
    }) => {
      const member = await newMember(page.request, "Nia");
      await hold(page, javaScriptEnabled ? oldSessions.levelScripted : oldSessions.levelPlain, baseURL!);
      const address = `/z/page/user/${member.uid}`;
      await page.goto(address);
      const form = page.locator("form", { has: page.locator("select[name=level]") });
      await form.locator("input[name=name]").fill("Nia & <Noor>");
      await form.locator("select[name=level]").selectOption("editor");
      await form.locator("button[type=submit]").first().click();
      await expect(password(page)).toBeVisible();
      await expect(page).toHaveURL(`/page/confirm?to=${encodeURIComponent(address)}`);
      await password(page).fill("not this one");
      await send(page);
      await expect(password(page)).toHaveAttribute("aria-invalid", "true");
      await password(page).fill(accounts.admin.password);
      await send(page);
      await expect(page).toHaveURL(address);
      await expect(form.locator("select[name=level]")).toHaveValue("editor");
      await expect(form.locator("input[name=name]")).toHaveValue("Nia & <Noor>");
    });
  });
