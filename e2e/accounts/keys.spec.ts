import { randomUUID } from "node:crypto";
import { agree, enter, enterAs, newMember, notice } from "../setup/admin.ts";
import { site } from "../setup/site.ts";
import { expect, test } from "../setup/test.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`API keys ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({
      javaScriptEnabled,
      viewport: { width: 1440, height: 900 },
      allowedErrors: [/422 \(Unprocessable (Entity|Content)\)|403 \(Forbidden\)/],
    });

    test("a key is made, shown once, used, and revoked", async ({ page, context, request }) => {
      const name = `Key ${randomUUID().slice(0, 8)}`;
      await enter(page, "/z/page/key");
      await page.getByLabel("Key name").fill(name);
      await page.getByRole("button", { name: "Create key" }).click();
      await expect(page.locator("main .z-error")).toContainText("Required");
      await expect(page.getByLabel("Key name")).toHaveValue(name);
      await page.getByLabel("catalogue.read").check();
      await page.getByRole("button", { name: "Create key" }).click();

      const made = page.locator("#made-key");
      await expect(made).toContainText(name);
      const key = (await made.locator("code").textContent())!;
      expect(key).toMatch(/^mk_[\w-]{43}$/);
      if (javaScriptEnabled) {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await expect(made).toBeFocused();
        await made.getByRole("button", { name: "Copy key" }).click();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
      }

      const statusOf = async (call: string) => {
        const headers = { Authorization: `Bearer ${key}` };
        return (await request.get(`${site.url}/api/${call}`, { headers })).status();
      };
      expect([await statusOf("z/movie/list"), await statusOf("z/user/list")]).toEqual([200, 403]);
      // A key opens no page, as a cookie neither.
      const asCookie = await request.get(`${site.url}/z/page/movie`, {
        headers: { Cookie: `matinee=${key}` },
        maxRedirects: 0,
      });
      expect(asCookie.status()).toBe(303);

      await page.goto("/z/page/key");
      await expect(page.locator("#made-key")).toHaveCount(0);
      expect(await page.content()).not.toContain(key.slice(7));
      const row = page.getByRole("row").filter({ hasText: name });
      await expect(row).toContainText("Active");
      await expect(row).not.toContainText("Never");
      await row.getByRole("button", { name: `Revoke: ${name}` }).click();
      await agree(page, async (ask) => expect(ask).toContainText(name));
      await expect(notice(page)).toContainText("is revoked");
      await expect(row).toContainText("Revoked");
      expect(await statusOf("z/movie/list")).toBe(401);

      await page.goto("/z/management/audit?action=z/key/create");
      await expect(page.getByRole("row").filter({ hasText: name })).toContainText("API key created");
    });

    test("the documentation is for admins, and needs no script", async ({ page, request }) => {
      await enter(page, "/z/page/key");
      await page.getByRole("link", { name: "API documentation" }).click();
      await expect(page).toHaveURL("/api/docs");
      const call = page.getByRole("article", { name: "POST /api/z/movie/create" });
      await expect(call).toContainText("Permission: catalogue.write");
      await call.getByText("Input").click();
      await expect(call.getByRole("listitem").filter({ hasText: "originalLanguage" })).toContainText(
        "required",
      );
      const answer = await page.request.get("/api/docs");
      expect(answer.headers()["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(answer.headers()["cache-control"]).toBe("private, no-store");
      const visitor = await request.get(`${site.url}/api/docs`, { maxRedirects: 0 });
      expect(visitor.status()).toBe(303);
      await page.context().clearCookies();
      await enterAs(page, await newMember(request, "No admin"));
      expect((await page.request.get("/api/docs")).status()).toBe(403);
      expect((await page.request.get("/z/page/key")).status()).toBe(403);
      expect((await page.request.get("/z/page/webhook")).status()).toBe(403);
    });
  });
}
