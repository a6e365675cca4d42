import { readFile } from "node:fs/promises";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { enter } from "../setup/admin.ts";
import { expect, test } from "../setup/test.ts";

const film = demoMovies.find(({ kind, access }) => kind === "film" && access === "free")!;

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the analysis ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({
      javaScriptEnabled,
      viewport: { width: 1440, height: 900 },
      allowedErrors: [/422 \(Unprocessable Entity\)/],
    });

    test("a range is chosen and refused, a curve read as a table, a title looked at, a panel saved", async ({
      page,
    }) => {
      await enter(page);
      await page
        .getByRole("navigation", { name: "Sections" })
        .getByRole("link", { name: "Analysis" })
        .click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Analysis");
      await page.getByRole("link", { name: "90 days" }).click();
      await expect(page).toHaveURL("/z/page/analysis?days=90");
      await expect(page.getByRole("link", { name: "90 days" })).toHaveAttribute("aria-current", "true");

      // Seeded: two months of plays, by events and the job (e2e/setup/seed.ts).
      const curve = page.getByRole("figure", { name: "Plays" });
      await expect(curve.getByRole("img")).toHaveAttribute(
        "aria-label",
        /^Plays \(number per day\), .+ highest \d/,
      );
      await curve.getByText("Figures as a table").click();
      await expect(curve.getByRole("row")).toHaveCount(91);

      await page.getByLabel("From", { exact: true }).fill("2026-02-01");
      await page.getByLabel("To", { exact: true }).fill("2026-01-01");
      await page.getByRole("button", { name: "Show" }).click();
      await expect(page).toHaveURL(/from=2026-02-01&to=2026-01-01/);
      // The usual days take its place, and the reason is said.
      await expect(page.getByText("This is after the last day.")).toBeVisible();
      await expect(curve).toHaveCount(1);
      await page.getByLabel("From", { exact: true }).fill("2026-01-01");
      await page.getByLabel("To", { exact: true }).fill("2026-01-01");
      await page.getByRole("button", { name: "Show" }).click();
      await expect(page.getByText("No plays in this period").first()).toBeVisible();

      await page.getByRole("link", { name: "28 days" }).click();
      const most = page.getByRole("region", { name: "Most watched" });
      const title = most.getByRole("link").nth(1);
      const name = await title.innerText();
      await title.click();
      const parts = page.getByRole("region", { name: `Audience retention: ${name}` });
      await expect(parts.getByRole("img")).toHaveAttribute("aria-label", /^Of \d+ plays, /);
      const saved = page.waitForEvent("download");
      await parts.getByRole("link", { name: /^CSV/ }).click();
      expect(await readFile(await (await saved).path(), "utf8")).toMatch(/^\uFEFFfrom_share,to_share,/);
      await parts.getByRole("link", { name: "Close" }).click();
      await expect(parts).toHaveCount(0);
    });
  });
}

test("invalid dates are told above the usual ones, and only admins see the page", async ({
  page,
  request,
}) => {
  const answer = await request.get("/z/page/analysis.csv?panel=days", { maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  await enter(page);
  const wrong = await page.request.get("/z/page/analysis?from=soon&to=2026-01-01");
  expect(wrong.status()).toBe(200);
  expect(await wrong.text()).toContain("This is not a date.");
  expect((await page.request.get("/z/page/analysis?title=no-such-film")).status()).toBe(404);
});

test("a film that is watched tells which of its parts were shown", async ({ page }) => {
  const told = page.waitForRequest((request) => request.url().endsWith("/api/playback/quality"));
  await page.goto(`/video/${film.id}`);
  await page.locator("video").evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect
    .poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(3);
  await page.locator("video").evaluate((video: HTMLVideoElement) => video.pause());
  const report = (await told).postDataJSON() as { seen: number; sitting: string };
  expect(report.seen.toString(2)).toMatch(/^1+0*1*$/);
  expect(report.seen % 2).toBe(1);
});
