import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { startBucket, type TestBucket } from "../../tests/setup/bucket.ts";
import { startServer, type ServerProcess } from "../../tests/setup/server-process.ts";
import { expect, test } from "../setup/test.ts";

let dataDir: string;
let store: TestBucket;
let server: ServerProcess;
let token: string;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "matinee-bucket-journey-"));
  store = await startBucket("matinee/", { pages: true });
  const database = await openDatabase({ dataDir });
  await database.db.insert(users).values({ uid: "sender", name: "Sam", anonymous: false });
  token = await openSession(database.db, { uid: "sender", userAgent: "journey", now: new Date() });
  await database.close();
  const { accessKeyId, secretAccessKey } = store.settings.bucket.credentials!;
  server = await startServer({
    LOG_LEVEL: "warn",
    DATA_DIR: dataDir,
    STORAGE_URL: `s3://films/matinee?endpoint=${store.origin}&forcePathStyle=1`,
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  });
});
test.afterAll(async () => {
  await server.end();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with a bucket ${javaScriptEnabled ? "and" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

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
