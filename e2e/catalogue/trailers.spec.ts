import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { makeVideo } from "../../tests/setup/videos.ts";
import { call, enter, tokenOf } from "../setup/admin.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { site } from "../setup/site.ts";
import { accounts, expect, expectPlaying, phone, startPlaying, test } from "../setup/test.ts";

/** A film that is announced for a day far away: it is public, and has no video. */
async function announced(request: APIRequestContext) {
  const { token } = await tokenOf(request, accounts.admin);
  const title = `Someday ${randomUUID().slice(0, 6)}`;
  const draft = {
    key: randomUUID(),
    title,
    originalLanguage: "en",
    kind: "film",
    access: "vip",
    year: 2030,
    rating: 0,
  };
  const { id, revision } = await call<{ id: string; revision: number }>(
    request,
    "z/movie/create",
    draft,
    token,
  );
  const published = { id, revision, status: "published", premiereOn: "2031-01-01" };
  await call(request, "z/movie/save", published, token);
  return { id, title, token };
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, allowedErrors: [/422|409/] });

    test("an announced film gets a trailer, which a visitor watches", async ({ page, request, browser }) => {
      const film = await announced(request);
      await enter(page, `/z/page/movie/detail/${film.id}/video`);
      await page.getByRole("button", { name: "Add a trailer" }).click();
      const trailer = `/z/page/movie/detail/${film.id}-trailer/video`;
      await expect(page).toHaveURL(trailer);
      await expect(page.getByText("Trailer", { exact: true }).first()).toBeVisible();

      const folder = await mkdtemp(join(tmpdir(), "matinee-trailer-"));
      const video = page.getByRole("region", { name: "Video file" });
      // Each journey sends a file of its own: while one sends it, the same file is refused from another.
      const seconds = javaScriptEnabled ? 3 : 7;
      const buffer = await readFile(await makeVideo(folder, { seconds, size: "320x240" }));
      await rm(folder, { recursive: true });
      await video
        .getByLabel("Video file")
        .setInputFiles({ name: "trailer.mp4", mimeType: "video/mp4", buffer });
      await video.getByRole("button", { name: "Upload video" }).click();
      const isReady = async () => {
        const headers = { Authorization: `Bearer ${film.token}` };
        const answer = await request.get(`${site.url}/api/z/movie/detail?id=${film.id}`, { headers });
        return ((await answer.json()) as { d: { trailer: { ready: boolean } } }).d.trailer.ready;
      };
      await expect.poll(isReady, { timeout: 30_000 }).toBe(true);

      const context = await browser.newContext({ ...phone, javaScriptEnabled, baseURL: site.url });
      const visitor = await context.newPage();
      await visitor.goto(`/video/${film.id}`);
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(film.title);
      await visitor.getByRole("link", { name: "Trailer", exact: true }).click();
      await expect(visitor).toHaveURL(`/video/${film.id}/trailer`);
      await startPlaying(visitor);
      await expectPlaying(visitor);
      if (javaScriptEnabled) await expectForEverybody(visitor, "trailer", { touched: ".watch-words a" });
      await visitor.getByRole("link", { name: "See the title" }).click();
      await expect(visitor).toHaveURL(`/video/${film.id}`);
      await context.close();

      await page.goto(`/z/page/movie?q=${encodeURIComponent(film.title)}`);
      await expect(page.getByRole("link", { name: film.title })).toHaveCount(1);
    });
  });

test("the address of a trailer that there is not leads to its title", async ({ request }) => {
  const film = await announced(request);
  const answer = await request.get(`/video/${film.id}/trailer`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([303, `/video/${film.id}`]);
  for (const id of ["nothing", "%3Cscript%3E", "A", "x".repeat(300)])
    expect((await request.get(`/video/${id}/trailer`)).status(), id).toBe(404);
});
