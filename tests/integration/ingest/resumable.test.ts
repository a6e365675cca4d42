import { createHash } from "node:crypto";
import { appendFile, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploads } from "../../../api/db/schema.ts";
import { createUnclaimedQuota } from "../../../api/domain/ingest/uploads/unclaimed-quota.ts";
import { createResumableRouter } from "../../../api/http/upload/resumable-router.ts";
import { createUploadRouter } from "../../../api/http/upload/upload-router.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { videoHead, madeUpFile, resumable } from "../../setup/resumable.ts";

let backend: TestBackend;
let form: Record<string, string>;
let tus: ReturnType<typeof resumable>;

const formOf = async (token: string, query = "") =>
  (await backend.get("oss/form", query, { token })).d.form as Record<string, string>;
const folder = () => join(backend.dataDir, "uploads");
const parts = () => join(backend.dataDir, "resumable");
const halves = () => readdir(parts());
/** Of a router of a test's own, which lets anybody in. */
const options = () => ({
  ...{ db: backend.db, storage: backend.storage, clock: backend.clock },
  quota: createUnclaimedQuota(backend.db),
  networkOf: () => "",
  readGrant: async () => ({
    ...{ uid: "u", session: "", maxBytes: 100_000_000, purpose: "any" as const },
    expiresAt: new Date(),
  }),
  messages: { code: (code: string) => code, field: (reason: string) => reason } as never,
  onBug: (error: unknown) => backend.bugs.push(error),
});
const begin = async (key: string, bytes: number) => (await tus.create(key, bytes)).headers.get("Location")!;

beforeAll(async () => {
  backend = await startTestBackend();
  form = await formOf((await backend.person({ admin: 2 })).token);
  tus = resumable((path, init) => backend.fetch(path, init), form);
});
afterAll(() => backend.close());

test("a file comes in pieces, is what its name promises, and is stored once", async () => {
  const { key, content } = madeUpFile(300_000);
  const path = await begin(key, content.length);
  expect(path).toMatch(/^\/oss\/resumable\/[0-9a-f-]{36}$/);
  for (const [from, to] of [
    [0, 100_000],
    [100_000, 100_001],
    [100_001, 300_000],
  ] as const) {
    expect(await tus.offset(path)).toBe(from);
    expect((await tus.send(path, from, content.subarray(from, to))).status).toBe(204);
  }
  expect(
    createHash("sha256")
      .update(await readFile(join(folder(), key)))
      .digest("hex"),
  ).toBe(key.slice(0, 64));
  const [row] = await backend.db.select().from(uploads).where(eq(uploads.key, key));
  expect(row).toMatchObject({ bytes: 300_000, purpose: "any" });
  expect(await halves()).toEqual([]);
  expect(await tus.offset(path)).toBeNull();
  const again = await tus.create(key, content.length);
  expect([again.status, (await again.json()).c]).toEqual([409, 4094]);
});

test("a piece sent for another place, or twice, changes nothing", async () => {
  const { key, content } = madeUpFile(2_000);
  const path = await begin(key, content.length);
  expect((await tus.send(path, 500, content.subarray(500))).status).toBe(409);
  expect((await tus.send(path, 0, content.subarray(0, 1_000))).status).toBe(204);
  expect((await tus.send(path, 0, content.subarray(0, 1_000))).status).toBe(409);
  expect(await tus.offset(path)).toBe(1_000);
  expect((await tus.send(path, 1_000, content.subarray(1_000))).status).toBe(204);
  expect(await readdir(folder())).toContain(key);
});

test("all of it came, and the server was killed before it was stored: who comes back finds it stored", async () => {
  const { key, content } = madeUpFile(5_000);
  const path = await begin(key, content.length);
  await tus.send(path, 0, content.subarray(0, 4_999));
  const id = path.split("/").at(-1)!;
  await appendFile(join(parts(), id), content.subarray(4_999));
  // It is complete: a new upload of it is told that it is stored.
  expect(await Promise.all([tus.offset(path), tus.offset(path)])).toEqual([null, null]);
  expect((await tus.create(key, content.length)).status).toBe(409);
  expect(await readdir(folder())).toContain(key);
  expect(await halves()).toEqual([]);
});

