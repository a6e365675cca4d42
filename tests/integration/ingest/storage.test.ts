import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlaces, type Places } from "../../../api/compose/storage.ts";
import type { StoredFile } from "../../../api/ports/files.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";

/** What every place of files has to do, whatever it is made of. */
const kinds = ["folder", "bucket"] as const;

async function collect(files: AsyncIterable<StoredFile>): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for await (const file of files) found.push(file);
  return found;
}

describe.each(kinds)("a %s", (kind) => {
  let dataDir: string;
  let store: TestBucket | null = null;
  let places: Places;
  const away: unknown[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "matinee-storage-"));
    store = kind === "bucket" ? await startBucket() : null;
    places = createPlaces({
      ...{ settings: store?.settings, dataDir, secret: "a secret", clock: { now: () => new Date() } },
      onAway: (error) => away.push(error),
    });
  });
  afterAll(async () => {
    await store?.close();
    await rm(dataDir, { recursive: true });
  });

  const all = async (folder?: string) =>
    (await collect(places.assetStore.list(folder))).map(({ path }) => path).sort();
  const aFile = async (bytes = 1_000) => {
    const content = randomBytes(bytes);
    const key = `${createHash("sha256").update(content).digest("hex")}.mp4`;
    await mkdir(places.arrivingDir, { recursive: true });
    const from = join(places.arrivingDir, `.part-${randomBytes(4).toString("hex")}`);
    await writeFile(from, content);
    return { content, key, from };
  };

  test("has nothing at first, and says so", async () => {
    expect(await all()).toEqual([]);
    expect(await all("no-film")).toEqual([]);
    expect(await places.assetStore.text("no-film/master.m3u8")).toBeNull();
    expect(await places.assetStore.facts("no-film/master.m3u8")).toBeNull();
    await places.assetStore.remove("no-film/master.m3u8");
    await places.assetStore.removeFolder("no-film");
  });

  test("keeps texts, lists what is not hidden, and takes one folder away and not its neighbour", async () => {
    const { assetStore } = places;
    for (const path of ["one/a.vtt", "one/subs/.b.vtt", "one/subs/c.vtt", "one-more/d.vtt"])
      await assetStore.write(path, `words of ${path}`);
    await assetStore.write("one/a.vtt", "other words");
    expect(await assetStore.text("one/a.vtt")).toBe("other words");
    expect(await assetStore.text("one/subs/.b.vtt")).toBe("words of one/subs/.b.vtt");
    expect(await assetStore.facts("one/a.vtt")).toMatchObject({ path: "one/a.vtt", bytes: 11 });
    expect(await all("one")).toEqual(["one/a.vtt", "one/subs/c.vtt"]);
    expect(await all()).toEqual(["one-more/d.vtt", "one/a.vtt", "one/subs/c.vtt"]);
    await assetStore.remove("one/a.vtt");
    await assetStore.removeFolder("one");
    expect([await all(), await assetStore.text("one/subs/.b.vtt")]).toEqual([["one-more/d.vtt"], null]);
    await assetStore.removeFolder("one-more");
  });

  test("shows nothing of a folder's playlist before all of it is there, and replaces what was there before", async () => {
    const { assetStore, mediaDir } = places;
    await assetStore.write("film/old/seg_00000.m4s", "of the film before");
    await assetStore.write("film/master.m3u8", "the film before");
    const from = join(mediaDir, ".encoding", "work");
    await mkdir(join(from, "v240"), { recursive: true });
    await writeFile(join(from, "master.m3u8"), "the film");
    for (const n of [0, 1, 2]) await writeFile(join(from, "v240", `seg_0000${n}.m4s`), `${n}`);
    const staged = await assetStore.stage({ folder: "film", from, last: "master.m3u8" });
    expect(await assetStore.text("film/master.m3u8")).not.toBe("the film");
    await staged.commit();
    expect(await assetStore.text("film/master.m3u8")).toBe("the film");
    expect(await all("film")).toEqual([
      "film/master.m3u8",
      ...[0, 1, 2].map((n) => `film/v240/seg_0000${n}.m4s`),
    ]);
    await expect(stat(from)).rejects.toThrow("ENOENT");
    await assetStore.removeFolder("film");
  });

  test("keeps a file under its name, once its owner is written down, and lends it", async () => {
    const { storage } = places;
    const { key, from, content } = await aFile();
    const order: string[] = [];
    await storage.keep({ key, from, note: async () => void order.push("noted") });
    expect(order).toEqual(["noted"]);
    await expect(stat(from)).rejects.toThrow("ENOENT");
    expect(await storage.read({ key, maxBytes: 1_000 })).toEqual(content);
    expect(await storage.read({ key, maxBytes: 999 })).toBeNull();
    const folder = await mkdtemp(join(tmpdir(), "matinee-borrow-"));
    expect(await readFile((await storage.borrow({ key, folder }))!)).toEqual(content);
    await rm(folder, { recursive: true });
    expect((await collect(storage.list())).map((one) => [one.path, one.bytes])).toEqual([[key, 1_000]]);
    await storage.remove(key);
    expect([await storage.read({ key, maxBytes: 1_000 }), await storage.borrow({ key, folder })]).toEqual([
      null,
      null,
    ]);
    await storage.remove(key);
  });

  test("keeps a file that is sent in parts", async () => {
    const { key, from, content } = await aFile(20 * 1024 * 1024 + 7);
    await places.storage.keep({ key, from, note: async () => {} });
    expect((await places.storage.read({ key, maxBytes: 1e9 }))!.equals(content)).toBe(true);
    await places.storage.remove(key);
  });

  test.each(["../secret", "a.mp4", `${"a".repeat(64)}.mp4/../x`, ""])(
    "has no file called %j",
    async (key) => {
      const { storage } = places;
      expect(await storage.read({ key, maxBytes: 10 })).toBeNull();
      expect(await storage.borrow({ key, folder: dataDir })).toBeNull();
      await storage.remove(key);
    },
  );

  test("nothing of this failed", () => expect(away).toEqual([]));
});

test("who keeps files in a folder loads nothing of the bucket's tools", async () => {
  const script = `
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ resolve: (name, context, next) => { const found = next(name, context); seen.push(found.url); return found; } });
    const aws = () => seen.filter((url) => url.includes("/@aws-sdk/")).length;
    await import("./api/compose/create-backend.ts");
    const before = aws();
    await import("@aws-sdk/client-s3");
    console.log(JSON.stringify({ before, after: aws() > 0 }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(JSON.parse(stdout)).toEqual({ before: 0, after: true });
});
