import { expectVideo, moveTo, openMovie, press } from "../setup/player.ts";
import { markedSeries, richMovie } from "../setup/seed.ts";
import { expect, phone, test } from "../setup/test.ts";

test.use(phone);

test("the sleep timer pauses after its minutes, and says why until playback goes on", async ({ page }) => {
  await page.clock.install();
  await openMovie(page, `/video/${richMovie.id}`);
  await press(page, "Settings");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("switch", { name: "Repeat" }).check({ force: true });
  const timer = sheet.getByRole("button", { name: /Sleep timer/ });
  await expect(timer).toContainText("Off");
  await timer.click();
  await sheet.getByText("15 minutes").click();
  await sheet.getByRole("button", { name: "Back" }).click();
  await expect(timer).toContainText("15 minutes");
  await page.clock.fastForward("05:30");
  await expect(timer).toContainText("10 minutes");
  await page.keyboard.press("Escape");
  await page.clock.fastForward("09:25");
  await expectVideo(page, "paused").toBe(false);
  await page.clock.fastForward("00:10");
  await expectVideo(page, "paused").toBe(true);
  const says = page.getByRole("status").filter({ hasText: "Paused by the sleep timer" });
  await expect(says).toBeVisible();
  await page.keyboard.press("k");
  await expect(says).toBeHidden();
  await expectVideo(page, "paused").toBe(false);
});

test("with the end of the episode as its time, no other one begins by itself", async ({ page }) => {
  await openMovie(page, `/video/${markedSeries.id}/1`);
  await press(page, "Settings");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: /Sleep timer/ }).click();
  await sheet.getByText("End of this video").click();
  await page.keyboard.press("Escape");
  await moveTo(page, 45);
  const offer = page.getByRole("region", { name: "Next episode" });
  await expect(offer).toBeVisible();
  await expect(offer).not.toContainText(/Next episode in/);
  await expectVideo(page, "ended").toBe(true);
  await offer.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(`/video/${markedSeries.id}/2`);
  await expect(page.locator(".control-play")).toBeAttached();
  await press(page, "Settings");
  await expect(sheet.getByRole("button", { name: /Sleep timer/ })).toContainText("Off");
});
