import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { makeVideo } from "../../tests/setup/videos.ts";
import { noSeeder, seed, seedingClient, type Seeder } from "../../tests/setup/seeder.ts";
import { agree, call, enter, notice, tokenOf } from "../setup/admin.ts";
import { markedSeries } from "../setup/seed.ts";
import { site } from "../setup/site.ts";
import { accounts, expect, expectPlaying, startPlaying, test } from "../setup/test.ts";

test.skip(!seedingClient, noSeeder);

const seeded: Seeder[] = [];

/** A foreign client seeds a new video and its subtitles. */
async function give(name: string): Promise<Seeder> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-journey-"));
  const film = await readFile(await makeVideo(folder, { seconds: 2, size: "320x240" }));
  await rm(folder, { recursive: true });
  const files = [
    { path: [`${name}.mp4`], bytes: film },
    { path: [`${name}.en.srt`], bytes: Buffer.from("1\n00:00:00,500 --> 00:00:01,500\nAhoy\n") },
    { path: ["readme.txt"], bytes: Buffer.from(randomUUID()) },
  ];
  const given = await seed(name, files);
  seeded.push(given);
  return given;
}

/** A name of letters alone: digits may be read as an episode. */
const unique = () =>
  randomUUID()
    .slice(0, 6)
    .replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!);

/** Whether magnets are downloaded, as an owner sets it. */
async function switchMagnets(request: APIRequestContext, on: boolean): Promise<void> {
  const { token } = await tokenOf(request, accounts.admin);
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await request.get(`${site.url}/api/z/settings/read`, { headers });
  const { d } = (await answer.json()) as { d: { revision: number; values: { magnets: boolean } } };
  if (d.values.magnets === on) return;
  await call(request, "z/settings/save", { revision: d.revision, values: { magnets: on } }, token);
}

/** Pastes links into the field and sends it. */
async function paste(panel: Locator, text: string, rights: boolean): Promise<void> {
  await panel.getByLabel("Magnet links").fill(text);
  if (rights) await panel.getByLabel(/I have the right/).check();
  await panel.getByRole("button", { name: "Add" }).click();
}

/** Looks again and again, as the page does by itself with scripts. */
async function becomes(page: Page, state: string, scripts: boolean): Promise<void> {
  const shown = page.locator("#magnet .z-chip").filter({ hasText: state });
  if (scripts) return expect(shown).toBeVisible({ timeout: 25_000 });
  await expect
    .poll(
      async () => {
        // Without work under way there is no link.
        const there = await shown.count();
        if (there === 0) await page.getByRole("link", { name: "Refresh" }).click();
        return there;
      },
      { timeout: 25_000 },
    )
    .toBe(1);
}

test.afterEach(async ({ request }) => {
  await switchMagnets(request, false);
  for (const given of seeded.splice(0)) await given.stop();
});

