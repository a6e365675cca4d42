import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { call, enter, notice, tokenOf } from "../setup/admin.ts";
import { accounts, expect, phone, test } from "../setup/test.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const parts = (page: Page) => page.getByRole("navigation", { name: "Parts of this title" });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a title on a phone ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ ...phone, javaScriptEnabled, allowedErrors: [/422 \(Unprocessable Entity\)/] });

    test("has a page for each part, asks before typed text is lost, and is announced until there is a video", async ({
      page,
      request,
    }) => {
      const { token } = await tokenOf(request, accounts.admin);
      const title = `Comet ${randomUUID().slice(0, 6)}`;
      const made = { key: randomUUID(), title, originalLanguage: "en", kind: "series", access: "free" };
      const { id } = await call<{ id: string }>(
        request,
        "z/movie/create",
        { ...made, year: 2020, rating: 0 },
        token,
      );
      await enter(page, `/z/page/movie/detail/${id}`);
      const overview = region(page, "Overview");
      await expect(overview.getByRole("link", { name: /^Episodes/ })).toContainText("No episodes yet");
      await expect(overview.getByRole("link", { name: /^Pictures/ })).toContainText("No poster");
      await expect(region(page, "Missing")).toContainText("No video is ready.");

      await overview.getByRole("link", { name: /^Title and description/ }).click();
      const texts = region(page, "Title and description");
      await texts.getByRole("link", { name: "Deutsch" }).click();
      await expect(texts.getByText("Editing: Deutsch")).toBeInViewport();
      await expect(texts.getByRole("button", { name: "Save" })).toBeInViewport({ ratio: 1 });
      await texts.getByLabel("Title", { exact: true }).fill("Komet");
      if (javaScriptEnabled) await asksToStay(page);
      await texts.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved");

      await parts(page).getByRole("link", { name: "Publishing" }).click();
      await expect(parts(page).getByRole("link", { name: "Publishing" })).toHaveAttribute(
        "aria-current",
        "page",
      );
      const publishing = region(page, "Publishing");
      await publishing.getByLabel("State").selectOption("published");
      await publishing.getByRole("button", { name: "Save" }).click();
      await expect(publishing.getByLabel("State")).toHaveAccessibleDescription(
        "No video is ready. Add one, or set a premiere date.",
      );
      await expect(publishing.getByLabel("State")).toHaveValue("published");
      await publishing.getByLabel("Premiere date").fill(inDays(30));
      await publishing.getByRole("button", { name: "Save" }).click();
      await expect(page.locator(".z-head")).toContainText("Published");
      await page.goto(`/video/${id}`);
      await expect(page.getByRole("heading", { level: 2, name: /^Coming / })).toBeVisible();
      await expect(page.locator("video")).toHaveCount(0);
    });
  });
}

/** Leaves the page with typed text, and stays when asked; the next leaving loses it. */
async function asksToStay(page: Page): Promise<void> {
  const field = page.getByLabel("Title", { exact: true });
  const dialog = page.getByRole("dialog");
  await parts(page).getByRole("link", { name: "Facts" }).click();
  await expect(dialog).toContainText("Leave without saving?");
  await dialog.getByRole("button", { name: "cancel" }).click();
  await expect(field).toHaveValue("Komet");
  await expect(page.locator("[data-followed]")).toHaveCount(0);
  await parts(page).getByRole("link", { name: "Facts" }).click();
  await dialog.getByRole("button", { name: "ok" }).click();
  await expect(region(page, "Facts")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/lang=de/);
  await page.getByRole("button", { name: "Restore it" }).click();
  await expect(field).toHaveValue("Komet");
}
