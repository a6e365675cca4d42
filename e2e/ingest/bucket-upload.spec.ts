import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page, Route } from "@playwright/test";
import sharp from "sharp";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { partBytes } from "../../contract/ingest/upload-parts.ts";
import { startBucket, type TestBucket } from "../../tests/setup/bucket.ts";
import { startServer, type ServerProcess } from "../../tests/setup/server-process.ts";
import { agree } from "../setup/admin.ts";
import { expect, test } from "../setup/test.ts";

let dataDir: string;
let store: TestBucket;
let server: ServerProcess;
let token: string;
let movie: string;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "matinee-bucket-journey-"));
  store = await startBucket("matinee/", { pages: true });
  const database = await openDatabase({ dataDir });
  await database.db.insert(users).values({ uid: "sender", name: "Sam", anonymous: false, admin: 2 });
  token = await openSession(database.db, { uid: "sender", userAgent: "journey", now: new Date() });
  await database.close();
  const { accessKeyId, secretAccessKey } = store.settings.bucket.credentials!;
  server = await startServer({
    LOG_LEVEL: "warn",
    WORKER: "off",
    DATA_DIR: dataDir,
    STORAGE_URL: `s3://films/matinee?endpoint=${store.origin}&forcePathStyle=1`,
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  });
  const answer = await fetch(`${server.url}/api/z/movie/create`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ key: randomUUID(), title: "Reel", originalLanguage: "en", kind: "film" },
      ...{ access: "free", year: 2020, rating: 0 },
    }),
  });
  movie = ((await answer.json()) as { d: { id: string } }).d.id;
});
test.afterAll(async () => {
  await server.end();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A file that begins as a film, and its name in the storage. */
function reel(bytes = 100) {
  const film = Buffer.concat([
    Buffer.from(`\0\0\0\u0020ftypisom${randomUUID()}`, "latin1"),
    Buffer.alloc(bytes),
  ]);
  return { film, key: `${createHash("sha256").update(film).digest("hex")}.mp4` };
}

async function open(page: Page): Promise<Locator> {
  await page.context().addCookies([{ name: "matinee", value: token, url: server.url }]);
  await page.goto(`${server.url}/z/page/movie/detail/${movie}/video`);
  return page.getByRole("region", { name: "Video file" });
}

/** Before the session is known a film goes as one without scripts would. */
const ready = (video: Locator) => expect(video.locator("form[data-in-pieces]")).toBeAttached();

async function send(video: Locator, buffer: Buffer): Promise<void> {
  await video.getByLabel("Video file").setInputFiles({ name: "My reel.mp4", mimeType: "video/mp4", buffer });
  await video.getByRole("button", { name: "Upload video" }).click();
}

async function giveUp(page: Page, video: Locator): Promise<void> {
  await video.getByRole("button", { name: "Cancel", exact: true }).click();
  await agree(page);
  await expect(video.getByText("Queued")).toHaveCount(0);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with a bucket ${javaScriptEnabled ? "and" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 1440, height: 900 } });

    test("a film ends in the bucket", async ({ page }) => {
      const { key, film } = reel();
      const video = await open(page);
      if (javaScriptEnabled) await ready(video);
      store.asked();
      await send(video, film);
      await expect(video).toContainText("Queued");
      const sent = store.asked().filter((asked) => asked.startsWith(`PUT /films/matinee/uploads/${key}`));
      // With scripts the browser sends it there by a presigned address, without them the server does.
      expect(sent.map((asked) => asked.includes("&X-Amz-Signature="))).toEqual([javaScriptEnabled]);
      await giveUp(page, video);
    });

    test("a picture ends in the bucket", async ({ page }) => {
      await page.context().addCookies([{ name: "matinee", value: token, url: server.url }]);
      await page.goto(`${server.url}/profile?view=edit`);
      const colour = { r: Math.floor(Math.random() * 255), g: javaScriptEnabled ? 200 : 20, b: 80 };
      const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: colour } });
      store.asked();
      await page.locator("input[name=picture]").setInputFiles({
        name: `${randomUUID()}.png`,
        mimeType: "image/png",
        buffer: await picture.png().toBuffer(),
      });
      await page.locator("form:has(input[value=picture]) button").click();
      await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
      const sent = store.asked();
      const direct = sent.filter((asked) => asked.startsWith("POST /films"));
      // With scripts the browser sends it there, without them the server does.
      expect(direct).toHaveLength(javaScriptEnabled ? 1 : 0);
      expect(sent.some((asked) => asked.startsWith("PUT /films/matinee/uploads/"))).toBe(true);
      const face = page.locator("main img").first();
      // Until the stored picture is known, the chosen file is shown.
      await expect(face).not.toHaveAttribute("src", /^blob:/);
      const src = await face.getAttribute("src");
      const shown = await page.request.get(new URL(src!, server.url).href);
      expect(shown.headers()["content-type"]).toBe("image/webp");
    });
  });
}

test.describe("a film that the browser sends to the bucket", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });
  const parts = (key: string) => `${store.origin}/films/matinee/uploads/${key}?*partNumber=*`;

  test("can be paused, and goes on after a reload with what is missing", async ({ page }) => {
    const { film, key } = reel(partBytes);
    let video = await open(page);
    await ready(video);
    const held: Route[] = [];
    let holding = true;
    const passed = page.waitForResponse((answer) => answer.url().includes("partNumber=1") && answer.ok());
    await page.route(parts(key), (route) =>
      holding && route.request().url().includes("partNumber=2") ? void held.push(route) : route.continue(),
    );
    await send(video, film);
    await passed;
    await expect.poll(() => held.length).toBe(1);
    await video.getByRole("button", { name: "Pause" }).click();
    await expect(video).toContainText("Paused");
    // The route stays: without one, the browser would send the part on.
    holding = false;
    for (const route of held) await route.abort().catch(() => {});
    // The browser may ask whether to leave.
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    video = page.getByRole("region", { name: "Video file" });
    await ready(video);
    store.asked();
    await send(video, film);
    await expect(video).toContainText("Queued");
    const sent = store.asked().filter((asked) => asked.startsWith("PUT"));
    expect(sent.map((asked) => /partNumber=\d+/.exec(asked)?.[0])).toEqual(["partNumber=2"]);
    await giveUp(page, video);
  });

  test("goes through the server where the bucket takes nothing from pages", async ({ page }) => {
    const { film, key } = reel();
    const video = await open(page);
    await ready(video);
    await page.route(parts(key), (route) => route.abort());
    store.asked();
    await send(video, film);
    await expect(video).toContainText("Queued");
    let asked = "";
    const told = () => (asked += `${store.asked().join("\n")}\n`);
    expect(told()).toContain(`PUT /films/matinee/uploads/${key}`);
    // What was begun there is given up.
    await expect.poll(told).toMatch(new RegExp(`DELETE /films/matinee/uploads/${key}\\?.*uploadId=`));
    await giveUp(page, video);
  });
});
