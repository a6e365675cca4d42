import { shortCodeOf } from "../../api/domain/catalogue/short-code.ts";
import { expectVideo, moveTo, openMovie, place, press } from "../setup/player.ts";
import { markedSeries, richMovie } from "../setup/seed.ts";
import { expect, phone, test } from "../setup/test.ts";

const film = `/video/${richMovie.id}`;

test.describe("on a phone", () => {
  test.use({ ...phone, permissions: ["clipboard-read", "clipboard-write"] });

  test("a moment is shared: its address is copied, and begins there", async ({ page, baseURL }) => {
    await openMovie(page, film);
    await press(page, "Pause");
    await moveTo(page, 21);
    await expect.poll(() => place(page)).toBe(21);
    await page.locator(".watch-actions").getByRole("button", { name: "Share" }).click();
    const sheet = page.getByRole("dialog", { name: "Share" });
    const link = sheet.getByRole("textbox", { name: "Link to this video" });
    const short = `${baseURL}/s/${shortCodeOf(richMovie.id)}`;
    await expect(link).toHaveValue(`${short}?t=21`);
    await sheet.getByRole("switch", { name: "Start at 0:21" }).uncheck({ force: true });
    await expect(link).toHaveValue(short);
    await sheet.getByRole("switch", { name: "Start at 0:21" }).check({ force: true });
    await sheet.getByRole("button", { name: "Copy link" }).click();
    await expect(sheet.getByRole("status")).toHaveText("Link copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${short}?t=21`);
    await page.keyboard.press("Escape");
    await expect(page.locator(".watch-actions").getByRole("button", { name: "Share" })).toBeFocused();

    await openMovie(page, `${short}?t=21`);
    await expect(page).toHaveURL(`${film}?t=21`);
    expect(await place(page)).toBeGreaterThanOrEqual(21);
    expect(await place(page)).toBeLessThan(40);
  });

  test("the system's own list gets the title and the address of the episode", async ({ page, baseURL }) => {
    await page.addInitScript(() => {
      const sent: ShareData[] = [];
      Object.assign(window, { sent });
      navigator.share = async (data) => void sent.push(data!);
    });
    await openMovie(page, `/video/${markedSeries.id}/2`, { plays: false });
    await press(page, "Settings");
    await page.getByRole("dialog").getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Share with an app" }).click();
    expect(await page.evaluate(() => (window as never as { sent: ShareData[] }).sent)).toEqual([
      { title: markedSeries.texts.en!.title, url: `${baseURL}/s/${shortCodeOf(markedSeries.id)}/2` },
    ]);
  });
});

test("a moment beyond the end, or none at all, is not meant", async ({ page }) => {
  for (const t of ["4800", "-1", "1e1", "x"]) {
    await openMovie(page, `${film}?t=${t}`, { plays: false });
    await expectVideo(page, "currentTime").toBe(0);
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the address of a moment begins there as well", async ({ page, baseURL }) => {
    await page.goto(`${film}?t=21`);
    await expect(page.locator("video source").first()).toHaveAttribute("src", /#t=21$/);
    const card = page.getByRole("dialog", { name: "Share" });
    await expect(card).toBeHidden();
    await page.getByRole("button", { name: "Share" }).click();
    const link = card.getByRole("textbox", { name: "Link" });
    await expect(link).toHaveValue(`${baseURL}/s/${shortCodeOf(richMovie.id)}`);
    await expect(card.getByRole("link", { name: "Send by e-mail" })).toHaveAttribute(
      "href",
      /^mailto:\?subject=/,
    );
    await card.getByRole("button", { name: "Close" }).click();
    await expect(card).toBeHidden();
    await page.goto(`${baseURL}/s/${shortCodeOf(richMovie.id)}?t=21&lang=x`);
    await expect(page).toHaveURL(`${film}?t=21`);
  });
});
