import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BucketSettings } from "../../../api/ports/storage.ts";
import type { Encoding } from "../../../contract/index.ts";
import { grantOf } from "../../../contract/ingest/upload-grant.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type Line, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeVideo } from "../../setup/videos.ts";
import { madeUpFile, resumable } from "../../setup/resumable.ts";

/** The answers to users' requests when the bucket can't be used. */
let api: TestBackend;
let store: TestBucket;
let folder: string;
let admin: { uid: string; token: string };
const secretKey = "S3RVER";
let freeBytes = 1e12;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-faults-"));
  store = await startBucket();
  api = await startTestBackend({ storage: store.settings, work: { free: async () => freeBytes } });
  admin = await api.person({ admin: 2 });
  await api.worker.start();
});
afterEach(() => store.line("up"));
afterAll(async () => {
  await api.close();
  await store.close();
  await rm(folder, { recursive: true });
});

/** Put there with the line up. @returns its name */
async function storedVideo(seconds = 2): Promise<string> {
  const content = await readFile(await makeVideo(folder, { seconds, size: "320x240" }));
  const form = (await api.get("oss/form", "", admin)).d.form as Record<string, string>;
  const tus = resumable((path, init) => api.fetch(path, init), form);
  const key = `${createHash("sha256").update(content).digest("hex")}.mp4`;
  const path = (await tus.create(key, content.length)).headers.get("Location");
  if (path) await tus.send(path, 0, content);
  return key;
}
async function start(movie: string, source: string): Promise<string> {
  await addMovie(api.db, { id: movie, ready: 0 });
  const key = randomUUID();
  expect((await api.post("z/encoding/start", { key, movie, index: 1, source }, admin)).c).toBe(0);
  return key;
}
async function until(id: string, is: (encoding: Encoding) => boolean): Promise<Encoding> {
  for (;;) {
    const { d } = await api.get("z/encoding/detail", `?id=${id}`, admin);
    if (is(d)) return d;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const filesOf = async () => {
  const found: string[] = [];
  for await (const { path } of api.assetStore.list()) found.push(path);
  return found;
};

test("a form is a policy of one hour, for a size, a kind, and a place of its sender's own", async () => {
  const { d } = await api.get("oss/form", "", { token: (await api.person({ admin: 2 })).token });
  const { d: other } = await api.get("oss/form", "", { token: (await api.person({ admin: 2 })).token });
  const policy = JSON.parse(Buffer.from(d.form.Policy, "base64").toString("utf8")) as {
    expiration: string;
    conditions: unknown[];
  };
  const inMs = Date.parse(policy.expiration) - Date.now();
  expect(inMs).toBeGreaterThan(3_590_000);
  expect(inMs).toBeLessThanOrEqual(3_600_000);
  const place = (d.form.key as string).replace("${filename}", "");
  expect(place).toMatch(/^matinee\/incoming\/[0-9a-f]{24}\/$/);
  expect(other.form.key).not.toBe(d.form.key);
  expect(policy.conditions).toEqual(
    expect.arrayContaining([
      ["starts-with", "$key", place],
      ["content-length-range", 1, 5 * 1024 ** 3],
      { "Content-Type": "application/octet-stream" },
      { "x-amz-meta-grant": grantOf(d.form) },
      { bucket: "films" },
    ]),
  );
  // Everything that is sent is bound by the policy.
  const bound = new Set(
    policy.conditions.flatMap((one) => (Array.isArray(one) ? [] : Object.keys(one as object))),
  );
  const free = Object.keys(d.form).filter((name) => !bound.has(name));
  expect(free.sort()).toEqual(["Policy", "X-Amz-Signature", "key"]);
  expect(d.url).toMatch(new RegExp(`^${store.origin}/films/?$`));
});

test("a form for one name is bound to it, and to the size of a picture", async () => {
  const { token } = await api.person();
  const key = `${"a".repeat(64)}.png`;
  const { d } = await api.get("oss/form", `?purpose=picture&key=${key}`, { token });
  const { conditions } = JSON.parse(Buffer.from(d.form.Policy, "base64").toString("utf8")) as {
    conditions: unknown[];
  };
  expect(conditions).toEqual(
    expect.arrayContaining([
      { key: d.form.key },
      ["content-length-range", 1, 5_000_000],
      { "Content-Type": "application/octet-stream" },
    ]),
  );
  expect(conditions.filter((one) => Array.isArray(one) && one[0] === "starts-with")).toEqual([]);
  expect(d.form.key).toMatch(new RegExp(`/${key}$`));
});

test("forms for one name are limited by network, and then files go through the server", async () => {
  const { token } = await api.person();
  const address = "203.0.113.77";
  const ask = (query: string) => api.get("oss/form", query, { token, address });
  const key = `${"b".repeat(64)}.png`;
  for (let n = 0; n < 40; n++) expect((await ask(`?purpose=picture&key=${key}`)).c).toBe(0);
  expect((await ask(`?purpose=picture&key=${key}`)).c).toBe(429);
  expect((await ask("?purpose=picture")).d.url).toBe("/oss/upload");
});

describe("a bucket that takes requests and never answers", () => {
  const madePicture = (red: number) =>
    sharp({ create: { width: 400, height: 600, channels: 3, background: { r: red, g: 1, b: 1 } } })
      .png()
      .toBuffer();
  /** Of a call or a file: its status, and how long it took. */
  const timed = async (work: Promise<{ status: number }>) => {
    const start = performance.now();
    const { status } = await work;
    return { status, inTime: performance.now() - start < 5_000 };
  };
  const sendDirectly = async (content: Buffer, token: string) => {
    const key = `${createHash("sha256").update(content).digest("hex")}.png`;
    const { d } = await api.get("oss/form", `?key=${key}`, { token });
    const body = new FormData();
    for (const [name, value] of Object.entries(d.form as Record<string, string>)) body.append(name, value);
    body.append("file", new Blob([content as Uint8Array<ArrayBuffer>]), key);
    expect((await fetch(d.url as string, { method: "POST", body })).status).toBe(204);
    return key;
  };

  test("is 503 within five seconds for calls, files and uploads, and all of it works afterwards", async () => {
    await addMovie(api.db, { id: "hung", ready: 0 });
    const key = await sendDirectly(await madePicture(1), admin.token);
    const use = () => api.post("z/movie/artwork", { id: "hung", revision: 0, role: "poster", key }, admin);
    const form = (await api.get("oss/form", "", admin)).d.form as Record<string, string>;
    const content = await madePicture(2);
    const upload = () => {
      const body = new FormData();
      body.append("file", new Blob([content as Uint8Array<ArrayBuffer>]), "a.png");
      return api.fetch("/oss/upload", { method: "POST", body, headers: { "Upload-Grant": grantOf(form) } });
    };
    store.line("hanging");
    const late = { status: 503, inTime: true };
    const shown = api.fetch("/artwork/hung/poster-320.webp");
    expect(await Promise.all([timed(use()), timed(upload()), timed(shown)])).toEqual([late, late, late]);
    store.line("up");
    expect([(await use()).c, (await upload()).status]).toEqual([0, 200]);
    expect((await api.fetch("/artwork/hung/poster-320.webp")).status).toBe(200);
  });

  test("and one that stops in the middle of a picture is too", async () => {
    const key = await sendDirectly(await madePicture(3), admin.token);
    const use = () => api.post("z/movie/artwork", { id: "hung", revision: 1, role: "poster", key }, admin);
    store.line("stuck");
    expect(await timed(use())).toEqual({ status: 503, inTime: true });
    store.line("up");
  });
});

describe("a film", () => {
  let base: string;
  beforeAll(async () => {
    const id = await start("watched", await storedVideo(4));
    expect(await until(id, ({ state }) => state === "ready" || state === "failed")).toMatchObject({
      state: "ready",
    });
    const { d } = await api.get("playback/start", "?id=watched&index=1");
    base = d.hls.slice(0, d.hls.lastIndexOf("/"));
  });

  test.each<Line>(["down", "failing"])("whose bucket is %s is not there now, which is said", async (line) => {
    store.line(line);
    const answer = await api.fetch(`${base}/v240/seg_00001.m4s`);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "2"]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    store.line("up");
    const again = await api.fetch(`${base}/v240/seg_00001.m4s`);
    expect([again.status, (await again.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });

  test("whose line breaks in the middle is cut off, and never passed for whole", async () => {
    const whole = (await (await api.fetch(`${base}/v240/seg_00000.m4s`)).arrayBuffer()).byteLength;
    store.line("cut");
    const answer = await api.fetch(`${base}/v240/seg_00000.m4s`);
    expect(Number(answer.headers.get("Content-Length"))).toBe(whole);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  test("that is replaced under a viewer's eyes is never sent half old and half new", async () => {
    const path = /\/(v-[0-9a-f]+)$/.exec(base)![1]!;
    const segment = `${base}/v240/seg_00000.m4s`;
    await (await api.fetch(segment)).arrayBuffer();
    await api.assetStore.write(`${path}/v240/seg_00000.m4s`, "another content");
    const [first, second] = [await api.fetch(segment), await api.fetch(segment)];
    // The store of these tests does not look at If-Match: what came is told from what was planned by its length.
    expect([first.status, second.status]).toEqual([503, 200]);
    expect(await second.text()).toBe("another content");
  });
});

test("a call that needs the bucket is answered 503, and what was sent is not lost", async () => {
  const form = (await api.get("oss/form", "", admin)).d.form as Record<string, string>;
  const tus = resumable((path, init) => api.fetch(path, init), form);
  const { key, content } = madeUpFile(5_000);
  const path = (await tus.create(key, content.length)).headers.get("Location")!;
  store.line("down");
  const cut = await tus.send(path, 0, content);
  expect([cut.status, (await cut.json()).c]).toEqual([503, 503]);
  expect(await api.storage.read({ key, maxBytes: 1e6 }).catch((error: Error) => error.name)).toBe(
    "StorageError",
  );
  store.line("up");
  // All of it lies here: who asks how far it is finds it ended.
  expect(await tus.offset(path)).toBeNull();
  expect(await api.storage.read({ key, maxBytes: 1e6 })).toEqual(content);
});

test("an encoding waits for the bucket without losing an attempt, and no half of it is ever seen", async () => {
  const source = await storedVideo();
  const before = await filesOf();
  store.line("read-only");
  const id = await start("patient", source);
  const waiting = await until(id, ({ problem, state }) => problem !== null || state === "failed");
  expect(waiting).toMatchObject({ state: "waiting", problem: "storage_away", attempts: 0 });
  expect((await filesOf()).filter((path) => !before.includes(path))).toEqual([]);
  store.line("up");
  expect((await api.post("z/encoding/retry", { id }, admin)).c).toBe(0);
  expect(await until(id, ({ state }) => state === "ready" || state === "failed")).toMatchObject({
    state: "ready",
  });
});

test("a film of the bucket is not fetched onto a disk it would fill", async () => {
  const source = await storedVideo(3);
  freeBytes = 2 * 1024 ** 3 + 1_000;
  const id = await start("too-full", source);
  const waiting = await until(id, ({ problem, state }) => problem !== null || state === "failed");
  expect(waiting).toMatchObject({ state: "waiting", problem: "disk_full", attempts: 0 });
  freeBytes = 1e12;
  expect((await api.post("z/encoding/cancel", { id }, admin)).c).toBe(0);
});

test.each<[Line, object]>([
  ["up", { ok: true, problem: null }],
  ["read-only", { ok: false, problem: "unreachable" }],
  ["down", { ok: false, problem: "unreachable" }],
])("an owner who tries the storage while it is %s hears how it is", async (line, found) => {
  const { token } = await api.person({ admin: 9 });
  store.line(line);
  expect((await api.post("z/settings/test", { what: "storage" }, { token })).d).toMatchObject(found);
});

test.each<[string, Partial<BucketSettings>]>([
  ["a bucket that is gone", { bucket: "another" }],
  ["an unknown key", { credentials: { accessKeyId: "nobody", secretAccessKey: "hush-hush-hush" } }],
  ["a host that is not there", { endpoint: "http://127.0.0.1:9" }],
])("%s: 503, told to the operator once by its kind, without a secret", async (_what, change) => {
  const other = await startTestBackend({
    storage: { kind: "bucket", bucket: { ...store.settings.bucket, ...change } },
  });
  const { token } = await other.person({ admin: 2 });
  const form = (await other.get("oss/form", "", { token })).d.form as Record<string, string>;
  const tus = resumable((path, init) => other.fetch(path, init), form);
  const { key, content } = madeUpFile(100);
  const path = (await tus.create(key, content.length)).headers.get("Location")!;
  const answer = await tus.send(path, 0, content);
  const text = await answer.text();
  expect([answer.status, JSON.parse(text).c]).toEqual([503, 503]);
  expect(other.bugs).toHaveLength(1);
  const [bug] = other.bugs as Error[];
  expect(bug!.message).toMatch(/^The bucket: write: \w+/);
  for (const told of [text, bug!.message, JSON.stringify(bug), bug!.stack!])
    for (const hidden of ["hush", secretKey, "nobody", "Authorization", "Signature="])
      expect(told).not.toContain(hidden);
  await other.close();
});

test("every error of all this was the bucket's", () =>
  expect(api.bugs.filter((bug) => (bug as Error).name !== "StorageError")).toEqual([]));
