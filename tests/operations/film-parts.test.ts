import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBucket } from "../../api/adapters/s3-storage/bucket.ts";
import { createPlaces } from "../../api/compose/storage.ts";
import type { PartedUploads, Storage } from "../../api/ports/storage.ts";
import { partBytes } from "../../contract/ingest/upload-parts.ts";
import { startCephStore, type CephStore } from "./setup/ceph-store.ts";
import { programs } from "./setup/programs.ts";

const pages = "http://matinee.test";
const md5Of = (content: Buffer) => createHash("md5").update(content).digest("base64");

/** What a bucket that checks signatures makes of addresses for parts. */
describe.skipIf(!programs.radosgw)("a film in parts, sent to Ceph's gateway", () => {
  let store: CephStore;
  let storage: Storage;
  let parted: PartedUploads;
  let folder: string;
  const content = randomBytes(partBytes + 5_000);
  const key = `${createHash("sha256").update(content).digest("hex")}.mp4`;
  const parts = [content.subarray(0, partBytes), content.subarray(partBytes)];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-film-parts-"));
    store = await startCephStore(pages);
    const settings = { kind: "bucket" as const, bucket: store.settings };
    const places = { dataDir: "unused", secret: "a secret", clock: { now: () => new Date() } };
    ({ storage } = createPlaces({ settings, ...places, onAway: () => {} }));
    parted = storage.parted!;
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const begin = async (name = key) => ({ key: name, id: await parted.begin(name) });
  const sign = (file: { key: string; id: string }, number: number, part = parts[number - 1]!) =>
    parted.sign(file, { number, bytes: part.length, md5: md5Of(part) });
  const put = async (url: string, body: Buffer, md5 = md5Of(body)) => {
    const headers = { "Content-MD5": md5, Origin: pages };
    const answer = await fetch(url, { method: "PUT", body: body as Uint8Array<ArrayBuffer>, headers });
    const code = /<Code>(\w+)</.exec(await answer.text())?.[1] ?? null;
    return [answer.status, code, answer.headers.get("Access-Control-Allow-Origin")];
  };

  test("an address takes one part of one upload, of one length and content", async () => {
    const file = await begin();
    const denied = [403, "SignatureDoesNotMatch", null];
    const [first, last] = [await sign(file, 1), await sign(file, 2)];
    const moved = (change: (url: URL) => void) => {
      const url = new URL(last);
      change(url);
      return put(url.href, parts[1]!);
    };
    expect(await put(last, randomBytes(5_000), md5Of(parts[1]!))).toEqual([400, "BadDigest", pages]);
    expect(await put(last, randomBytes(5_000))).toEqual(denied);
    expect(await put(last, parts[1]!.subarray(1))).toEqual(denied);
    expect(await put(first, Buffer.concat([parts[0]!, Buffer.from("x")]), md5Of(parts[0]!))).toEqual(denied);
    expect(await moved((url) => url.searchParams.set("partNumber", "1"))).toEqual(denied);
    expect(await moved((url) => url.searchParams.set("X-Amz-Expires", "90000"))).toEqual(denied);
    expect(await moved((url) => (url.pathname = url.pathname.replace(key, "b".repeat(64))))).toEqual(denied);
    const other = await begin(`${"c".repeat(64)}.mp4`);
    expect(await moved((url) => url.searchParams.set("uploadId", other.id))).toEqual(denied);
    expect(await moved((url) => url.searchParams.delete("uploadId"))).toEqual(denied);
    expect(await parted.list(file)).toEqual([]);
    // Nothing can be read or removed by it either.
    for (const method of ["GET", "DELETE"]) expect((await fetch(first, { method })).status).toBe(403);
    await parted.abort(file);
    await parted.abort(other);
    expect([await parted.list(file), await parted.count()]).toEqual([null, 0]);
    expect((await put(last, parts[1]!))[1]).toBe("NoSuchUpload");
  });

  test("is refused when its time is over", async () => {
    const bucket = createBucket(store.settings);
    const file = { key: "k", id: await bucket.beginParts("k", "text/plain") };
    const part = { number: 1, bytes: 5_000, md5: md5Of(parts[1]!), expiresS: 1 };
    const url = await bucket.signPart(file, part);
    await expect
      .poll(() => put(url, parts[1]!), { interval: 500, timeout: 10_000 })
      .toEqual([403, "AccessDenied", null]);
    await bucket.abortParts(file);
  });

  test("parts are listed, can be sent again, and become the file; completing twice does no harm", async () => {
    const file = await begin();
    expect(await put(await sign(file, 2), parts[1]!)).toEqual([200, null, pages]);
    expect(await parted.list(file)).toMatchObject([{ number: 2, bytes: 5_000 }]);
    for (let n = 0; n < 2; n++) expect((await put(await sign(file, 1), parts[0]!))[0]).toBe(200);
    const all = await parted.list(file);
    expect(all).toMatchObject([
      { number: 1, bytes: partBytes },
      { number: 2, bytes: 5_000 },
    ]);
    expect(await parted.look(key, 10)).toBeNull();
    await parted.complete(file, all!);
    await parted.complete(file, all!);
    expect(await parted.list(file)).toBeNull();
    expect(await parted.look(key, 10)).toEqual({ bytes: content.length, head: content.subarray(0, 10) });
    const copy = await storage.borrow({ key, folder });
    expect((await readFile(copy!)).equals(content)).toBe(true);
  });

  test("a copy whose content is not what its name promises is refused", async () => {
    const file = await begin(`${"d".repeat(64)}.mp4`);
    await put(await sign(file, 2), parts[1]!);
    await parted.complete(file, (await parted.list(file))!);
    await expect(storage.borrow({ key: file.key, folder })).rejects.toMatchObject({ code: "upload_refused" });
  });

  test("abandoned uploads are removed: a film's parts after a week, others after a day", async () => {
    const [bucket, file] = [createBucket(store.settings), await begin()];
    const other = { key: "matinee/media/a", id: await bucket.beginParts("matinee/media/a", "text/plain") };
    const [before, later] = [new Date(Date.now() - 1e6), new Date(Date.now() + 1e6)];
    expect(await storage.arrivals!.abortUploads({ sent: before, others: before })).toBe(0);
    expect(await storage.arrivals!.abortUploads({ sent: before, others: later })).toBe(1);
    expect([await bucket.listParts(other), await parted.count()]).toEqual([null, 1]);
    expect(await storage.arrivals!.abortUploads({ sent: later, others: later })).toBe(1);
    expect(await parted.list(file)).toBeNull();
  });
});
