import type { Page } from "@playwright/test";
import { demoMovies } from "../demo/catalogue/movies.ts";
import { startServer } from "../tests/setup/server-process.ts";
import { startDeploy } from "./setup/deploy.ts";
import { collect, guest, watch } from "./setup/my-list.ts";
import { site } from "./setup/site.ts";
import { accounts, expect, expectPlaying, phone, signIn, startPlaying, test, videoOf } from "./setup/test.ts";
import { keptBy, keptTexts, signedIn, visitAndKeep, waiting } from "./setup/worker.ts";

// Without a network the browser itself writes of each request that fails.
test.use({ ...phone, serviceWorkers: "allow", allowedErrors: [/net::ERR_|status of 503/] });

const films = demoMovies.filter(({ kind, access }) => kind === "film" && access === "free");
const film = films[0]!;
const offline = (page: Page) => page.getByRole("heading", { name: "You are offline" });

test("home is there without a network, after one visit, and lives", async ({ page, context }) => {
  await visitAndKeep(page, "/");
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator(`a[href^="/video/${film.id}"]`).first()).toBeVisible();
  const pictures = page.locator("main img:visible");
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  // Nothing is downloaded: the bar has nowhere to lead to. It leaves the tabs free.
  const bar = page.getByRole("status").filter({ hasText: "You are offline" });
  await expect(bar).toHaveText("You are offline");
  const top = async () => (await bar.boundingBox())!.y;
  const { y, height } = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
  expect(Math.abs(y + height - (await top()))).toBeLessThan(1);
  // A page that was never kept leads to the offline page, at its own address and with what there is to read.
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(offline(page)).toBeVisible();
  await expect(page).toHaveURL("/profile");
  await expect(page.locator("main li:visible")).toHaveText(["Home"]);
  await page.locator("main li:visible a").click();
  await expect(page.locator(`a[href^="/video/${film.id}"]`).first()).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test("favourites and history can be read without a network, also from a cold start", async ({
  page,
  context,
}) => {
  const visitor = await guest(page);
  await collect(visitor, [films[1]!.id, films[2]!.id]);
  await watch(visitor, [[films[3]!.id, 2]]);
  await visitAndKeep(page, "/");
  await page.getByRole("link", { name: "My list" }).click();
  // The outline of the next page hides this one before it is gone.
  await expect(page.getByRole("region", { name: "Featured titles", includeHidden: true })).toHaveCount(0);
  await expect(page.locator(`main a[href="/video/${films[1]!.id}"]`)).toBeVisible();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL("/my-list/history");
  await expect(page.locator(`main a[href^="/video/${films[3]!.id}"]`).first()).toBeVisible();
  await expect
    .poll(() => keptBy(page, "pages"))
    .toEqual(expect.arrayContaining(["/my-list", "/my-list/history"]));

  await context.setOffline(true);
  await page.getByRole("link", { name: "Favourites" }).click();
  await expect(page).toHaveURL("/my-list");
  await expect(page.locator(`main a[href="/video/${films[2]!.id}"]`)).toBeVisible();
  const cold = await context.newPage();
  await cold.goto("/my-list/history");
  await expect(cold.locator(`main a[href^="/video/${films[3]!.id}"]`).first()).toBeVisible();
  await cold.goto("/my-list");
  await expect(cold.locator(`main a[href="/video/${films[1]!.id}"]`)).toBeVisible();
  await cold.close();
});

test("a favourite, a vote and a place kept without a network are there when it is back", async ({
  page,
  context,
}) => {
  await visitAndKeep(page, "/");
  await page.locator(`a[href^="/video/${film.id}"]`).first().click();
  const button = page.getByRole("button", { name: "My list" });
  await expect(button).toHaveAttribute("aria-pressed", "false");
  const throughWorker: boolean[] = [];
  page.on("response", (answer) => {
    if (answer.url().includes("/media/")) throughWorker.push(answer.fromServiceWorker());
  });
  await startPlaying(page);
  await expectPlaying(page);
  const time = () => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(time).toBeGreaterThan(3);
  await context.setOffline(true);
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  const thumb = page.getByRole("button", { name: "I like this" });
  await thumb.click();
  await expect(thumb).toHaveAttribute("aria-pressed", "true");
  await videoOf(page).evaluate((video: HTMLVideoElement) => video.pause());
  await expect
    .poll(() => waiting(page))
    .toEqual([`favourite ${film.id}`, `progress ${film.id} 1`, `vote ${film.id}`]);
  const left = await time();
  // The video goes past the worker.
  expect([...new Set(throughWorker)]).toEqual([false]);

  // It outlives its page.
  await page.goto("/profile");
  await expect(offline(page)).toBeVisible();
  await context.setOffline(false);
  await page.goto("/my-list");
  await expect.poll(() => waiting(page)).toEqual([]);
  await expect(page.locator(`main a[href="/video/${film.id}"]`)).toBeVisible();
  const [kept, vote] = await page.evaluate(async (id) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("token")}` };
    const read = async (call: string) => (await (await fetch(`/api/${call}`, { headers })).json()).d;
    return [(await read("progress/list")).items, await read(`vote/of?id=${id}`)];
  }, film.id);
  expect(vote).toEqual({ liked: true });
  expect(kept[0]).toMatchObject({ movie: { id: film.id }, index: 1 });
  expect(kept[0].positionS).toBeGreaterThan(left - 1.5);
});

test("another build comes while a film plays: nothing reloads, nothing breaks", async ({ page }) => {
  const deploy = await startDeploy(site.remote);
  try {
    await visitAndKeep(page, `${deploy.url}/`);
    await page.locator(`a[href^="/video/${film.id}"]`).first().click();
    await startPlaying(page);
    await expectPlaying(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    // The server has forgotten the first build's files altogether.
    const missed = deploy.next(/^\/assets\//);
    await page.evaluate(async () => {
      const changed = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
      await (await navigator.serviceWorker.getRegistration())!.update();
      await changed;
    });
    const before = await videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect
      .poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(before + 1);
    // Parts of the page that were never loaded come from what the first worker kept.
    await page.goBack();
    await page.getByRole("link", { name: "My list" }).click();
    await expect(page.getByRole("heading", { name: "Nothing on your list yet" })).toBeVisible();
    expect(await page.evaluate(() => (window as { sameDocument?: boolean }).sameDocument)).toBe(true);
    expect(missed).toEqual([]);
  } finally {
    await deploy.close();
  }
});

test("signing out leaves nothing behind: the next user reads no page of the last one", async ({
  page,
  context,
}) => {
  const { email } = accounts.user;
  await visitAndKeep(page, "/");
  await page.goto("/page/login?to=/profile");
  await signIn(page, accounts.user);
  await expect(page.getByText(email).first()).toBeVisible();
  await page.goto("/profile");
  await expect.poll(async () => (await keptTexts(page)).includes(email)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(email).first()).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText(email)).toHaveCount(0);

  await context.setOffline(true);
  expect(await keptTexts(page)).not.toContain(email);
  const next = await context.newPage();
  for (const path of ["/profile", "/my-list", "/my-list/history", "/"]) {
    await next.goto(path);
    await expect(next.getByRole("heading").first()).toBeAttached();
    expect(await next.content()).not.toContain(email);
  }
  await next.close();
});

test("switched off by the operator: browsers lose the worker and all it kept", async ({ page }) => {
  const off = await startServer({
    LOG_LEVEL: "warn",
    API_URL: site.url,
    SERVICE_WORKER: "off",
  });
  const deploy = await startDeploy(site.remote);
  try {
    await visitAndKeep(page, `${deploy.url}/`);
    deploy.move(off.url);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]);
    await expect.poll(left).toEqual([0, 0]);
    await page.goto(`${deploy.url}/`);
    await signedIn(page);
    await expect(page.locator("html")).toHaveAttribute("data-worker", "off");
    expect(await left()).toEqual([0, 0]);
  } finally {
    await deploy.close();
    await off.end();
  }
});

test("with the data saver on, chosen before there was a session, nothing is kept ahead", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "data-saver", value: "1", url: baseURL! }]);
  const ahead = (await (await page.request.get("/precache-manifest.json")).json()) as string[];
  const keptAhead = async () => {
    const kept = await keptBy(page, "build-files");
    return ahead.filter((file) => kept.includes(file)).length;
  };
  for (const path of ["/", "/my-list"]) {
    await page.goto(path);
    await expect.poll(() => keptBy(page, "pages"), { timeout: 15_000 }).toContain(path);
    await expect.poll(() => keptBy(page, "build-files")).not.toEqual([]);
  }
  expect(await keptAhead()).toBeLessThan(ahead.length);
  await page.goto("/profile");
  await page.getByRole("switch", { name: /Data saver/ }).click();
  await expect(page.getByRole("switch", { name: /Data saver/ })).not.toBeChecked();
  await expect.poll(keptAhead, { timeout: 15_000 }).toBe(ahead.length);
});

test("the offline page speaks the language of the person", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "locale", value: "ar", url: baseURL! }]);
  await visitAndKeep(page, "/");
  await context.setOffline(true);
  await page.goto("/page/search");
  await expect(page.getByRole("heading", { name: "أنت غير متصل بالإنترنت" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await context.setOffline(false);
  await page.getByRole("link", { name: "حاول مرة أخرى" }).click();
  await expect(page).toHaveURL("/page/search");
  await expect(page.getByRole("search")).toBeVisible();
});

test("it can be installed, and its manifest says what it is in the page's language", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "locale", value: "de", url: baseURL! }]);
  await visitAndKeep(page, "/");
  const browser = await context.newCDPSession(page);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  // A private window, as every test's is, can't install anything.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const { errors, data } = await browser.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data!);
  expect(manifest).toMatchObject({ id: "/", scope: "/", lang: "de", dir: "ltr", display: "standalone" });
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toContain("Meine Liste");
  const pictures = [...manifest.icons, ...manifest.screenshots];
  for (const { src, sizes, type } of pictures) {
    const answer = await page.request.get(src);
    expect(answer.headers()["content-type"], src).toContain(type);
    if (sizes === "any") continue;
    const size = await page.evaluate(async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});
