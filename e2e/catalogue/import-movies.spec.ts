import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { violationsOf } from "../setup/accessibility.ts";
import { agree, call, enter, notice, tokenOf } from "../setup/admin.ts";
import { accounts, expect, expectScripted, phone, test } from "../setup/test.ts";

const state = (page: Page) => page.locator("#import-state");

async function send(page: Page, text: string): Promise<void> {
  const file = { name: "titles.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Check the file" }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a CSV file ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ ...phone, javaScriptEnabled, allowedErrors: [/422 \(Unprocessable Entity\)/] });

    test("is checked, imported, and undone", async ({ page, request }) => {
      const id = `table-${randomUUID().slice(0, 8)}`;
      const { token } = await tokenOf(request, accounts.admin);
      const movie = {
        title: id,
        id,
        originalLanguage: "en",
        kind: "film",
        access: "free",
        year: 1990,
        rating: 0,
      };
      await call(request, "z/movie/create", { ...movie, key: randomUUID() }, token);
      const yearOf = async () => {
        const headers = { Authorization: `Bearer ${token}` };
        const answer = await request.get(`/api/z/movie/detail?id=${id}`, { headers });
        return ((await answer.json()) as { d: { year: number } }).d.year;
      };
      /** Scripts look by themselves; without them the page reloads by itself, and a link does it at once. */
      const until = async (text: string) => {
        await expect(async () => {
          if (!javaScriptEnabled) await page.reload();
          await expect(state(page)).toContainText(text, { timeout: 500 });
        }).toPass();
      };

      await enter(page, "/z/management/import");
      await page.getByRole("button", { name: "Check the file" }).click();
      const why = notice(page).getByRole("link", { name: "Please choose a CSV file." });
      await expect(why).toHaveAttribute("href", "#csv-file");
      const file = page.getByLabel("CSV file");
      await expect(file).toHaveAccessibleDescription("Please choose a CSV file.");
      if (javaScriptEnabled) await expect(file).toBeFocused();
      const exported = await (await page.request.get(`/z/page/movie.csv?q=${id}`)).text();
      await send(page, exported);
      await expect(page).toHaveURL(/\/z\/management\/import\/[0-9a-f-]{36}$/);
      await until("Nothing to import");
      await expect(state(page)).toContainText("Unchanged1");
      await expect(page.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);

      await page.getByRole("link", { name: "Import titles" }).click();
      await send(page, `id;year;colour\n${id};1951;red\n${id}-x;soon;\n`);
      await until("Ready to import");
      await expect(page.getByLabel("Separator")).toHaveValue("semicolon");
      await expect(page.getByText("Unknown columns, left out")).toBeVisible();
      await expect(page.getByRole("row", { name: /year/ }).last()).toContainText("Enter a valid value");
      expect(await yearOf()).toBe(1990);
      await expectScripted(page);
      if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await until("Imported");
      expect(await yearOf()).toBe(1951);
      const link = page.getByRole("link", { name: "Result file" });
      const result = await (await page.request.get((await link.getAttribute("href"))!)).text();
      expect(result).toContain(`2,${id},,changed,\r\n3,${id}-x,,wrong,year: type`);

      await page.getByRole("button", { name: "Undo import" }).click();
      await agree(page, (ask) => expect(ask).toContainText("All titles get the values they had"));
      await until("Undone");
      expect(await yearOf()).toBe(1990);
    });
  });
}
