import { demoMovies } from "../../demo/catalogue/movies.ts";
import { call, enterAs, newMember, tokenOf } from "../setup/admin.ts";
import { expectForEverybody } from "../setup/everybody.ts";
import { filmOf, moveTo, openMovie, paused, place } from "../setup/player.ts";
import { makeCodes } from "../setup/sales.ts";
import {
  accounts,
  expect,
  expectPlaying,
  phone,
  signIn,
  startPlaying,
  test,
  videoOf,
} from "../setup/test.ts";

const previewed = demoMovies.find(({ kind, teaserS = 0 }) => kind === "film" && teaserS > 0)!;
const forMembers = demoMovies.find(({ access }) => access === "signed-in")!;
const mixed = demoMovies.find(({ kind, episodes }) => kind === "series" && episodes[0]!.access === "free")!;
const film = `/video/${previewed.id}`;
/** Seconds. */
const teaserS = previewed.teaserS!;
const wholeS = 48;
const duration = (video: HTMLVideoElement) => video.duration;
const segments = (numbers: string) => new RegExp(`/media/.*/seg_000(${numbers})\\.m4s$`);

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a preview ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ ...phone, javaScriptEnabled });

    test("leads to its end and to VIP, and the film goes on from there", async ({ page, request }) => {
      const [code] = await makeCodes(request, 1);
      await page.goto(film);
      const strip = page.locator(".teaser-strip");
      await expect(strip).toContainText(`Preview · 0:${teaserS} of 0:${wholeS}`);
      await startPlaying(page);
      await expectPlaying(page);
      await expect.poll(() => videoOf(page).evaluate(duration)).toBeCloseTo(teaserS, 0);
      if (javaScriptEnabled) {
        await moveTo(page, teaserS - 1);
        const ending = page.getByRole("region", { name: "Keep watching with VIP" });
        await expect(ending).toBeVisible({ timeout: 15_000 });
        await expectForEverybody(page, "the end of a preview", { touched: ".ending a, .ending button" });
        await ending.getByRole("button", { name: "Watch the preview again" }).tap();
        await expect(ending).toBeHidden();
        await moveTo(page, teaserS - 1);
        await ending.getByRole("link", { name: "Get VIP" }).tap({ timeout: 15_000 });
      } else {
        await strip.getByRole("link", { name: "Get VIP" }).click();
      }
      await expect(page).toHaveURL(`/page/membership?to=${encodeURIComponent(film)}`);
      await page.getByLabel("Code", { exact: true }).fill(code!);
      await page.getByRole("button", { name: "Use code" }).click();
      await page.getByRole("link", { name: "Start watching" }).click();
      await expect(page).toHaveURL(film);
      await expect(strip).toHaveCount(0);
      await startPlaying(page);
      await expectPlaying(page);
      await expect.poll(() => videoOf(page).evaluate(duration)).toBeCloseTo(wholeS, 0);
      if (javaScriptEnabled) await expect.poll(() => place(page)).toBeGreaterThan(teaserS - 1);
    });

    test("a title for accounts shows its paywall; signing in leads back to it, and it plays", async ({
      page,
      request,
    }) => {
      const member = await newMember(request, "Gus");
      await page.goto(`/video/${forMembers.id}`);
      await expect(page.getByRole("heading", { name: "Sign in to watch" })).toBeVisible();
      await expect(page.locator("video")).toHaveCount(0);
      expect(await page.content()).not.toContain("/media/");
      await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
      await signIn(page, member);
      await expect(page).toHaveURL(`/video/${forMembers.id}`);
      await startPlaying(page);
      await expectPlaying(page);
    });
  });
}

test.describe("access, with JavaScript", () => {
  test.use(phone);

  test("a series says which episodes are whose, and does not go on by itself into one that is locked", async ({
    page,
  }) => {
    await openMovie(page, `/video/${mixed.id}`);
    const episodes = page.getByRole("region", { name: "Episodes" }).getByRole("listitem");
    await expect(episodes.nth(0)).toContainText("Free");
    await expect(episodes.nth(1).locator(".badge-vip")).toBeVisible();
    await page.locator("summary").filter({ hasText: "Season 2" }).tap();
    for (const locked of [0, 1]) await expect(episodes.nth(locked).locator(".badge-vip")).toBeVisible();
    await moveTo(page, wholeS - 4);
    const card = page.getByRole("region", { name: "Next episode" });
    await expect(card).toContainText("VIP");
    await expect.poll(() => filmOf(page).evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
    await expect(page).toHaveURL(`/video/${mixed.id}`);
    await card.getByRole("button", { name: "Play now" }).tap();
    await expect(page).toHaveURL(`/video/${mixed.id}/2`);
    await expect(page.locator(".teaser-strip")).toContainText("Preview");
  });
});

test.describe("a membership that ends while a film runs", () => {
  test.use({ viewport: { width: 1440, height: 900 }, allowedErrors: [/Failed to load resource.*403/] });

  test("is told at its place, without asking on; renewed, the film goes on from there", async ({
    page,
    request,
  }) => {
    const member = await newMember(request, "Ida");
    const { token: admin } = await tokenOf(request, accounts.admin);
    const vip = (change: object) =>
      call(
        request,
        "z/user/vip",
        { uid: member.uid, key: crypto.randomUUID(), change, reason: "journey" },
        admin,
      );
    const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
    await vip({ kind: "grant", until: tomorrow() });
    await enterAs(page, member);
    await page.goto(film);
    // The rest of the video is on its way when the right to it ends, and refused from then on.
    let ended = (_value?: unknown) => {};
    const end = new Promise((resolve) => (ended = resolve));
    await page.route(segments("0[6-9]"), async (route) => {
      await end;
      await route.fulfill({ status: 403 });
    });
    await expect(page.locator(".control-play")).toBeAttached();
    await startPlaying(page);
    await expectPlaying(page);
    await moveTo(page, 20);
    await vip({ kind: "revoke" });
    let asked = 0;
    page.on("request", (one) => void (one.url().includes("/api/playback/start") && asked++));
    ended();
    const ending = page.getByRole("region", { name: "Your VIP has ended" });
    await expect(ending).toBeVisible({ timeout: 15_000 });
    expect(asked).toBe(1);
    expect(await paused(page)).toBe(true);
    await expect(page.locator(".teaser-strip")).toHaveCount(0);

    await vip({ kind: "grant", until: tomorrow() });
    await page.unroute(segments("0[6-9]"));
    await expect(ending.getByRole("button", { name: "Try again" })).toBeVisible();
    // As on the return from a payment.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(ending).toBeHidden();
    await expect.poll(() => place(page), { timeout: 15_000 }).toBeGreaterThan(24.5);
  });
});
