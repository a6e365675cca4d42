import type { APIRequestContext, Page } from "@playwright/test";
import { agree, enter, notice } from "../setup/admin.ts";
import { publishFilm } from "../setup/films.ts";
import { site } from "../setup/site.ts";
import { expect, test } from "../setup/test.ts";

/** What viewers get: the track's name and its text. */
async function shown(request: APIRequestContext, id: string): Promise<{ label: string; text: string }> {
  const answer = await request.get(`${site.url}/api/playback/start?id=${id}`);
  const { d } = (await answer.json()) as { d: { subtitles: { label: string; url: string }[] } };
  const [track] = d.subtitles;
  const text = track ? await (await request.get(new URL(track.url, site.url).href)).text() : "";
  return { label: track?.label ?? "", text };
}

/** Waits for captions, which the page shows by itself with scripts. */
async function made(page: Page, javaScriptEnabled: boolean) {
  const track = page.getByRole("article", { name: "Français" });
  await expect(async () => {
    if (!javaScriptEnabled) await page.reload();
    await expect(track).toBeVisible({ timeout: 2_500 });
  }).toPass({ timeout: 30_000 });
  return track;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`automatic captions ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({
      javaScriptEnabled,
      viewport: { width: 1440, height: 900 },
      allowedErrors: [/422 \(Unprocessable Entity\)/],
    });

    test("are made, corrected line by line, seen by viewers with a mark, and checked", async ({
      page,
      request,
    }) => {
      const id = await publishFilm(request, { title: "Heard", seconds: 4 });
      const subtitles = `/z/page/movie/detail/${id}/subtitles`;
      await enter(page, subtitles);
      await page.locator("summary").filter({ hasText: "Make captions automatically" }).click();
      await page.getByRole("button", { name: "Make captions automatically" }).click();
      await expect(notice(page)).toContainText("Captions are queued");
      if (!javaScriptEnabled) await page.goto(subtitles);
      const track = await made(page, javaScriptEnabled);
      await expect(track).toContainText("Automatic");
      expect(await shown(request, id)).toMatchObject({
        label: "Français (automatic)",
        text: expect.stringContaining("Who is it?"),
      });

      await track.getByRole("link", { name: "Edit lines" }).click();
      const line = (number: number) => page.getByRole("group", { name: `Line ${number}`, exact: true });
      await expect(line(2).getByLabel("Text")).toHaveValue("Who is it?");
      await line(2).getByLabel("Text").fill("Who is there?");
      await line(1).getByLabel("To", { exact: true }).fill("0:75");
      await page.getByRole("button", { name: "Save lines" }).click();
      await expect(line(1).getByLabel("To", { exact: true })).toHaveAccessibleDescription(
        "Enter a time such as 1:02.500.",
      );
      await expect(line(2).getByLabel("Text")).toHaveValue("Who is there?");
      await line(1).getByLabel("To", { exact: true }).fill("0:00.9");
      await line(3).getByLabel("Delete line 3").check();
      await page.getByRole("button", { name: "Save lines" }).click();
      await expect(notice(page)).toContainText("Saved");
      await expect(line(3)).toHaveCount(0);

      await page.locator("summary").filter({ hasText: "Add a line" }).click();
      const fresh = page
        .locator("form")
        .filter({ has: page.getByRole("button", { name: "Add", exact: true }) });
      await fresh.getByLabel("From").fill("0:03");
      await fresh.getByLabel("To", { exact: true }).fill("0:03.5");
      await fresh.getByLabel("Text").fill("The wind.");
      await fresh.getByRole("button", { name: "Add", exact: true }).click();
      await expect(notice(page)).toContainText("Line added as number 3.");
      await expect(line(3).getByLabel("Text")).toHaveValue("The wind.");
      const { text } = await shown(request, id);
      expect(text).toContain("00:00:00.000 --> 00:00:00.900\nA door opens");
      expect(text).toContain("Who is there?\n\n00:00:03.000 --> 00:00:03.500\nThe wind.");
      expect(text).not.toContain("It is me");

      await page.goto(subtitles);
      await page.getByRole("button", { name: "Mark as checked" }).click();
      await expect(track).toContainText("Automatic, checked");
      expect((await shown(request, id)).label).toBe("Français");

      // To do it again asks first: a person has worked on them.
      await page.locator("summary").filter({ hasText: "Make captions automatically" }).click();
      await page.getByLabel("Spoken language").selectOption({ label: "French" });
      await page.getByRole("button", { name: "Make captions automatically" }).click();
      await agree(page, (ask) => expect(ask).toContainText("The automatic ones replace them."));
      await expect(notice(page)).toContainText("Captions are queued");
    });
  });
}
