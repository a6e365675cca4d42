import { enterAs } from "../setup/admin.ts";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { chooseDownload, downloaded, copiesKept, letExpire } from "../setup/downloads.ts";
import { accounts, expect, expectPlaying, phone, startPlaying, test, videoOf } from "../setup/test.ts";
import { waiting } from "../setup/worker.ts";

// Without a network, and at the end of a session, the browser itself writes of each request that fails: 401 is the
// answer to one that was under way when its session ended.
test.use({ ...phone, serviceWorkers: "allow", allowedErrors: [/net::ERR_|status of (401|403|503)/] });

const film = demoMovies.filter(({ kind, access }) => kind === "film" && access === "free").at(6)!;
const path = `/video/${film.id}`;

test("a film is kept across a lost network and a reload, and watched without a network; the place is sent later", async ({
  page,
  context,
}) => {
  const token = await enterAs(page, accounts.vip);
  let cut = true;
  await page.route(/\/media\/.*\/v240\/seg_/, async (route) => {
    if (cut && /seg_0000[4-9]/.test(route.request().url())) return route.abort("internetdisconnected");
    await route.continue();
  });
  await chooseDownload(page, path);
  await expect(page.getByRole("dialog")).toContainText("Waiting for network");
  cut = false;
  await page.reload();
  await expect(downloaded(page)).toBeVisible();

  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto(path);
  await startPlaying(later);
  await expectPlaying(later);
  // What is said of the network is true for this film.
  const bar = later.getByRole("status").filter({ hasText: "You are offline" });
  await expect(bar).toHaveText("You are offlineDownloads");
  await videoOf(later).evaluate((video: HTMLVideoElement) => void (video.currentTime = 12));
  await expect
    .poll(() => videoOf(later).evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(12.5);
  await videoOf(later).evaluate((video: HTMLVideoElement) => video.pause());
  await expect.poll(() => waiting(later)).toEqual([`progress ${film.id} 1`]);
  // The list is there as well; what is not kept is not.
  await bar.getByRole("link", { name: "Downloads" }).click();
  await expect(later).toHaveURL("/my-list?list=downloads");
  await expect(later.getByRole("listitem", { name: film.texts.en!.title })).toContainText("240p");
  await later.goto("/video/nothing");
  await expect(later.getByRole("heading", { name: "You are offline" })).toBeVisible();

  await context.setOffline(false);
  await later.goto("/my-list?list=downloads");
  await expect.poll(() => waiting(later)).toEqual([]);
  const headers = { Authorization: `Bearer ${token}` };
  const { d } = await (await page.request.get(`/api/progress/of?id=${film.id}`, { headers })).json();
  expect(d.items[0].positionS).toBeGreaterThan(11.5);

  await later.getByRole("button", { name: "Remove", exact: true }).click();
  await later.getByRole("button", { name: "ok" }).click();
  await expect(later.getByRole("heading", { name: "Nothing downloaded yet" })).toBeVisible();
  expect(await copiesKept(later)).toBe(0);
});

test("a licence that has expired is refused, offline for good, online until it is renewed", async ({
  page,
  context,
}) => {
  await enterAs(page, accounts.vip);
  await chooseDownload(page, path);
  await expect(downloaded(page)).toBeAttached();
  const licence = await letExpire(page);
  await context.setOffline(true);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Time to renew" })).toBeVisible();
  expect(await page.evaluate(async (l) => (await fetch(`/kept/${l}/master.m3u8`)).status, licence)).toBe(403);
  await page.getByRole("button", { name: "Renew" }).click();
  await expect(page.getByText("Can’t reach the server")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Renew" }).click();
  await startPlaying(page);
  await expectPlaying(page);
});

test("who signs out leaves no film behind for the next person", async ({ page, context }) => {
  await enterAs(page, accounts.admin);
  await chooseDownload(page, path);
  await expect(downloaded(page)).toBeAttached();
  expect(await copiesKept(page)).toBeGreaterThan(1);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => copiesKept(page)).toBe(0);
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await page.goto("/my-list?list=downloads");
  await expect(page.getByRole("heading", { name: "Nothing downloaded yet" })).toBeVisible();
  await context.setOffline(true);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
});

test("without room for it nothing is begun", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ usage: 299_000_000, quota: 300_000_000 });
  });
  await enterAs(page, accounts.vip);
  await page.goto(path);
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Download" });
  await expect(sheet.getByRole("alert")).toHaveText("Not enough space on this device");
  await expect(sheet.getByRole("radio", { name: "240p" })).toBeDisabled();
  await expect(sheet.getByRole("button", { name: "Download" })).toBeDisabled();
});

test("a member is told that downloads are for VIPs, and led to the plans and from there back", async ({
  page,
}) => {
  await enterAs(page, accounts.user);
  await page.goto(path);
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toContainText("Downloads are for VIP members.");
  await sheet.getByRole("link", { name: "Get VIP" }).click();
  await expect(page).toHaveURL(`/page/membership?${new URLSearchParams({ to: path })}`);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the button leads to a page that says what is needed", async ({ page }) => {
    await page.goto(path);
    await page.getByRole("link", { name: "Download", exact: true }).click();
    await expect(page).toHaveURL("/my-list?list=downloads");
    // Text inside a noscript element is none to Playwright.
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(page.locator("[aria-busy=true]:visible")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Downloads" })).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: "Favourites" }).click();
    await expect(page.getByRole("link", { name: "Favourites" })).toHaveAttribute("aria-current", "page");
  });
});