describe("is refused, and nothing of it stays:", () => {
  const message = async (answer: Response) => [answer.status, (await answer.json()).c];

  test("another content than its name promises", async () => {
    const { key } = madeUpFile(10);
    const path = await begin(key, 10);
    expect(await message(await tus.send(path, 0, Buffer.from("0123456789")))).toEqual([422, 4222]);
    expect(await halves()).toEqual([]);
    expect(await readdir(folder())).not.toContain(key);
  });

  test("what does not begin as its name says: after its first bytes, in however many pieces they come", async () => {
    const { key } = madeUpFile(40_000_000);
    for (const first of [200, 40_000]) {
      const path = await begin(key, 40_000_000);
      const page = Buffer.from("<!doctype html>".padEnd(first, " "));
      const answer =
        first > 384
          ? await tus.send(path, 0, page)
          : (await tus.send(path, 0, page), await tus.send(path, first, Buffer.alloc(40_000)));
      const said = await answer.json();
      expect([answer.status, said.c, said.d.issues[0].reason]).toEqual([422, 4222, "format"]);
      expect(await halves()).toEqual([]);
    }
  });

  test("subtitles as long as a film", async () => {
    const { key } = madeUpFile(10, "srt");
    expect(await message(await tus.create(key, 5_000_000))).toEqual([422, 4222]);
  });

  test("a sender who falls silent", async () => {
    const silent = createResumableRouter({ ...options(), partsFolder: parts(), idle: 50 });
    const impatient = resumable(async (at, init) => silent.request(at.replace("/oss/resumable", "/"), init));
    const path = (await impatient.create(madeUpFile(10_000).key, 10_000)).headers.get("Location")!;
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(videoHead)) });
    const answer = await impatient.send(path.replace("/oss/resumable/", "/"), 0, body);
    expect(answer.status).toBe(400);
    expect((await impatient.drop(path.replace("/oss/resumable/", "/"))).status).toBe(204);
  });

  test.each([
    ["no hash", "film.mp4"],
    ["a path", `../${"a".repeat(64)}.mp4`],
    ["a file that cannot be played", `${"a".repeat(64)}.html`],
    ["no name", ""],
  ])("a name that is %s", async (_what, key) => {
    expect(await message(await tus.create(key, 10))).toEqual([422, 422]);
  });

  test.each(["0", "-1", "1e3", "99999999999999999999"])("a length of %s", async (length) => {
    const answer = await tus.create(madeUpFile(1).key, 0, { "Upload-Length": length });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test("more than it said it was", async () => {
    const { key } = madeUpFile(10);
    const path = await begin(key, 10);
    const answer = await tus.send(path, 0, Buffer.concat([videoHead, Buffer.alloc(1_000)]));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await tus.offset(path)).toBeLessThanOrEqual(10);
    expect((await tus.drop(path)).status).toBe(204);
    expect(await halves()).toEqual([]);
  });

  test("who has no form, a forged one, one that is too old, or one for pictures", async () => {
    const { key } = madeUpFile(10);
    const as = (fields: Record<string, string>) =>
      resumable((path, init) => backend.fetch(path, init), fields).create(key, 10);
    const picture = await formOf((await backend.person()).token, "?purpose=picture");
    const forged = { ...form, policy: form.policy!.replace(/.$/, "A") };
    for (const fields of [{}, { policy: "x", signature: "y" }, forged, picture])
      expect(await message(await as(fields))).toEqual([403, 403]);
    backend.clock.set(new Date(Date.now() + 2 * 3_600_000));
    expect((await as(form)).status).toBe(403);
    backend.clock.set(new Date());
  });

  test("another admin's upload: it is not there", async () => {
    const { key, content } = madeUpFile(10);
    const path = await begin(key, 10);
    const other = resumable(
      (at, init) => backend.fetch(at, init),
      await formOf((await backend.person({ admin: 3 })).token),
    );
    expect(await other.offset(path)).toBeNull();
    expect((await other.send(path, 0, content)).status).toBe(404);
    expect((await other.drop(path)).status).toBe(404);
    expect(await tus.offset(path)).toBe(0);
    expect((await backend.fetch(path)).status).toBe(404);
    expect((await backend.fetch("/oss/resumable/..%2f..%2fsecret", { method: "HEAD" })).status).toBe(404);
  });
});

test("incomplete uploads are removed after a week without progress, also by the next sweep", async () => {
  const { key, content } = madeUpFile(2_000);
  const before = await halves();
  const kept = await begin(key, content.length);
  await tus.send(kept, 0, content.subarray(0, 1_000));
  const old = await begin(madeUpFile(10).key, 10);
  const id = old.split("/").at(-1)!;
  const weeks = new Date(Date.now() - 15 * 24 * 3_600_000);
  // Of one half only what is known of it is left, of another only its bytes.
  await writeFile(join(parts(), "left.json"), "{}");
  await writeFile(join(parts(), "bytes"), "x");
  for (const name of [id, `${id}.json`, "left.json", "bytes", `${kept.split("/").at(-1)}.json`])
    await utimes(join(parts(), name), weeks, weeks);
  await backend.sweep();
  const keptId = kept.split("/").at(-1)!;
  expect((await halves()).sort()).toEqual([...before, keptId, `${keptId}.json`].sort());
  expect((await tus.send(kept, 1_000, content.subarray(1_000))).status).toBe(204);
});

test("a disk that would be full refuses new files before they come: 507", async () => {
  const free = async () => 2 * 1024 ** 3 + 999;
  const router = createResumableRouter({ ...options(), partsFolder: parts(), free });
  const full = resumable(async (path, init) => router.request(path.replace("/oss/resumable", "/"), init));
  const { key } = madeUpFile(10);
  const answer = await full.create(key, 1_000);
  expect([answer.status, (await answer.json()).m]).toEqual([507, "storage_full"]);
  expect((await full.create(key, 999)).status).toBe(201);

  // The same for who sends it as one form, however little they say of its length.
  const form = createUploadRouter({
    ...options(),
    folder: folder(),
    free: async () => 2 * 1024 ** 3 + 5_000,
  });
  const before = await readdir(folder());
  const send = (bytes: number, headers: Record<string, string> = {}) => {
    const body = new FormData();
    body.append("file", new Blob([videoHead, new Uint8Array(bytes)]), "film.mp4");
    return form.request("/", { method: "POST", body, headers });
  };
  expect((await send(8_000, { "Content-Length": "8300" })).status).toBe(507);
  expect(await readdir(folder())).toEqual(before);
  const room = { left: 2 * 1024 ** 3 + 5_000 };
  const shrinking = createUploadRouter({
    ...options(),
    folder: folder(),
    free: async () => (room.left -= 4_000),
  });
  const body = new FormData();
  body.append("file", new Blob([videoHead, new Uint8Array(70_000_000)]), "film.mp4");
  expect((await shrinking.request("/", { method: "POST", body })).status).toBe(507);
  expect(await readdir(folder())).toEqual(before);
});

test("no error of all this was a bug", () => expect(backend.bugs).toEqual([]));
