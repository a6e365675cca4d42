import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { violationsOf } from "../setup/accessibility.ts";
import { call, enter, notice, tokenOf } from "../setup/admin.ts";
import { markedSeries } from "../setup/seed.ts";
import { accounts, expect, expectScripted, test } from "../setup/test.ts";

const list = (page: Page) => page.getByRole("region", { name: "Episodes" });

for (const javaScriptEnabled of [true, false]) {
  test.describe(`stills ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 800 }, allowedErrors: [/422/] });

    test("a series shows a picture of each episode; a tap beside the words plays it", async ({ page }) => {
      await page.goto(`/video/${markedSeries.id}`);
      await list(page).scrollIntoViewIfNeeded();
      const pictures = list(page).locator(".episode-still img");
      await expect(pictures).toHaveCount(4);
      await expect
        .poll(() =>
          pictures.evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth > 0).length),
        )
        .toBe(4);
      const sources = await pictures.evaluateAll((all: HTMLImageElement[]) => all.map(({ src }) => src));
      expect(new Set(sources).size).toBe(4);
      if (javaScriptEnabled) expect(await violationsOf(page, { include: ".episodes" })).toEqual([]);
      await pictures.nth(2).click({ force: true });
      await expect(page).toHaveURL(`/video/${markedSeries.id}/3`);
    });

    test("a long description is cut to two lines, and opens without leaving the page", async ({
      page,
      request,
    }) => {
      const { id } = await series(request, { published: true });
      await page.goto(`/video/${id}`);
      const words = list(page).getByText("A long evening");
      const height = async () => (await words.boundingBox())!.height;
      const cut = await height();
      await words.click();
      await expect.poll(height).toBeGreaterThan(cut * 1.5);
      await expect(page).toHaveURL(`/video/${id}`);
      await words.click();
      await expect.poll(height).toBe(cut);
    });

    test("an admin sends a still, takes it back, and goes back to none", async ({ page, request }) => {
      const { id } = await series(request, { published: false });
      await enter(page, `/z/page/movie/detail/${id}/episodes?episode=1`);
      const still = page.getByRole("img", { name: "Still" });
      const panel = page.getByRole("region", { name: "Still · Episode 1" });
      await expect(panel).toContainText("No still yet.");

      await send(page, {
        name: "x.png",
        mimeType: "image/png",
        buffer: Buffer.from("<svg onload=alert(1)>"),
      });
      await expect(panel).toContainText("This file can’t be read as a picture.");
      await send(page, await pictureOf("#204080"));
      await expect(notice(page)).toContainText("Saved");
      const first = (await still.getAttribute("src"))!;
      await send(page, await pictureOf("#804020"));
      await expect(still).not.toHaveAttribute("src", first);
      await notice(page).getByRole("button", { name: "Undo" }).click();
      await expect(still).toHaveAttribute("src", first);
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);

      await page.getByRole("button", { name: "Use the frame from the video" }).click();
      await expect(still).toHaveCount(0);
      await page.goto(`/z/page/movie/detail/${id}/episodes?episode=1`);
      await expectScripted(page);
      const line = page.getByRole("list", { name: "Changes of the last day" }).getByRole("listitem").first();
      await expect(line).toContainText("Still replaced");
      await expect(line).toContainText("Episode 1");
      await line.getByRole("button", { name: "Undo" }).click();
      await expect(still).toHaveAttribute("src", first);
    });
  });
}

async function series(request: APIRequestContext, { published }: { published: boolean }) {
  const { token } = await tokenOf(request, accounts.admin);
  const write = <T>(name: string, payload: object) => call<T>(request, name, payload, token);
  const facts = { kind: "series", access: "free", year: 2020, rating: 0, originalLanguage: "en" };
  const title = `Evening ${randomUUID().slice(0, 6)}`;
  const { id } = await write<{ id: string }>("z/movie/create", { key: randomUUID(), title, ...facts });
  const description = "A long evening by the harbour, at which nobody comes home before the lamps are lit. ";
  const texts = { en: { title: "One", description: description.repeat(5) } };
  await write("z/episode/create", { id, revision: 0, texts });
  if (published)
    await write("z/movie/save", { id, revision: 1, status: "published", premiereOn: "2099-01-01" });
  return { id };
}

async function pictureOf(background: string) {
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background } });
  return { name: "x.png", mimeType: "image/png", buffer: await picture.png().toBuffer() };
}

async function send(page: Page, file: Awaited<ReturnType<typeof pictureOf>>): Promise<void> {
  await page.getByLabel("Still", { exact: true }).last().setInputFiles(file);
  await page.getByRole("button", { name: "Use this picture" }).click();
}
