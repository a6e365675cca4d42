import type { Page } from "@playwright/test";
import { violationsOf } from "../setup/accessibility.ts";
import { enter, notice } from "../setup/admin.ts";
import { markedSeries } from "../setup/seed.ts";
import { expect, test } from "../setup/test.ts";

const address = `/z/page/movie/detail/${markedSeries.id}/episodes?episode=2`;
const marks = (page: Page) => page.getByRole("region", { name: "Episode 2", exact: true });
const set = /^Set to the player’s position/;

for (const width of [360, 1440]) {
  test.describe(`an episode's marks, ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("are set to the player's position by keyboard, said aloud, and saved while the player stays", async ({
      page,
    }) => {
      await enter(page, address);
      const player = marks(page).locator("video");
      await player.evaluate(async (video: HTMLVideoElement) => {
        video.muted = true;
        await video.play();
        video.pause();
        video.currentTime = 5;
      });
      const intro = marks(page).getByLabel("Intro from (seconds)", { exact: true });
      const button = marks(page).getByRole("button", {
        name: "Set to the player’s position: Intro from (seconds)",
      });
      await expect(button).toHaveText("0:05");
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(intro).toHaveValue("5");
      await expect(button).toBeFocused();
      await expect(marks(page).getByRole("status").filter({ hasText: "Intro from" })).toHaveText(
        "Intro from (seconds): set to 0:05",
      );
      await marks(page).getByRole("button", { name: "Add chapter" }).click();
      await marks(page)
        .getByRole("button", { name: "Set to the player’s position: Starts at (seconds)" })
        .last()
        .click();
      await expect(marks(page).getByLabel("Starts at (seconds)", { exact: true }).last()).toHaveValue("5");
      expect(await violationsOf(page)).toEqual([]);
      await marks(page).getByRole("button", { name: "Remove" }).last().click();
      await marks(page).getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved");
      await expect(intro).toHaveValue("5");
      expect(await player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(5);
    });
  });
}

test.describe("an episode's marks without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("are plain fields beside the player", async ({ page }) => {
    await enter(page, address);
    await expect(marks(page).locator("video")).toBeVisible();
    await expect(marks(page).getByRole("button", { name: set })).toHaveCount(0);
    await marks(page).getByLabel("Intro from (seconds)", { exact: true }).fill("3");
    await marks(page).getByRole("button", { name: "Save" }).click();
    await expect(notice(page)).toContainText("Saved");
    await expect(marks(page).getByLabel("Intro from (seconds)", { exact: true })).toHaveValue("3");
  });
});
