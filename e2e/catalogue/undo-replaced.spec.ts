import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { violationsOf } from "../setup/accessibility.ts";
import { call, enter, notice, tokenOf } from "../setup/admin.ts";
import { accounts, expect, expectScripted, test } from "../setup/test.ts";

async function draft(request: APIRequestContext) {
  const { token } = await tokenOf(request, accounts.admin);
  const facts = { kind: "film", access: "free", year: 2020, rating: 0, originalLanguage: "en" };
  const title = `Lamp ${randomUUID().slice(0, 6)}`;
  const { id } = await call<{ id: string }>(
    request,
    "z/movie/create",
    { key: randomUUID(), title, ...facts },
    token,
  );
  return { id };
}

const poster = (page: Page) => page.getByRole("img", { name: "Poster" });
const addressOf = (page: Page) => poster(page).getAttribute("src");
const changes = (page: Page) => page.getByRole("list", { name: "Changes of the last day" });

/** Sends a poster of one colour. @returns its address */
async function send(page: Page, background: string): Promise<string> {
  const before = (await addressOf(page))!;
  const picture = sharp({ create: { width: 600, height: 900, channels: 3, background } });
  const buffer = await picture.png().toBuffer();
  const file = { name: "x.png", mimeType: "image/png", buffer };
  await page.getByLabel("Poster", { exact: true }).last().setInputFiles(file);
  await page.getByRole("button", { name: "Use this picture" }).first().click();
  await expect(poster(page)).not.toHaveAttribute("src", before);
  await expect(notice(page)).toContainText("Saved");
  return (await addressOf(page))!;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a replaced poster ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 800 } });

    test("comes back by the notice, on the page of the pictures, and on that of the title", async ({
      page,
      request,
    }) => {
      const { id } = await draft(request);
      await enter(page, `/z/page/movie/detail/${id}/artwork`);
      const first = await send(page, "#204080");
      await send(page, "#804020");
      await notice(page).getByRole("button", { name: "Undo" }).click();
      await expect(notice(page)).toContainText("Titles restored: 1");
      await expect(poster(page)).toHaveAttribute("src", first);

      // Once more, and found again after the page was left.
      const third = await send(page, "#208040");
      await send(page, "#402080");
      await page.goto(`/z/page/movie/detail/${id}/artwork`);
      await expectScripted(page);
      const lines = changes(page).getByRole("listitem");
      await expect(lines.first()).toContainText("Poster replaced");
      await expect(lines.nth(1)).toContainText("Changed since");
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);
      await lines.first().getByRole("button", { name: "Undo" }).click();
      await expect(poster(page)).toHaveAttribute("src", third);
      // What was replaced before that can be undone again.
      await page.goto(`/z/page/movie/detail/${id}`);
      await expectScripted(page);
      await changes(page).getByRole("button", { name: "Undo" }).first().click();
      await expect(notice(page)).toContainText("Titles restored: 1");
      await page.goto(`/z/page/movie/detail/${id}/artwork`);
      await expect(poster(page)).toHaveAttribute("src", first);
    });
  });
}
