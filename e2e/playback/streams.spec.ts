import type { Browser, Page } from "@playwright/test";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { enterAs, newMember, type Member } from "../setup/admin.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { paidForOne } from "../setup/sales.ts";
import { expect, expectPlaying, phone, startPlaying, test, videoOf } from "../setup/test.ts";

const movie = demoMovies.find(
  ({ kind, access, episodes, teaserS }) =>
    kind === "film" && access === "vip" && !teaserS && !episodes[0]!.access,
)!;
const address = `/video/${movie.id}`;
const title = "Playing on other devices";
const isPaused = (page: Page) => videoOf(page).evaluate((video: HTMLVideoElement) => video.paused);

/** A device of its own, signed in. */
async function deviceOf(
  browser: Browser,
  member: Member,
  options: Parameters<Browser["newContext"]>[0],
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await enterAs(page, member);
  return page;
}

for (const javaScriptEnabled of [true, false])
  test(`a second device is told what plays on the first and stops it, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({
    browser,
    request,
    baseURL,
  }) => {
    const member = await newMember(request, "Journey of one");
    await paidForOne(request, member.token);
    const first = await deviceOf(browser, member, { baseURL });
    await first.goto(address);
    await startPlaying(first);
    await expectPlaying(first);

    const second = await deviceOf(browser, member, { ...phone, baseURL, javaScriptEnabled });
    const panel = second.getByRole("region", { name: title });
    await expect(async () => {
      await second.goto(address);
      await expect(panel).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(panel).toContainText("Your account can play on 1 at a time.");
    await expect(panel.getByRole("listitem")).toHaveCount(1);
    await expect(panel.getByRole("listitem")).toContainText("Chrome on Linux");
    await expect(second.locator("video")).toHaveCount(0);
    if (javaScriptEnabled)
      await expectForEverybody(second, "what plays elsewhere", {
        touched: ".stage-words a, .stage-words button",
      });
    await panel.getByRole("button", { name: /^Stop: Chrome on Linux/ }).click();
    await expect(panel).toHaveCount(0);
    await startPlaying(second);
    await expectPlaying(second);

    await expect(first.getByText("Playback was stopped from another device.")).toBeVisible({
      timeout: 30_000,
    });
    await expect(first.getByRole("region", { name: title })).toBeVisible();
    await first.context().close();
    await second.context().close();
  });

test("a page that was open before another device began is refused when it plays", async ({
  browser,
  request,
  baseURL,
}) => {
  const member = await newMember(request, "Journey of one");
  await paidForOne(request, member.token);
  const [first, second] = [
    await deviceOf(browser, member, { baseURL }),
    await deviceOf(browser, member, { baseURL }),
  ];
  for (const page of [first, second]) await page.goto(address);
  await startPlaying(first);
  await expectPlaying(first);
  await first.waitForResponse(/stream\/renew/);
  await startPlaying(second);
  const panel = second.getByRole("region", { name: title });
  await expect(panel).toBeVisible();
  expect(await isPaused(first)).toBe(false);
  // Once the first is left, the second may.
  await first.goto("/");
  await expect(async () => {
    await panel.getByRole("link", { name: "Check again" }).click();
    await expect(panel).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await startPlaying(second);
  await expectPlaying(second);
  await first.context().close();
  await second.context().close();
});
