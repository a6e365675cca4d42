import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext, Page, Route } from "@playwright/test";
import { makeVideo } from "../../tests/setup/videos.ts";
import { agree, call, enter, notice, tokenOf } from "../setup/admin.ts";
import { site } from "../setup/site.ts";
import { accounts, expect, expectScripted, startPlaying, expectPlaying, test } from "../setup/test.ts";

const region = (page: Page) => page.getByRole("region", { name: "Video file" });

/** Sends a file as people do. */
async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  const panel = region(page);
  await panel.getByLabel("Video file").setInputFiles({ name, mimeType: "video/mp4", buffer });
  await panel.getByRole("button", { name: "Upload video" }).click();
}

/** A draft of a video. @returns its id, and a token of who made it */
async function draft(request: APIRequestContext): Promise<{ id: string; token: string }> {
  const { token } = await tokenOf(request, accounts.admin);
  const { id } = await call<{ id: string }>(
    request,
    "z/movie/create",
    {
      ...{ key: randomUUID(), title: `Reel ${randomUUID().slice(0, 6)}`, originalLanguage: "en" },
      ...{ kind: "film", access: "free", year: 2020, rating: 0 },
    },
    token,
  );
  return { id, token };
}

/** Waits until nothing is being made of the title's last file. */
const over = (request: APIRequestContext, { id, token }: { id: string; token: string }) =>
  expect
    .poll(
      async () => {
        const headers = { Authorization: `Bearer ${token}` };
        const answer = await request.get(`${site.url}/api/z/encoding/list?movie=${id}&limit=1`, { headers });
        return ((await answer.json()) as { d: { items: { state: string }[] } }).d.items[0]?.state;
      },
      { timeout: 20_000 },
    )
    .toMatch(/ready|failed/);

