import { createHash, randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { agree, call, enter, notice, tokenOf } from "../setup/admin.ts";
import { site } from "../setup/site.ts";
import { accounts, expect, test } from "../setup/test.ts";

/** A draft whose file is no video. @returns its name, once encoding has failed */
async function failedTitle(request: APIRequestContext): Promise<string> {
  const { token } = await tokenOf(request, accounts.admin);
  const headers = { Authorization: `Bearer ${token}` };
  const title = `Broken reel ${randomUUID().slice(0, 6)}`;
  const facts = { originalLanguage: "en", kind: "film", access: "free", year: 2020, rating: 0 };
  const { id } = await call<{ id: string }>(
    request,
    "z/movie/create",
    { key: randomUUID(), title, ...facts },
    token,
  );
  const bytes = Buffer.from(`\0\0\0\u0020ftypisom${randomUUID()}`, "latin1");
  const key = `${createHash("sha256").update(bytes).digest("hex")}.mp4`;
  const asked = await request.get(`${site.url}/api/oss/form?key=${key}`, { headers });
  const { d } = (await asked.json()) as { d: { url: string; form: Record<string, string> } };
  const file = { name: key, mimeType: "video/mp4", buffer: bytes };
  const sent = await request.post(new URL(d.url, site.url).href, { multipart: { ...d.form, file } });
  expect(sent.ok()).toBe(true);
  await call(request, "z/encoding/start", { key: randomUUID(), movie: id, index: 1, source: key }, token);
  await expect
    .poll(
      async () => {
        const answer = await request.get(`${site.url}/api/z/job/list?movie=${id}`, { headers });
        return ((await answer.json()) as { d: { items: { state: string }[] } }).d.items[0]?.state;
      },
      { timeout: 20_000 },
    )
    .toBe("failed");
  return title;
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`jobs ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 1440, height: 900 } });

    test("what failed is counted on the first page, found there, tried again and cancelled", async ({
      page,
      request,
    }) => {
      const title = await failedTitle(request);
      await enter(page);
      const tile = page.locator(".z-tile").filter({ hasText: "Failed videos" });
      const count = Number(await tile.getByRole("link").textContent());
      expect(count).toBeGreaterThan(0);
      await tile.getByRole("link").click();
      await expect(page).toHaveURL("/z/page/job?kind=encoding&state=failed");
      await expect(page.locator("tbody tr")).toHaveCount(count);
      const row = page.locator("tbody tr").filter({ hasText: title });
      await expect(row).toContainText("This file can’t be read as a video.");

      await row.getByRole("button", { name: "Try again" }).click();
      await expect(notice(page)).toContainText("runs again in its turn");
      // It fails again, which the page shows by itself with scripts.
      await expect(async () => {
        if (!javaScriptEnabled) await page.goto("/z/page/job?kind=encoding&state=failed");
        await expect(row).toBeVisible({ timeout: 2_500 });
      }).toPass({ timeout: 20_000 });

      await row.getByRole("button", { name: /^Cancel: / }).click();
      await agree(page, (ask) => expect(ask).toContainText("The uploaded file is kept."));
      await expect(notice(page)).toContainText("cancelled");
      await expect(row).toHaveCount(0);

      await page.getByLabel("State").selectOption("cancelled");
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Search" }).click();
      await expect(page).toHaveURL(/state=cancelled/);
      await expect(row.locator(".z-chip")).toHaveText("Cancelled");
    });
  });
}
