import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { encodings, uploads } from "../../../api/db/schema.ts";
import { isStorageFailure } from "../../../api/domain/service/files/storage-failure.ts";
import { partAt, partBytes } from "../../../contract/ingest/upload-parts.ts";
import type { Encoding } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { madeUpFile } from "../../setup/resumable.ts";
import { makeVideo } from "../../setup/videos.ts";

type Person = { uid: string; token: string };
type Film = { key: string; content: Buffer };

let api: TestBackend;
let store: TestBucket;
let folder: string;
let admin: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-parts-"));
  store = await startBucket();
  api = await startTestBackend({ storage: store.settings });
  admin = await api.person({ admin: 2 });
  await api.worker.start();
});
afterEach(() => store.line("up"));
afterAll(async () => {
  await api.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const begin = ({ key, content }: Film, person = admin) =>
  api.post("z/upload/begin", { key, bytes: content.length }, person);
const begun = async (film: Film, person = admin) => (await begin(film, person)).d.upload as string;
const complete = (upload: string, person = admin) => api.post("z/upload/complete", { upload }, person);
const arrived = (upload: string) => api.get("z/upload/parts", `?upload=${upload}`, admin);
const sign = (upload: string, number: number, person = admin) =>
  api.post("z/upload/sign", { upload, parts: [{ number, md5: `${"A".repeat(22)}==` }] }, person);

/** Sends parts as a browser does. */
async function send(upload: string, { content }: Film, numbers = [1]): Promise<void> {
  for (const number of numbers) {
    const { from, bytes } = partAt(number, content.length)!;
    const body = content.subarray(from, from + bytes) as Uint8Array<ArrayBuffer>;
    const md5 = createHash("md5").update(body).digest("base64");
    const { d } = await api.post("z/upload/sign", { upload, parts: [{ number, md5 }] }, admin);
    const answer = await fetch(d.urls[0], { method: "PUT", body, headers: { "Content-MD5": md5 } });
    expect(answer.status).toBe(200);
  }
}
const rowOf = async (key: string) => {
  const [row] = await api.db.select().from(uploads).where(eq(uploads.key, key));
  return row ?? null;
};
const stored = async () => {
  const found: string[] = [];
  for await (const { path } of api.storage.list()) found.push(path);
  return found;
};
async function encode(source: string): Promise<Encoding> {
  const [key, movie] = [randomUUID(), `m${randomUUID().slice(0, 8)}`];
  await addMovie(api.db, { id: movie, ready: 0 });
  expect((await api.post("z/encoding/start", { key, movie, index: 1, source }, admin)).c).toBe(0);
  const read = async () => (await api.get("z/encoding/detail", `?id=${key}`, admin)).d as Encoding;
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/ready|failed/);
  return read();
}

test("a film's parts go straight to the bucket, are listed after a break, and become a movie", async () => {
  const made = await readFile(await makeVideo(folder, { seconds: 2, size: "320x240" }));
  // What follows the last box of an MP4 is not played.
  const content = Buffer.concat([made, Buffer.alloc(partBytes, 7)]);
  const film = { key: `${createHash("sha256").update(content).digest("hex")}.mp4`, content };
  const upload = await begun(film);
  await send(upload, film, [2]);
  expect((await arrived(upload)).d.parts).toEqual([2]);
  expect(await complete(upload)).toMatchObject({ status: 409, c: 4094 });
  expect(await rowOf(film.key)).toBeNull();
  store.asked();
  await send(upload, film, [1]);
  expect((await complete(upload)).d).toEqual({ key: film.key });
  // Of the film itself this process has read its beginning alone.
  expect(
    store.asked().filter((asked) => asked.startsWith("GET") && !asked.includes("uploadId")),
  ).toHaveLength(1);
  expect(await rowOf(film.key)).toMatchObject({ bytes: content.length, uid: admin.uid, purpose: "any" });
  expect(await encode(film.key)).toMatchObject({ state: "ready", problem: null });
  // The answer to the completion may have been lost: asking again changes nothing.
  expect((await complete(upload)).d).toEqual({ key: film.key });
  expect((await begin(film)).d).toEqual({ upload: null, stored: true });
});

test("a server that was killed between the completion and its row finishes it at the next try", async () => {
  const film = madeUpFile(2_000);
  const upload = await begun(film);
  await send(upload, film);
  await complete(upload);
  await api.db.delete(uploads).where(eq(uploads.key, film.key));
  expect((await complete(upload)).d).toEqual({ key: film.key });
  expect(await rowOf(film.key)).toMatchObject({ bytes: 2_000 });
});

test("an upload is its sender's alone, and its id can't be forged", async () => {
  const film = madeUpFile(2_000);
  const upload = await begun(film);
  const other = await api.person({ admin: 2 });
  const [text = "", signature = ""] = upload.split(".");
  const facts = JSON.parse(Buffer.from(text, "base64url").toString()) as object;
  const changed = (more: object) =>
    `${Buffer.from(JSON.stringify({ ...facts, ...more })).toString("base64url")}.${signature}`;
  const forged = [
    changed({ key: madeUpFile(2_000).key }),
    changed({ uid: other.uid }),
    changed({ bytes: 1e12 }),
    `${text}.${"A".repeat(43)}`,
    `${text}.`,
    text,
    ".",
  ];
  const tries = [...forged.map((name) => [name, admin] as const), [upload, other] as const];
  for (const [name, person] of tries) {
    expect((await sign(name, 1, person)).status).toBe(404);
    expect((await complete(name, person)).status).toBe(404);
    expect((await api.get("z/upload/parts", `?upload=${name}`, person)).status).toBe(404);
    expect((await api.post("z/upload/cancel", { upload: name }, person)).status).toBe(404);
  }
  const demoted = await api.person({ admin: 1 });
  expect((await sign(upload, 1, demoted)).status).toBe(403);
  expect((await arrived(upload)).d.parts).toEqual([]);
});

test("is refused with too many bytes, a wrong name, a part that it does not have", async () => {
  const film = madeUpFile(2_000);
  const ask = (change: object) =>
    api.post("z/upload/begin", { key: film.key, bytes: 2_000, ...change }, admin);
  expect((await ask({ bytes: 20 * 1024 ** 3 + 1 })).c).toBe(4222);
  expect((await ask({ key: film.key.replace("mp4", "html") })).c).toBe(422);
  expect((await ask({ key: film.key.replace("mp4", "srt"), bytes: 5e6 })).c).toBe(4222);
  expect((await ask({ bytes: 0 })).c).toBe(422);
  const upload = await begun(film);
  for (const number of [0, 2, 10_001, 1.5]) expect((await sign(upload, number)).c).toBe(422);
  const url = new URL((await sign(upload, 1)).d.urls[0]);
  expect(url.pathname).toBe(`/films/matinee/uploads/${film.key}`);
  expect(Number(url.searchParams.get("X-Amz-Expires"))).toBe(900);
  expect(url.searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;content-md5;host");
});

test("a file that does not begin as its name says is removed at the end", async () => {
  const content = Buffer.from(`<p>${randomUUID()}</p>`);
  const film = { key: `${createHash("sha256").update(content).digest("hex")}.mp4`, content };
  const upload = await begun(film);
  await send(upload, film);
  expect(await complete(upload)).toMatchObject({ c: 4222 });
  expect([await rowOf(film.key), (await stored()).includes(film.key)]).toEqual([null, false]);
});

test("a file that is not what its name promises never becomes a movie, and makes room for the right one", async () => {
  const right = madeUpFile(3_000);
  const wrong = { key: right.key, content: madeUpFile(3_000).content };
  const upload = await begun(wrong);
  await send(upload, wrong);
  expect((await complete(upload)).c).toBe(0);
  expect(await encode(right.key)).toMatchObject({
    ...{ state: "failed", problem: "damaged" },
    detail: "Its content is not what its name promises",
  });
  expect([await rowOf(right.key), (await stored()).includes(right.key)]).toEqual([null, false]);
  const again = await begun(right);
  await send(again, right);
  expect((await complete(again)).c).toBe(0);
  expect(await encode(right.key)).toMatchObject({ state: "failed", problem: "unsupported" });
});

test("a stored file is not replaced by another upload of its name", async () => {
  const film = madeUpFile(3_000);
  const [first, second] = [await begun(film), await begun(film)];
  await send(first, film);
  await send(second, { ...film, content: madeUpFile(3_000).content });
  await complete(first);
  expect((await complete(second)).c).toBe(0);
  expect((await arrived(second)).status).toBe(404);
  expect(await api.storage.read({ key: film.key, maxBytes: 1e6 })).toEqual(film.content);
});

test("a given-up upload leaves nothing in the bucket, and a forgotten one a week's parts", async () => {
  const [given, forgotten] = [madeUpFile(1_000), madeUpFile(1_000)];
  const upload = await begun(given);
  await send(upload, given);
  expect((await api.post("z/upload/cancel", { upload }, admin)).c).toBe(0);
  expect((await arrived(upload)).status).toBe(404);
  expect((await complete(upload)).status).toBe(404);
  expect((await api.post("z/upload/cancel", { upload }, admin)).c).toBe(0);

  const left = await begun(forgotten);
  const dayMs = 24 * 3_600_000;
  const [parted, now] = [api.storage.parted!, Date.now()];
  expect(await parted.count()).toBeGreaterThan(0);
  api.clock.set(new Date(now + 6 * dayMs));
  await api.sweep();
  expect((await parted.list({ key: forgotten.key, ...idOf(left) }))?.length).toBe(0);
  api.clock.set(new Date(now + 8 * dayMs));
  await api.sweep();
  expect(await parted.count()).toBe(0);
  api.clock.set(new Date(now));
});
const idOf = (upload: string) =>
  JSON.parse(Buffer.from(upload.split(".")[0]!, "base64url").toString()) as { id: string };

test("an admin begins forty at once, and all of them have two hundred in the bucket", async () => {
  const eager = await api.person({ admin: 2 });
  const film = madeUpFile(1_000);
  const first = await Promise.all(Array.from({ length: 40 }, () => begin(film, eager)));
  expect(new Set(first.map(({ c }) => c))).toEqual(new Set([0]));
  expect((await begin(film, eager)).c).toBe(429);
  const parted = api.storage.parted!;
  const left = 200 - (await parted.count());
  await Promise.all(Array.from({ length: left }, () => parted.begin(film.key)));
  expect((await begin(film)).c).toBe(507);
  api.clock.set(new Date(Date.now() + 8 * 24 * 3_600_000));
  await api.sweep();
  api.clock.set(new Date());
  expect((await begin(film)).c).toBe(0);
});

test("a bucket that does not answer is 503 within five seconds, and nothing is lost", async () => {
  const film = madeUpFile(1_000);
  const upload = await begun(film);
  await send(upload, film);
  store.line("hanging");
  const began = performance.now();
  const answers = [begin(madeUpFile(900)), complete(upload), arrived(upload)];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(performance.now() - began).toBeLessThan(5_000);
  store.line("up");
  expect((await complete(upload)).c).toBe(0);
});

test("with a folder, files go through the server", async () => {
  const local = await startTestBackend();
  const person = await local.person({ admin: 2 });
  const { key } = madeUpFile(1_000);
  const answer = await local.post("z/upload/begin", { key, bytes: 1_000 }, person);
  expect(answer.d).toEqual({ upload: null, stored: false });
  await local.close();
});

test("nothing of this was a bug", async () => {
  // One test lets the bucket hang.
  expect(api.bugs.filter((error) => !isStorageFailure(error))).toEqual([]);
  expect(await api.db.select().from(encodings).where(eq(encodings.state, "encoding"))).toEqual([]);
});