/** @returns how many files of the title were to be encoded */
async function encodings(request: APIRequestContext, { id, token }: { id: string; token: string }) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await request.get(`${site.url}/api/z/encoding/list?movie=${id}&limit=10`, { headers });
  return ((await answer.json()) as { d: { items: unknown[] } }).d.items.length;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`an episode's film ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({
      javaScriptEnabled,
      viewport: { width: 1440, height: 900 },
      // Where another journey has brought the same video, it is stored already: the upload is told so, and goes on from there.
      allowedErrors: [/422 \(Unprocessable Entity\)|409 \(Conflict\)/],
    });

    test("is uploaded, says why nothing came of a file, plays once it is encoded, and gets subtitles", async ({
      page,
      request,
    }) => {
      const folder = await mkdtemp(join(tmpdir(), "matinee-journey-"));
      const title = await draft(request);
      await enter(page, `/z/page/movie/detail/${title.id}/video`);
      const video = region(page);
      await send(page, "notes.html", Buffer.from("<p>no film</p>"));
      await expect(video.getByLabel("Video file")).toHaveAccessibleDescription(/./);
      await expect(video.locator(".z-error")).toBeVisible();

      // What does not begin as its name says is refused as it comes.
      await send(page, "notes.mp4", Buffer.from(`<p>${randomUUID()}</p>`));
      await expect(video.locator(".z-error")).toBeVisible();

      // The encoder finds out that only the beginning is a video.
      await send(page, "notes.mp4", Buffer.from(`\0\0\0\u0020ftypisom${randomUUID()}`, "latin1"));
      await over(request, title);
      if (!javaScriptEnabled) await page.reload();
      await expect(video).toContainText("This file can’t be read as a video.");
      await expect(video.getByRole("button", { name: "Try again" })).toBeVisible();
      await video.getByRole("button", { name: "Cancel", exact: true }).click();
      await agree(page, (ask) => expect(ask).toContainText("The uploaded file is kept."));
      await expect(notice(page)).toContainText("Saved");
      await expect(video.getByRole("button", { name: "Try again" })).toHaveCount(0);

      const film = await readFile(await makeVideo(folder, { seconds: 2, size: "320x240" }));
      await send(page, "My reel.MP4", film);
      // With scripts the page looks by itself; without, one asks again.
      if (!javaScriptEnabled) {
        await expect(video).toContainText(/Queued|Encoding|Ready/);
        await over(request, title);
        await page.goto(`/z/page/movie/detail/${title.id}/video`);
      }
      await expect(video).toContainText("Ready", { timeout: 20_000 });
      await expect(page.locator("main video")).toHaveAttribute("src", /progressive\.mp4/);
      await rm(folder, { recursive: true });

      const parts = page.getByRole("navigation", { name: "Parts of this title" });
      await parts.getByRole("link", { name: "Subtitles" }).click();
      const subtitles = page.getByRole("region", { name: "Subtitles" });
      const bring = async (words: string) => {
        const add = subtitles.locator("details", { hasText: "Add subtitles" }).last();
        if (!(await add.evaluate((it: HTMLDetailsElement) => it.open))) await add.locator("summary").click();
        await add.getByLabel("Language").selectOption("fr");
        const buffer = Buffer.from(`1\n00:00:00,200 --> 00:00:01,200\n${words}\n`);
        const file = { name: "words.srt", mimeType: "application/x-subrip", buffer };
        await add.getByLabel("Subtitle file").setInputFiles(file);
        await add.getByRole("button", { name: "Upload subtitles" }).click();
      };
      await bring("<script>alert(1)</script>");
      await expect(subtitles.getByRole("alert")).toContainText("Line 3 of the file contains web page code.");
      await expect(subtitles.getByLabel("Language", { exact: true })).toHaveValue("fr");
      await bring("Bonjour");
      await expect(notice(page)).toContainText("Subtitles stored. Lines: 1. Read as UTF-8.");
      const track = subtitles.getByRole("article", { name: "Français" });
      await expect(track).toContainText("Bonjour");

      await track.locator("summary").click();
      const other = Buffer.from("1\n00:00:00,200 --> 00:00:01,200\nBonsoir\n");
      const words = { name: "words.srt", mimeType: "application/x-subrip", buffer: other };
      await track.getByLabel("Replace with another file").setInputFiles(words);
      await track.getByRole("button", { name: "Replace", exact: true }).click();
      await expect(track).toContainText("Bonsoir");
      await notice(page).getByRole("button", { name: "Undo" }).click();
      await expect(track).toContainText("Bonjour");

      await track.getByRole("button", { name: "Remove: Français" }).click();
      await agree(page, (ask) => expect(ask).toContainText("You can undo this for a day"));
      await expect(track).toHaveCount(0);
      const gone = page.getByRole("listitem").filter({ hasText: "Subtitles removed" });
      await expect(gone).toContainText("Français");
      await gone.getByRole("button", { name: "Undo" }).click();
      await expect(track).toContainText("Bonjour");

      // Another video: what it replaces is named first.
      await parts.getByRole("link", { name: "Video file" }).click();
      await expectScripted(page);
      if (javaScriptEnabled) await expect(video.locator("form[data-in-pieces]")).toBeAttached();
      await send(page, "other.mp4", Buffer.from(`\0\0\0\u0020ftypisom${randomUUID()}`, "latin1"));
      const ask = page.getByRole("dialog");
      await expect(ask).toContainText(/Replaces the video of: Reel .*240p.*deleted for good/);
      await ask.getByText("cancel").click();
      await expect(ask).toHaveCount(0);
      expect(await encodings(request, title)).toBe(2);
      await send(page, "other.mp4", Buffer.from(`\0\0\0\u0020ftypisom${randomUUID()}`, "latin1"));
      await ask.getByRole("button", { name: "ok" }).click();
      await expect.poll(() => encodings(request, title)).toBe(3);
    });
  });
}

test("an upload can be paused, goes on after a reload, and the film plays for everybody once published, with its sounds and subtitles", async ({
  page,
  request,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "matinee-journey-"));
  const title = await draft(request);
  const film = await readFile(await makeVideo(folder, { seconds: 8, size: "320x240", rich: true }));
  await rm(folder, { recursive: true });
  await enter(page, `/z/page/movie/detail/${title.id}/video`);
  const video = region(page);
  // A slow line: the first piece is on its way until it is given up.
  let held: Route | null = null;
  await page.route("**/oss/resumable/*", async (route) => {
    if (route.request().method() !== "PATCH" || held) return route.continue();
    held = route;
  });
  // Before the session is known a file goes as one without scripts would.
  const inPieces = video.locator("form[data-in-pieces]");
  await expect(inPieces).toBeAttached();
  await send(page, "reel.mkv", film);
  await expect.poll(() => held !== null).toBe(true);
  await video.getByRole("button", { name: "Pause" }).click();
  await expect(video).toContainText("Paused");
  await held!.abort();
  // The browser may ask whether to leave.
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  const resumed = page.waitForRequest(
    (sent) => sent.method() === "HEAD" && sent.url().includes("/oss/resumable/"),
  );
  await expect(inPieces).toBeAttached();
  await send(page, "reel.mkv", film);
  await resumed;
  await over(request, title);
  await expect(video).toContainText("Ready", { timeout: 20_000 });

  const parts = page.getByRole("navigation", { name: "Parts of this title" });
  await parts.getByRole("link", { name: "Publishing" }).click();
  const publishing = page.getByRole("region", { name: "Publishing" });
  await publishing.getByLabel("State").selectOption("published");
  await publishing.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".z-head")).toContainText("Published");

  // A user without any part in it.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/video/${title.id}`);
  await startPlaying(page);
  await expectPlaying(page);
  // It is eight seconds long, and must not end while its sound is chosen.
  await page.locator("video").evaluate((film: HTMLVideoElement) => film.pause());
  const control = (name: string) => page.locator(".player").getByRole("button", { name, exact: true });
  await control("Settings").click();
  const settings = page.getByRole("dialog");
  await settings.getByRole("button", { name: "Audio" }).click();
  for (const sound of ["English", "Deutsch"])
    await expect(settings.getByRole("radio", { name: sound })).toBeAttached();
  await settings.getByText("Deutsch").click();
  await settings.getByRole("button", { name: "Back" }).click();
  await expect(settings.getByRole("button", { name: "Audio" })).toContainText("Deutsch");
  await page.keyboard.press("Escape");
  await control("Subtitles").click();
  const subtitles = page.getByRole("dialog", { name: "Subtitles" });
  await expect(subtitles.getByText("English", { exact: true })).toBeVisible();
  await subtitles.getByText("Deutsch", { exact: true }).click();
  await page.keyboard.press("Escape");
  // It is said from half a second to two.
  await page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 1;
  });
  await expect(page.getByRole("region", { name: "Subtitles" })).toContainText("Hallo");
});