test.describe("a magnet", () => {
  test.use({ viewport: { width: 1440, height: 900 }, allowedErrors: [/422 \(Unprocessable Entity\)/] });

  test("is pasted, chosen, downloaded, encoded, published, and a viewer plays it", async ({
    page,
    request,
  }) => {
    const name = `The.Ferry.${unique()}.2019.720p`;
    const seeder = await give(name);
    await enter(page, "/z/page/magnet");
    await expect(page.getByRole("region", { name: "Magnets are switched off" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the settings" })).toBeVisible();
    await switchMagnets(request, true);
    await page.reload();

    const panel = page.getByRole("region", { name: "Add magnets" });
    const both = `${seeder.magnet}\nmagnet:?dn=nothing`;
    await paste(panel, both, false);
    await expect(panel.getByRole("alert")).toContainText("Confirm that you have the right");
    await expect(panel.getByLabel("Magnet links")).toHaveValue(both);
    await paste(panel, both, true);
    await expect(panel.getByRole("status")).toContainText("This link has no valid infohash");
    await expect(panel.getByLabel("Magnet links")).toHaveValue("magnet:?dn=nothing");
    await panel.getByRole("status").getByRole("link", { name }).click();

    await becomes(page, "Choose files", true);
    const choosing = page.getByRole("region", { name: "Choose files" });
    await expect(choosing.getByLabel("Title", { exact: true })).toHaveValue(/^The Ferry/);
    await expect(choosing.getByLabel("Year")).toHaveValue("2019");
    await expect(choosing.getByText(`Subtitles · English ${name}.en.srt`)).toBeVisible();
    await expect(choosing.getByLabel("With their subtitles")).toBeChecked();
    await choosing.getByRole("button", { name: "Download" }).click();
    await becomes(page, "Done", true);

    await expect(page.getByRole("row", { name: `${name}.en.srt` })).toContainText("Subtitles · English");
    await page.getByRole("link", { name: "Open the title" }).click();
    await page.getByRole("link", { name: /^Video file/ }).click();
    await expect(page.getByRole("region", { name: "Video file" })).toContainText("Ready", {
      timeout: 25_000,
    });
    const parts = page.getByRole("navigation", { name: "Parts of this title" });
    await parts.getByRole("link", { name: "Subtitles" }).click();
    await expect(page.getByRole("region", { name: "Subtitles" })).toContainText("From a separate file");
    await parts.getByRole("link", { name: "Publishing" }).click();
    const publishing = page.getByRole("region", { name: "Publishing" });
    await publishing.getByLabel("State").selectOption("published");
    await publishing.getByRole("button", { name: "Save" }).click();
    await expect(page.locator(".z-head")).toContainText("Published");
    const id = new URL(page.url()).pathname.split("/").at(-2)!;
    await page.goto(`/video/${id}`);
    await startPlaying(page);
    await expectPlaying(page);
  });
});

test.describe("a magnet without JavaScript", () => {
  test.use({
    javaScriptEnabled: false,
    viewport: { width: 1440, height: 900 },
    allowedErrors: [/422 \(Unprocessable Entity\)/],
  });

  test("is asked for its episodes, loses nothing that was typed, and is given up", async ({
    page,
    request,
  }) => {
    const seeder = await give(`Small.Stations.S01E02.${unique()}`);
    await switchMagnets(request, true);
    await enter(page, "/z/page/magnet");
    const panel = page.getByRole("region", { name: "Add magnets" });
    await paste(panel, `${seeder.magnet}\n${seeder.magnet}`, true);
    await expect(panel.getByRole("status")).toContainText("Already added");
    await panel.getByRole("status").getByRole("link").first().click();

    await becomes(page, "Choose files", false);
    const choosing = page.getByRole("region", { name: "Choose files" });
    const season = choosing.getByLabel(/^Season: /);
    const episode = choosing.getByLabel(/^Episode: /);
    await expect(episode).toHaveValue("2");
    await expect(season).toHaveValue("1");
    await season.fill("3");
    await episode.fill("-1");
    await choosing.getByLabel("Episodes of an existing title").check();
    await choosing.getByLabel("Title or ID").fill(markedSeries.id);
    await choosing.getByRole("button", { name: "Search" }).click();
    await choosing.getByRole("radio", { name: /4/ }).check();
    await expect(episode).toHaveValue("-1");
    // The browser lets an empty number through; the server does not.
    await episode.fill("");
    await choosing.getByRole("button", { name: "Download" }).click();
    await expect(choosing.getByRole("alert")).toHaveText("Required.");
    await expect(episode).toHaveValue("");
    await expect(season).toHaveValue("3");
    await expect(choosing.getByRole("radio", { name: /4/ })).toBeChecked();
    // The notice leads to the field that was refused.
    const place = notice(page).getByRole("link", { name: "Required." });
    await expect(place).toHaveAttribute("href", `#${await episode.getAttribute("id")}`);

    // An episode that has a video: what is replaced is named first, and cancelling loses nothing.
    await season.fill("1");
    await episode.fill("2");
    await choosing.getByRole("button", { name: "Download" }).click();
    const ask = page.getByRole("dialog");
    await expect(ask).toContainText("Replaces the video of:");
    await expect(ask.getByRole("listitem")).toHaveText(["Episode 2"]);
    await ask.getByRole("button", { name: "cancel" }).click();
    await expect(ask).toHaveCount(0);
    await expect(episode).toHaveValue("2");
    await expect(choosing.getByRole("radio", { name: /4/ })).toBeChecked();

    await page.locator("#magnet").getByRole("button", { name: "Cancel", exact: true }).click();
    await agree(page, (ask) => expect(ask).toContainText("Titles made from it stay."));
    await expect(page.locator("#magnet")).toContainText("Cancelled");
    await page.locator("#magnet").getByRole("button", { name: "Remove" }).click();
    await agree(page);
    await expect(notice(page)).toContainText("Magnet removed.");
  });
});
