import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
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

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with a bucket ${javaScriptEnabled ? "and" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 1440, height: 900 } });

    test("a film ends in the bucket", async ({ page }) => {
      await page.context().addCookies([{ name: "matinee", value: token, url: server.url }]);
      await page.goto(`${server.url}/z/page/movie/detail/${movie}?episode=1`);
      const film = Buffer.from(`\0\0\0\u0020ftypisom${randomUUID()}`, "latin1");
      const key = `${createHash("sha256").update(film).digest("hex")}.mp4`;
      const video = page.getByRole("region", { name: "Video file" });
      const file = { name: "My reel.mp4", mimeType: "video/mp4", buffer: film };
      await video.getByLabel("Video file").setInputFiles(file);
      store.asked();
      await video.getByRole("button", { name: "Upload video" }).click();
      await expect(video).toContainText("Waiting its turn");
      expect(store.asked().some((asked) => asked.startsWith(`PUT /films/matinee/uploads/${key}`))).toBe(true);
      await video.getByRole("button", { name: "Give up" }).click();
      await agree(page);
      await expect(video.getByText("Waiting its turn")).toHaveCount(0);
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
      const src = await page.locator("main img").first().getAttribute("src");
      const shown = await page.request.get(new URL(src!, server.url).href);
      expect(shown.headers()["content-type"]).toBe("image/webp");
    });
  });
}
