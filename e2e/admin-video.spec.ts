import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { makeFilm } from "../tests/setup/films.ts";
import { agree, call, enter, notice, tokenOf } from "./setup/admin.ts";
import { site } from "./setup/site.ts";
import { accounts, expect, test } from "./setup/test.ts";

/** Sends a file as the upload form says. @returns its stored name */
async function upload(request: APIRequestContext, bytes: Buffer, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await request.get(`${site.url}/api/oss/form`, { headers });
  const { d } = (await answer.json()) as { d: { form: Record<string, string>; url: string } };
  const key = `${createHash("sha256").update(bytes).digest("hex")}.mp4`;
  const file = { name: key, mimeType: "video/mp4", buffer: bytes };
  const sent = await request.post(new URL(d.url, site.url).href, { multipart: { ...d.form, key, file } });
  expect(sent.ok()).toBe(true);
  return key;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`an episode's film ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 1440, height: 900 } });

    test("shows why nothing came of a file, and what comes of the next one", async ({ page, request }) => {
      const folder = await mkdtemp(join(tmpdir(), "matinee-journey-"));
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
      const start = async (bytes: Buffer) => {
        const source = await upload(request, bytes, token);
        const order = { key: randomUUID(), movie: id, index: 1, source };
        return (await call<{ id: string }>(request, "z/encoding/start", order, token)).id;
      };
      const over = (encoding: string) =>
        expect
          .poll(
            async () => {
              const headers = { Authorization: `Bearer ${token}` };
              const answer = await request.get(`${site.url}/api/z/encoding/detail?id=${encoding}`, {
                headers,
              });
              return ((await answer.json()) as { d: { state: string } }).d.state;
            },
            { timeout: 20_000 },
          )
          .toMatch(/ready|failed/);

      await over(await start(Buffer.from(`<p>${randomUUID()}</p>`)));
      await enter(page, `/z/page/movie/detail/${id}`);
      const video = page.getByRole("region", { name: "Video file" });
      await expect(video).toContainText("This file is no video that can be read.");
      await expect(video.getByRole("button", { name: "Try again" })).toBeVisible();
      await video.getByRole("button", { name: "Give up" }).click();
      await agree(page, (ask) => expect(ask).toContainText("The file itself stays stored."));
      await expect(notice(page)).toContainText("Saved");
      await expect(video.getByRole("button")).toHaveCount(0);

      const film = await readFile(await makeFilm(folder, { seconds: 2, size: "320x240" }));
      const encoding = await start(film);
      await page.reload();
      // With scripts the page looks by itself; without, one asks again.
      if (!javaScriptEnabled) {
        await expect(video).toContainText(/Waiting its turn|Encoding/);
        await over(encoding);
        await video.getByRole("link", { name: "Refresh" }).click();
      }
      await expect(video).toContainText("Ready", { timeout: 20_000 });
      await expect(video.locator("video")).toHaveAttribute("src", /progressive\.mp4/);
      await rm(folder, { recursive: true });
    });
  });
}
