import { demoMovies } from "../../demo/catalogue/movies.ts";
import { guest } from "../setup/my-list.ts";
import { expect, expectScripted, test } from "../setup/test.ts";
import { signedIn } from "../setup/worker.ts";

const film = demoMovies.find(({ kind, access }) => kind === "film" && access === "free")!;

for (const javaScriptEnabled of [true, false])
  test.describe(`votes, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("go up, down and away, and are there after a reload", async ({ page }) => {
      const { read } = await guest(page);
      const up = page.getByRole("button", { name: "I like this" });
      const down = page.getByRole("button", { name: "Not for me" });
      const open = async () => {
        await page.goto(`/video/${film.id}`);
        if (javaScriptEnabled) await expectScripted(page);
      };
      const expectVote = async (liked: boolean | null) => {
        await expect(up).toHaveAttribute("aria-pressed", String(liked === true));
        await expect(down).toHaveAttribute("aria-pressed", String(liked === false));
        await expect.poll(() => read("vote/of", `?id=${film.id}`)).toEqual({ liked });
      };
      await open();
      await expectVote(null);
      await up.click();
      await expectVote(true);
      await open();
      await expectVote(true);
      await down.click();
      await expectVote(false);
      await down.click();
      await expectVote(null);
      await open();
      await expectVote(null);
    });
  });

test("a visitor without scripts and without an account can vote", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/video/${film.id}`);
  const up = page.getByRole("button", { name: "I like this" });
  await up.click();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(up).toHaveAttribute("aria-pressed", "true");
  await context.close();
});

test.describe("refused by the server", () => {
  test.use({ allowedErrors: [/status of 500/] });

  test("a vote goes back to what it was, and says why", async ({ page }) => {
    await guest(page);
    await page.route("**/api/vote/save", (route) =>
      route.fulfill({ status: 500, json: { c: 500, m: "server_error", d: null } }),
    );
    await page.goto(`/video/${film.id}`, { waitUntil: "networkidle" });
    await signedIn(page);
    const up = page.getByRole("button", { name: "I like this" });
    await up.click();
    await expect(page.getByText("Server error")).toBeVisible();
    await expect(up).toHaveAttribute("aria-pressed", "false");
  });
});
