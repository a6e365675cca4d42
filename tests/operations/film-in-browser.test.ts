import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBucket } from "../../api/adapters/s3-storage/bucket.ts";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { partBytes } from "../../contract/ingest/upload-parts.ts";
import { videoHead } from "../setup/resumable.ts";
import { freePort, startServer, type ServerProcess } from "../setup/server-process.ts";
import { startCephStore, type CephStore } from "./setup/ceph-store.ts";
import { programs } from "./setup/programs.ts";

const { chromium: executablePath, radosgw } = programs;

describe.skipIf(!executablePath || !radosgw)("a browser and Ceph's gateway", () => {
  let dataDir: string;
  let store: CephStore;
  let server: ServerProcess;
  let browser: Browser;
  let token: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "matinee-film-browser-"));
    const port = await freePort();
    store = await startCephStore(`http://127.0.0.1:${port}`);
    const database = await openDatabase({ dataDir });
    await database.db.insert(users).values({ uid: "sender", name: "Sam", anonymous: false, admin: 2 });
    token = await openSession(database.db, { uid: "sender", userAgent: "test", now: new Date() });
    await database.close();
    const { endpoint, credentials } = store.settings;
    server = await startServer({
      ...{ DATA_DIR: dataDir, PORT: String(port), WORKER: "off", LOG_LEVEL: "warn" },
      STORAGE_URL: `s3://films/matinee?endpoint=${endpoint}&forcePathStyle=1`,
      AWS_ACCESS_KEY_ID: credentials!.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    });
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ["--no-sandbox", "--disable-gpu"],
    });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await server?.end();
    await store?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function createMovie(): Promise<string> {
    const facts = {
      title: "Reel",
      originalLanguage: "en",
      kind: "film",
      access: "free",
      year: 2020,
      rating: 0,
    };
    const answer = await fetch(`${server.url}/api/z/movie/create`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ key: randomUUID(), ...facts }),
    });
    return ((await answer.json()) as { d: { id: string } }).d.id;
  }

  test("a film goes from the page into the bucket, and no byte of it to the server", async () => {
    const content = Buffer.concat([videoHead, randomBytes(partBytes + 1_000)]);
    const key = `${createHash("sha256").update(content).digest("hex")}.mp4`;
    const page = await (await browser.newContext()).newPage();
    await page.context().addCookies([{ name: "matinee", value: token, url: server.url }]);
    const sent: string[] = [];
    page.on("request", (request) => {
      const { host, pathname } = new URL(request.url());
      if (pathname.startsWith("/oss/resumable") || request.method() === "PUT") sent.push(host);
    });
    await page.goto(`${server.url}/z/page/movie/detail/${await createMovie()}/video`);
    const video = page.getByRole("region", { name: "Video file" });
    await video.locator("form[data-in-pieces]").waitFor();
    const file = { name: "reel.mp4", mimeType: "video/mp4", buffer: content };
    await video.getByLabel("Video file").setInputFiles(file);
    await video.getByRole("button", { name: "Upload video" }).click();
    await video.getByText("Queued").waitFor({ timeout: 60_000 });
    const bucket = new URL(store.settings.endpoint!).host;
    expect(sent).toEqual([bucket, bucket]);
    const stored = await createBucket(store.settings).head(`matinee/uploads/${key}`);
    expect(stored?.bytes).toBe(content.length);
  }, 120_000);
});
