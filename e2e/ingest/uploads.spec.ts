import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page, Route } from "@playwright/test";
import { violationsOf } from "../setup/accessibility.ts";
import { call, enter, tokenOf } from "../setup/admin.ts";
import { accounts, expect, signIn, test } from "../setup/test.ts";

const tray = (page: Page) => page.getByRole("region", { name: "Uploads", exact: true });
const section = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name, exact: true });

/** A file that begins as a video. */
const reel = (name: string) => ({
  name,
  mimeType: "video/mp4",
  buffer: Buffer.from(`\0\0\0\u0020ftypisom${randomUUID()}`, "latin1"),
});

async function draft(request: APIRequestContext, kind: "film" | "series") {
  const { token } = await tokenOf(request, accounts.admin);
  const title = `Reel ${randomUUID().slice(0, 6)}`;
  const facts = { kind, access: "free", year: 2020, rating: 0, originalLanguage: "en" };
  const { id } = await call<{ id: string }>(
    request,
    "z/movie/create",
    { key: randomUUID(), title, ...facts },
    token,
  );
  return { id, title };
}

async function choose(page: Page, name: string): Promise<void> {
  const video = page.getByRole("region", { name: "Video file" });
  await expect(video.locator("form[data-in-pieces]")).toBeAttached();
  await video.getByLabel("Video file").setInputFiles(reel(name));
  await video.getByRole("button", { name: "Upload video" }).click();
}

/** Keeps pieces on their way until they are let go, or dropped: a paused upload has given its piece up. */
async function holdPieces(page: Page) {
  const held: Route[] = [];
  let holding = true;
  await page.route("**/oss/resumable/*", (route) =>
    holding && route.request().method() === "PATCH" ? void held.push(route) : route.continue(),
  );
  // The route stays: without one, the browser would send the pieces on.
  const end = async (how: (route: Route) => Promise<void>) => {
    holding = false;
    for (const route of held) await how(route).catch(() => {});
  };
  return {
    count: () => held.length,
    release: () => end((route) => route.continue()),
    drop: () => end((route) => route.abort()),
  };
}

