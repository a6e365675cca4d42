import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { startBucket, type TestBucket } from "../setup/bucket.ts";
import { addMovie } from "../setup/catalogue.ts";
import { makeVideo } from "../setup/videos.ts";
import { resumable } from "../setup/resumable.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

/** The product as it is started, with its videos and uploads in a bucket. */
let dataDir: string;
let store: TestBucket;
let server: ServerProcess;
let token: string;
let env: Record<string, string>;

beforeAll(async () => {
  dataDir = await migratedFolder("bucket-server");
  store = await startBucket();
  const database = await openDatabase({ dataDir });
  await database.db.insert(users).values({ uid: "editor", anonymous: false, admin: 2 });
  token = await openSession(database.db, { uid: "editor", userAgent: "test", now: new Date() });
  await addMovie(database.db, { id: "far-away", ready: 0 });
  await database.close();
  const { accessKeyId, secretAccessKey } = store.settings.bucket.credentials!;
  env = {
    DATA_DIR: dataDir,
    STORAGE_URL: `s3://films/matinee?endpoint=${store.origin}&forcePathStyle=1`,
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  };
  server = await startServer(env);
});
afterAll(async () => {
  await server.end();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const reach = (path: string, init?: RequestInit) => fetch(new URL(path, server.url), init);
// A test reads whatever a call answers.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const call = async (name: string, body?: unknown): Promise<any> => {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  return ((await (await reach(`/api/${name}`, sent)).json()) as { d: unknown }).d;
};

let segment: string;

test("a film is sent, made and watched, and none of it stays on the machine", async () => {
  expect(store.asked()).toEqual([]);
  const content = await readFile(await makeVideo(dataDir, { seconds: 4, size: "320x240" }));
  const key = `${createHash("sha256").update(content).digest("hex")}.mp4`;
  const tus = resumable(reach, (await call("oss/form")).form);
  const path = (await tus.create(key, content.length)).headers.get("Location")!;
  expect((await tus.send(path, 0, content)).status).toBe(204);
  const id = randomUUID();
  await call("z/encoding/start", { key: id, movie: "far-away", index: 1, source: key });
  for (let state = ""; state !== "ready";) {
    ({ state } = await call(`z/encoding/detail?id=${id}`));
    expect(state).not.toBe("failed");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { hls } = await call("playback/start?id=far-away&index=1");
  segment = hls.replace("master.m3u8", "v240/seg_00000.m4s");
  const whole = await reach(segment);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect([whole.status, bytes.length]).toEqual([200, Number(whole.headers.get("Content-Length"))]);
  const part = await reach(segment, { headers: { Range: "bytes=100-199" } });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(100, 200)]);
});

test("a broken connection stops the viewer, who continues when it is back; a viewer who leaves disturbs no other", async () => {
  store.line("cut");
  await expect(reach(segment).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  store.line("down");
  expect((await reach(segment)).status).toBe(503);
  store.line("up");
  for (let n = 0; n < 20; n++) {
    const leaving = new AbortController();
    const answer = await reach(segment, { signal: leaving.signal });
    leaving.abort();
    await answer.arrayBuffer().catch(() => {});
  }
  expect((await (await reach(segment)).arrayBuffer()).byteLength).toBeGreaterThan(0);
  for (const hidden of [env.AWS_SECRET_ACCESS_KEY!, "X-Amz-Signature"])
    expect(server.output()).not.toContain(hidden);
  expect(server.output()).not.toContain("unexpected error");
});

test("while the bucket hangs, a form with a picture is answered within five seconds, with all that was typed", async () => {
  const body = new FormData();
  const fields = { key: randomUUID(), category: "idea", text: "All of this was typed by hand" };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: "#123456" } }).png();
  body.append("screenshot", new Blob([(await picture.toBuffer()) as Uint8Array<ArrayBuffer>]), "a.png");
  store.line("hanging");
  const start = performance.now();
  const headers = { Cookie: `matinee=${token}`, Origin: server.url };
  const answer = await reach("/page/feedback", { method: "POST", body, headers });
  const page = await answer.text();
  store.line("up");
  expect(answer.status).toBe(503);
  expect(page).toContain(fields.text);
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(answer.headers.get("Content-Security-Policy")).toContain(`connect-src 'self' ${store.origin};`);
});

test("the sweep lists and leaves alone, and says whose the database is while the server runs", async () => {
  const sweep = () =>
    promisify(execFile)("node_modules/.bin/node", ["scripts/sweep.ts"], {
      env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv,
    });
  await expect(sweep()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("stop it to sweep"),
  });
  await server.end();
  expect((await sweep()).stdout).toBe("Nothing is left over.\n");
});
