import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, type ServerProcess } from "../../tests/setup/server-process.ts";
import { expect, test } from "../setup/test.ts";

// A new service, with a server and an empty folder to itself.
let dataDir: string;
let server: ServerProcess;
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "matinee-set-up-"));
  server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "info" });
});
test.afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

test("the link of the first start makes an owner, once", async ({ page, browser }) => {
  await expect.poll(server.output).toContain("setup-link");
  const { search } = new URL((await readFile(join(dataDir, "setup-link"), "utf8")).trim());
  const link = `${server.url}/z${search}`;
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up this service");
  await page.getByRole("link", { name: "Create account" }).click();
  await page.locator("input[name=name]").fill("Ona First");
  await page.locator("input[name=email]").fill("ona@journey.test");
  await page.locator("input[name=password]").fill("first of all");
  await page
    .locator("form", { has: page.locator("input[name=intent][value=sign-up]") })
    .locator("button[type=submit]")
    .click();
  await expect(page.getByRole("main")).toContainText("Ona First");
  await page.getByRole("button", { name: "Become the owner" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Set up this service");
  await page.goto(`${server.url}/z/page/user`);
  await expect(page.getByRole("row", { name: /Ona First/ })).toContainText("Owner");
  // The link works once.
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole("main")).toContainText("no longer valid");
  await context.close();
});