for (const width of [360, 1440]) {
  test.describe(`uploads at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    const unfold = async (page: Page) => {
      const list = tray(page).locator("details");
      if (!(await list.evaluate((it: HTMLDetailsElement) => it.open))) await list.locator("summary").click();
    };

    test("continue on other pages, ask before they are cancelled, and lead to their title", async ({
      page,
      request,
    }) => {
      const film = await draft(request, "film");
      await enter(page, `/z/page/movie/detail/${film.id}/video`);
      const pieces = await holdPieces(page);
      await choose(page, "first.mp4");
      await expect.poll(pieces.count).toBe(1);
      await section(page, "Users").click();
      await expect(page).toHaveURL(/\/z\/page\/user/);
      await unfold(page);
      await expect(tray(page)).toContainText("first.mp4");
      await expect(tray(page)).toContainText("Uploading");
      expect(await violationsOf(page)).toEqual([]);
      await tray(page).getByRole("button", { name: "Pause: first.mp4" }).click();
      await expect(tray(page)).toContainText("Paused");
      await pieces.drop();
      await tray(page).getByRole("button", { name: "Cancel upload: first.mp4" }).click();
      const ask = page.getByRole("dialog");
      await expect(ask).toContainText("Cancels the upload of first.mp4");
      await ask.getByRole("button", { name: "cancel" }).click();
      await tray(page).getByRole("button", { name: "Resume: first.mp4" }).click();
      await expect(tray(page)).toContainText("Stored");
      await tray(page).getByRole("link", { name: film.title }).click();
      await expect(page).toHaveURL(new RegExp(`${film.id}/video`));
      await tray(page).getByRole("button", { name: "Remove from list: first.mp4" }).click();
      await expect(tray(page)).toHaveCount(0);
    });
  });
}

test.describe("uploads", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("are asked about before the tab is reloaded, and only while they run", async ({ page, request }) => {
    const film = await draft(request, "film");
    await enter(page, `/z/page/movie/detail/${film.id}/video`);
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual([]);
    const pieces = await holdPieces(page);
    await choose(page, "first.mp4");
    await expect.poll(pieces.count).toBe(1);
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
  });

  test.describe("without a network", () => {
    test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

    test("say so, and continue by themselves", async ({ page, request }) => {
      const film = await draft(request, "film");
      await enter(page, `/z/page/movie/detail/${film.id}/video`);
      const pieces = await holdPieces(page);
      await choose(page, "first.mp4");
      await expect.poll(pieces.count).toBe(1);
      await page.context().setOffline(true);
      await expect(tray(page)).toContainText("Uploads resume by themselves.");
      await pieces.release();
      await page.context().setOffline(false);
      await expect(tray(page)).toContainText("Stored");
    });
  });

  test.describe("whose session has ended", () => {
    test.use({ allowedErrors: [/401 \(Unauthorized\)|403 \(Forbidden\)/] });

    test("wait for an admin to sign in, and not for a guest", async ({ page, request }) => {
      const film = await draft(request, "film");
      await enter(page, `/z/page/movie/detail/${film.id}/video`);
      const cookies = await page.context().cookies();
      const token = cookies.find(({ name }) => name === "matinee")!.value;
      // Start-up is over when the browser has the session's token, too.
      await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toBe(token);
      await call(request, "session/end", {}, token);
      await choose(page, "first.mp4");
      await expect(tray(page)).toContainText("Your session has ended.");
      // A guest, made as by any page of another tab.
      const guest = await request.post("/api/identity/anonymous", { data: {} });
      const { uid, proof } = ((await guest.json()) as { d: { uid: string; proof: string } }).d;
      const { token: ofGuest } = await call<{ token: string }>(request, "login/uid", { uid, proof });
      // The ended session may be refused once more before the guest is.
      const refused = page.waitForResponse(
        (answer) => answer.url().includes("/api/oss/form") && answer.status() === 403,
      );
      await page.evaluate((value) => {
        localStorage.setItem("token", value);
        dispatchEvent(new Event("focus"));
      }, ofGuest);
      await refused;
      await expect(tray(page)).toContainText("Your session has ended.");
      await tray(page).getByRole("link", { name: "Sign in" }).click();
      await expect(page).toHaveURL(/\/page\/login/);
      await signIn(page, accounts.admin);
      await expect(page).toHaveURL(new RegExp(`${film.id}/video`));
      await expect(tray(page)).toContainText("Stored");
    });
  });

  test("of two seasons get their episodes from the files' names, to be confirmed", async ({
    page,
    request,
  }) => {
    const series = await draft(request, "series");
    await enter(page, `/z/page/movie/detail/${series.id}/episodes`);
    const several = page.getByRole("region", { name: "Upload several videos" });
    const files = ["Show.S01E02.mp4", "Show.S01E01.mp4", "Show.S02E01.mp4", "making of.mp4", "notes.txt"].map(
      reel,
    );
    await several.getByLabel("Video files").setInputFiles(files);
    const episode = (name: string) => several.getByLabel(`Episode for ${name}`);
    await expect(episode("Show.S01E02.mp4")).toHaveValue("1x2");
    await expect(episode("Show.S01E01.mp4")).toHaveValue("1x1");
    await expect(episode("Show.S02E01.mp4")).toHaveValue("2x1");
    await expect(episode("making of.mp4")).toHaveValue("");
    await expect(several).toContainText("This type of video file isn’t supported.");
    await episode("making of.mp4").selectOption("1x2");
    await several.getByRole("button", { name: "Start uploads" }).click();
    await expect(several.getByRole("alert")).toContainText("Two files are for the same episode.");
    await episode("making of.mp4").selectOption("");
    await several.getByRole("button", { name: "Start uploads" }).click();
    await expect(tray(page).getByText("Stored")).toHaveCount(3);
    const episodes = page.getByRole("region", { name: "Episodes" });
    await expect(episodes.getByRole("link", { name: /^S\d E\d$/ })).toHaveText(["S1 E1", "S1 E2", "S2 E1"]);
    await tray(page)
      .getByRole("link", { name: `${series.title} · S1 E2` })
      .click();
    await expect(page.getByRole("region", { name: "Video file" })).toContainText(
      /Queued|Encoding|can’t be read/,
    );
  });
});
