import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assets, encodings, episodes, uploads } from "../../../api/db/schema.ts";
import { grantOf, keyIn } from "../../../contract/ingest/upload-grant.ts";
import type { Encoding } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeVideo } from "../../setup/videos.ts";
import { madeUpFile, resumable } from "../../setup/resumable.ts";

/** The doors people use, with each storage behind them. */
describe.each(["folder", "bucket"] as const)("with a %s", (kind) => {
  let api: TestBackend;
  let store: TestBucket | null = null;
  let folder: string;
  let admin: { uid: string; token: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-doors-"));
    store = kind === "bucket" ? await startBucket() : null;
    api = await startTestBackend({ ...(store && { storage: store.settings }) });
    admin = await api.person({ admin: 2 });
    await api.worker.start();
  });
  afterAll(async () => {
    await api.close();
    await store?.close();
    await rm(folder, { recursive: true });
  });

  const formOf = async (token: string, query = "") =>
    (await api.get("oss/form", query, { token })).d as { form: Record<string, string>; url: string };
  const stored = async () => {
    const found: string[] = [];
    for await (const { path } of api.storage.list()) found.push(path);
    return found;
  };
  /** As the specification says: the form's fields and the file, named by its hash, to the form's own address. */
  const send = async (content: Buffer, { token, extension, query = "", name }: Sending) => {
    const { form, url } = await formOf(token, query);
    const key = name ?? `${createHash("sha256").update(content).digest("hex")}.${extension}`;
    const body = new FormData();
    for (const [field, value] of Object.entries({ ...form, key: keyIn(form, key) }))
      body.append(field, value);
    body.append("file", new Blob([content as Uint8Array<ArrayBuffer>]), key);
    const answer = await (url.startsWith("/")
      ? api.fetch(url, { method: "POST", body })
      : fetch(url, { method: "POST", body }));
    return { key, status: answer.status };
  };
  type Sending = { token: string; extension: string; query?: string; name?: string };
  const picture = (red: number) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: { r: red, g: 9, b: 9 } } })
      .png()
      .toBuffer();
  const message = (screenshot: string, token: string) =>
    api.post(
      "feedback/create",
      { key: randomUUID(), category: "idea", text: "See the picture", screenshot },
      { token },
    );
  const until = async (id: string): Promise<Encoding> => {
    for (;;) {
      const { d } = await api.get("z/encoding/detail", `?id=${id}`, admin);
      if (["ready", "failed"].includes(d.state)) return d;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const start = async (movie: string, source: string) => {
    await addMovie(api.db, { id: movie, ready: 0 });
    const key = randomUUID();
    return { key, ...(await api.post("z/encoding/start", { key, movie, index: 1, source }, admin)) };
  };

  test("a picture is stored by its form, and shown by a link to permitted users alone", async () => {
    const { token } = await api.person();
    const content = await picture(1);
    const { key, status } = await send(content, { token, extension: "png", query: "?purpose=picture" });
    expect([200, 204]).toContain(status);
    const { d, c } = await message(key, token);
    expect(c).toBe(0);
    expect(await stored()).toEqual([key]);
    const shown = await api.get("z/feedback/detail", `?receipt=${d.receipt}`, {
      token: (await api.person({ admin: 9 })).token,
    });
    const link = shown.d.screenshot as string;
    const answer = await api.fetch(link);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
    expect(
      (await api.fetch(link.replace(/.(?=\/[^/]+$)/, (last) => (last === "A" ? "Q" : "A")))).status,
    ).toBe(403);
    // Knowing the name does not count as having sent it.
    expect((await message(key, (await api.person()).token)).c).toBe(422);
  });

  const named = (content: Buffer, extension: string) =>
    `${createHash("sha256").update(content).digest("hex")}.${extension}`;
  const arrived = async () => {
    const found: string[] = [];
    for await (const { path } of api.storage.arrivals?.list() ?? []) found.push(path);
    return found;
  };

  test("a form for one name takes a user's picture straight to where it is stored", async () => {
    const { token } = await api.person();
    const content = await picture(3);
    const key = named(content, "png");
    const query = `?purpose=picture&key=${key}`;
    const { form, url } = await formOf(token, query);
    expect(url.startsWith("/")).toBe(store === null);
    // It is bound to this name: another one is not what was asked for.
    if (store) expect(form.key).toMatch(new RegExp(`^matinee/incoming/[0-9a-f]{24}/${key}$`));
    expect([200, 204]).toContain((await send(content, { token, extension: "png", query })).status);
    expect((await message(key, (await api.person()).token)).c).toBe(422);
    expect((await message(key, token)).c).toBe(0);
    expect(await stored()).toContain(key);
    expect(await arrived()).toEqual([]);
  });

  test("a movie's pictures and avatars are kept where uploads are, and served by the same URLs", async () => {
    const sized = (red: number) =>
      sharp({ create: { width: 640, height: 960, channels: 3, background: { r: red, g: 9, b: 9 } } })
        .png()
        .toBuffer();
    const brought = async (content: Buffer, token: string, purpose = "") => {
      const key = named(content, "png");
      await send(content, { token, extension: "png", query: `?key=${key}${purpose}` });
      return key;
    };
    await addMovie(api.db, { id: `drawn-${kind}`, ready: 0 });
    const show = async (path: string) => {
      const answer = await api.fetch(path);
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const shown: Buffer[] = [];
    let revision = 0;
    for (const red of [10, 200]) {
      const key = await brought(await sized(red), admin.token);
      const input = { id: `drawn-${kind}`, revision, role: "poster", key };
      const { c, d } = await api.post("z/movie/artwork", input, admin);
      expect(c).toBe(0);
      ({ revision } = d);
      const { answer, bytes } = await show(`${d.artwork.path}/poster-320.webp?v=${d.artwork.version}`);
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
      expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      const headers = { "If-None-Match": answer.headers.get("ETag")! };
      expect((await api.fetch(`${d.artwork.path}/poster-320.webp`, { headers })).status).toBe(304);
      shown.push(bytes);
    }
    // The second picture is seen at once, though the file's name is the first one's.
    expect(shown[0]!.equals(shown[1]!)).toBe(false);
    const { token } = await api.person({ anonymous: false });
    const avatars: string[] = [];
    for (const red of [20, 30]) {
      const key = await brought(await sized(red), token, "&purpose=picture");
      avatars.push((await api.post("profile/avatar", { key }, { token })).d.avatar as string);
    }
    const served = avatars.map(async (avatar) => (await show(avatar)).answer.status);
    expect(await Promise.all(served)).toEqual([404, 200]);
    const folders = store ? [] : ["_avatars", "_replaced", `drawn-${kind}`];
    expect((await readdir(join(api.dataDir, "artwork")).catch(() => [])).sort()).toEqual(folders);
  });

  test("what is sent by a form for one name is still read before it counts", async () => {
    const { token } = await api.person();
    const content = await picture(4);
    const lies = [
      { content, name: `${"c".repeat(64)}.png` },
      { content: Buffer.from("<script>alert(1)</script>"), name: null },
    ];
    for (const { content, name } of lies) {
      const key = name ?? named(content, "png");
      const query = `?purpose=picture&key=${key}`;
      await send(content, { token, extension: "png", query, name: key });
      expect((await message(key, token)).c).toBe(422);
      expect(await stored()).not.toContain(key);
    }
    expect(await arrived()).toEqual([]);
    const film = `?purpose=picture&key=${"d".repeat(64)}.mp4`;
    expect((await api.get("oss/form", film, { token })).c).toBe(422);
  });

  test("what is not what its name promises is no file, and nothing of it stays", async () => {
    const { token } = await api.person();
    const before = await stored();
    const wrong = await send(await picture(2), {
      token,
      extension: "png",
      query: "?purpose=picture",
      name: `${"a".repeat(64)}.png`,
    });
    expect((await message(wrong.key, token)).c).toBe(422);
    const text = await send(Buffer.from("<script>alert(1)</script>"), {
      token,
      extension: "png",
      query: "?purpose=picture",
    });
    expect((await message(text.key, token)).c).toBe(422);
    const film = await send(randomBytes(100), { token, extension: "mp4", query: "?purpose=picture" });
    expect((await api.post("account/avatar", { key: film.key }, { token })).c).not.toBe(0);
    expect((await stored()).filter((key) => !before.includes(key))).toEqual([]);
    // What a stranger sends is judged by us, also where videos go straight to the bucket.
    expect([wrong.status, text.status, film.status]).toEqual([422, 422, 422]);
    expect(await stored()).toEqual(before);
    for await (const { path } of api.storage.arrivals?.list() ?? []) expect(path).toBeUndefined();
  });

  test("a form without scripts is named after its content", async () => {
    const { form } = await formOf(admin.token);
    const [policy = "", signature = ""] = grantOf(form).split(".");
    const body = new FormData();
    for (const [field, value] of Object.entries({ policy, signature })) body.append(field, value);
    const film = Buffer.from("\x1a\x45\xdf\xa3 a film", "latin1");
    body.append("file", new Blob([film]), "My Holiday.MKV");
    const answer = await api.fetch("/oss/upload", { method: "POST", body });
    const key = `${createHash("sha256").update(film).digest("hex")}.mkv`;
    expect(await answer.json()).toMatchObject({ c: 0, d: { key } });
    expect(await stored()).toContain(key);
    expect(await readdir(join(api.dataDir, "uploads"))).toEqual(store ? [] : expect.arrayContaining([key]));
  });

  test("a film comes in pieces, and is stored once", async () => {
    const { form } = await formOf(admin.token);
    const tus = resumable((path, init) => api.fetch(path, init), form);
    const { key, content } = madeUpFile(300_000);
    const path = (await tus.create(key, content.length)).headers.get("Location")!;
    await tus.send(path, 0, content.subarray(0, 100_000));
    expect(await tus.offset(path)).toBe(100_000);
    expect((await tus.send(path, 100_000, content.subarray(100_000))).status).toBe(204);
    expect(await api.storage.read({ key, maxBytes: 1e6 })).toEqual(content);
    expect((await tus.create(key, content.length)).status).toBe(409);
    expect(await readdir(join(api.dataDir, "resumable"))).toEqual([]);
  });

  test("a film that was sent is encoded and plays, with its sounds and subtitles, in every part a player asks for", async () => {
    const content = await readFile(await makeVideo(folder, { seconds: 4, rich: true }));
    const { key } = await send(content, { token: admin.token, extension: "mkv" });
    const begun = await start(`played-${kind}`, key);
    expect(begun.c).toBe(0);
    expect(await until(begun.key)).toMatchObject({ state: "ready", problem: null });
    const { d } = await api.get("playback/start", `?id=played-${kind}&index=1`);
    expect(d.renditions.map(({ name }: { name: string }) => name)).toEqual(["240p", "360p"]);
    expect([d.audio.length, d.subtitles.length]).toEqual([2, 2]);
    const base = d.hls.slice(0, d.hls.lastIndexOf("/"));
    expect(await (await api.fetch(d.hls)).text()).toContain('URI="subs/de.m3u8"');
    expect(await (await api.fetch(d.subtitles[0].url)).text()).toMatch(/^WEBVTT/);
    const segment = `${base}/v240/seg_00000.m4s`;
    const whole = await api.fetch(segment);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get("Content-Length")]).toEqual([200, String(bytes.length)]);
    const part = async (range: string) => {
      const answer = await api.fetch(segment, { headers: { Range: range } });
      return [
        answer.status,
        answer.headers.get("Content-Range"),
        Buffer.from(await answer.arrayBuffer()),
      ] as const;
    };
    const all = bytes.length;
    expect(await part("bytes=10-19")).toEqual([206, `bytes 10-19/${all}`, bytes.subarray(10, 20)]);
    expect(await part("bytes=-5")).toEqual([206, `bytes ${all - 5}-${all - 1}/${all}`, bytes.subarray(-5)]);
    expect((await part(`bytes=${all}-`)).slice(0, 2)).toEqual([416, `bytes */${all}`]);
    const [status, , several] = await part("bytes=0-1,5-6");
    expect([status, several.includes(bytes.subarray(5, 7))]).toEqual([206, true]);
    const etag = whole.headers.get("ETag")!;
    expect((await api.fetch(segment, { headers: { "If-None-Match": etag } })).status).toBe(304);
    const head = await api.fetch(segment, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, etag, ""]);
    // The right to it is asked as ever.
    const grant = /^\/media\/([^/]+)\//.exec(base)![1]!;
    const forged = `${grant.slice(0, -1)}${grant.endsWith("_") ? "-" : "_"}`;
    expect((await api.fetch(segment.replace(grant, forged))).status).toBe(403);
    expect((await api.fetch(`${base}/v240/seg_09999.m4s`)).status).toBe(404);
    expect((await api.fetch(`${base}/..%2f..%2fuploads/${key}`)).status).toBe(404);
    // It is emptied after the video is ready.
    await expect.poll(() => readdir(join(api.dataDir, "media", ".encoding"))).toEqual([]);
    if (store) expect(await readdir(join(api.dataDir, "media"))).toEqual([".encoding"]);
    const [row] = await api.db.select().from(encodings).where(eq(encodings.id, begun.key));
    const [film] = await api.db.select().from(assets).where(eq(assets.id, row!.assetId!));
    expect(film!.state).toBe("ready");
    expect(await api.db.select().from(uploads).where(eq(uploads.key, key))).toHaveLength(1);
    expect(await api.db.select().from(episodes).where(eq(episodes.assetId, film!.id))).toHaveLength(1);
  });

  test("nothing of this was a bug", () => expect(api.bugs).toEqual([]));
});
