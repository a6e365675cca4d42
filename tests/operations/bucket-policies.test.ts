import { createHash, randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBucket } from "../../api/adapters/s3-storage/bucket.ts";
import { createPlaces } from "../../api/compose/storage.ts";
import type { Storage, UploadForm } from "../../api/ports/storage.ts";
import { startCephStore, type CephStore } from "./setup/ceph-store.ts";
import { programs } from "./setup/programs.ts";

const pages = "http://matinee.test";

/** What a bucket that checks signatures makes of our forms. */
describe.skipIf(!programs.radosgw)("a form for one file, sent to Ceph's gateway", () => {
  let store: CephStore;
  let storage: Storage;
  const content = randomBytes(5_000);
  const key = `${createHash("sha256").update(content).digest("hex")}.png`;

  beforeAll(async () => {
    store = await startCephStore(pages);
    const settings = { kind: "bucket" as const, bucket: store.settings };
    const clock = { now: () => new Date() };
    ({ storage } = createPlaces({
      settings,
      dataDir: "unused",
      secret: "a secret",
      clock,
      onAway: () => {},
    }));
  }, 120_000);
  afterAll(() => store?.close());

  const formOf = (uid: string) =>
    storage.presign({ uid, session: "s", maxBytes: 10_000, purpose: "picture", key, now: new Date() });
  const post = async (
    { form, url }: UploadForm,
    { bytes = content, change = {} as Record<string, string> } = {},
  ) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form, ...change })) body.append(name, value);
    body.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), "a.png");
    const answer = await fetch(url, { method: "POST", body, headers: { Origin: pages } });
    const code = /<Code>(\w+)</.exec(await answer.text())?.[1] ?? null;
    return [answer.status, code, answer.headers.get("Access-Control-Allow-Origin")];
  };

  test("is refused when it is too large, empty, of another type or name, forged, or another user's", async () => {
    const [mine, other] = [await formOf("one"), await formOf("another")];
    const policy = JSON.parse(Buffer.from(mine.form.Policy!, "base64").toString()) as object;
    const later = { ...policy, expiration: new Date(Date.now() + 1e9).toISOString() };
    const denied = [403, "AccessDenied", pages];
    const changed = (change: Record<string, string>) => post(mine, { change });
    expect(await post(mine, { bytes: randomBytes(10_001) })).toEqual([400, "EntityTooLarge", pages]);
    expect(await post(mine, { bytes: Buffer.alloc(0) })).toEqual([400, "EntityTooSmall", pages]);
    expect(await changed({ key: mine.form.key!.replace(key, `${"a".repeat(64)}.png`) })).toEqual(denied);
    expect(await changed({ key: other.form.key! })).toEqual(denied);
    expect(await changed({ "Content-Type": "text/html" })).toEqual(denied);
    expect(await changed({ "x-amz-meta-grant": other.form["x-amz-meta-grant"]! })).toEqual(denied);
    const forged = Buffer.from(JSON.stringify(later)).toString("base64");
    expect(await changed({ Policy: forged })).toEqual(denied);
    expect(await storage.arrivals!.find({ uid: "one", key })).toBeNull();
  });

  test("is refused when its time is over", async () => {
    const bucket = createBucket(store.settings);
    const { url, fields: form } = await bucket.post({ key: "k", fields: {}, conditions: [], expiresS: 1 });
    await expect
      .poll(() => post({ url, form }), { interval: 500, timeout: 10_000 })
      .toEqual([403, "AccessDenied", pages]);
  });

  test("is taken as it is, and the file counts once it was read", async () => {
    expect(await post(await formOf("one"))).toEqual([204, null, pages]);
    expect(await storage.read({ key, maxBytes: 1e6 })).toBeNull();
    const arrived = await storage.arrivals!.find({ uid: "one", key });
    expect(arrived).toMatchObject({ bytes: content.length, grant: { uid: "one", purpose: "picture" } });
    expect(await storage.arrivals!.find({ uid: "another", key })).toBeNull();
    expect((await text(await arrived!.read())).length).toBeGreaterThan(0);
    await arrived!.accept();
    expect(await storage.read({ key, maxBytes: 1e6 })).toEqual(content);
    expect(await storage.arrivals!.find({ uid: "one", key })).toBeNull();
  });
});
