import { createHash, randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { grantOf } from "../../contract/ingest/upload-grant.ts";
import { startBucket, type TestBucket } from "../setup/bucket.ts";
import { addMovie } from "../setup/catalogue.ts";
import { descriptors, multipart, sendAndCut, type RawRequest } from "../setup/cut-socket.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

/** What begins like a video, and like a picture: as much as is looked at while it comes. */
const film = Buffer.concat([Buffer.from("\0\0\0\u0020ftypisom", "latin1"), randomBytes(600_000)]);
const picture = Buffer.concat([Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"), randomBytes(600_000)]);
const nameOf = (content: Buffer, extension: string) =>
  `${createHash("sha256").update(content).digest("hex")}.${extension}`;

describe.each(["folder", "bucket"] as const)("uploads that are cut, into a %s", (kind) => {
  let dataDir: string;
  let store: TestBucket | null = null;
  let server: ServerProcess;
  let token: string;

  beforeAll(async () => {
    dataDir = await migratedFolder("cut");
    store = kind === "bucket" ? await startBucket() : null;
    const database = await openDatabase({ dataDir });
    await database.db.insert(users).values({ uid: "editor", anonymous: false, admin: 9 });
    token = await openSession(database.db, { uid: "editor", userAgent: "test", now: new Date() });
    await addMovie(database.db, { id: "cut" });
    await database.close();
    server = await startServer({
      DATA_DIR: dataDir,
      ...(store && {
        STORAGE_URL: `s3://films/matinee?endpoint=${store.origin}&forcePathStyle=1`,
        ...{ AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
      }),
    });
  });
  afterAll(async () => {
    await server.end();
    await store?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  // A test reads whatever a call answers.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const call = async (path: string): Promise<any> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { d: unknown }).d;
  };
  const claim = async (query = "") => {
    const [policy = "", signature = ""] = grantOf((await call(`oss/form${query}`)).form).split(".");
    return { policy, signature };
  };
  const posted = (
    path: string,
    fields: Parameters<typeof multipart>[0],
    headers: Record<string, string> = {},
  ): RawRequest => {
    const { type, body } = multipart(fields);
    return { method: "POST", path, headers: { "Content-Type": type, ...headers }, body };
  };
  const page = (path: string, fields: Parameters<typeof multipart>[0]) =>
    posted(path, fields, { Cookie: `matinee=${token}` });
  /** The pages that have these forms, by the part of the movie. */
  const movie = (part: string) => `/z/page/movie/detail/cut/${part}?send=`;

  /** Every door by which a file comes in. */
  const doors: Record<string, () => Promise<RawRequest>> = {
    "a form of oss/form": async () =>
      posted("/oss/upload", {
        ...(await claim()),
        key: nameOf(film, "mp4"),
        file: { name: "film.mp4", content: film },
      }),
    "a form for pictures": async () =>
      posted("/oss/upload", {
        ...(await claim("?purpose=picture")),
        key: nameOf(picture, "png"),
        file: { name: "picture.png", content: picture },
      }),
    "a piece of a large file": async () => {
      const { policy, signature } = await claim();
      const base = { "Tus-Resumable": "1.0.0", "Upload-Grant": `${policy}.${signature}` };
      const made = await fetch(`${server.url}/oss/resumable`, {
        method: "POST",
        headers: {
          ...{ ...base, "Upload-Length": String(film.length) },
          "Upload-Metadata": `key ${Buffer.from(nameOf(film, "mp4")).toString("base64")}`,
        },
      });
      const type = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0" };
      return {
        ...{ method: "PATCH", path: made.headers.get("Location")!, body: film },
        headers: { ...base, ...type },
      };
    },
    "a film's form without scripts": async () =>
      page(`${movie("video")}video&episode=1`, { file: { name: "film.mp4", content: film } }),
    "a poster's form": async () =>
      page(`${movie("artwork")}artwork`, {
        intent: "artwork-poster",
        file: { name: "a.png", content: picture },
      }),
    "a subtitle's form": async () =>
      page(`${movie("subtitles")}subtitles`, { locale: "en", file: { name: "a.srt", content: picture } }),
    "the profile's picture": async () =>
      page("/profile", { intent: "picture", picture: { name: "a.png", content: picture } }),
    "a message's picture": async () =>
      page("/page/feedback", { text: "See", screenshot: { name: "a.png", content: picture } }),
    "titles as CSV": async () =>
      page("/z/management/import", { file: { name: "titles.csv", content: picture } }),
    "a settings file": async () =>
      page("/z/page/settings", { intent: "import", file: { name: "s.json", content: picture } }),
  };

  test("a film's form without scripts takes a file that is larger than any text", async () => {
    const { path, headers, body } = await doors["a film's form without scripts"]!();
    const Origin = server.url;
    const sent = { method: "POST", headers: { ...headers, Origin }, body, redirect: "manual" } as RequestInit;
    const answer = await fetch(server.url + path, sent);
    // It asks whether to replace the video that is there.
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`value="${nameOf(film, "mp4")}"`);
  });

  const parts = async () =>
    (await readdir(join(dataDir, "uploads")).catch(() => [])).filter((name) => name.startsWith(".part-"));
  const settled = () =>
    vi.waitFor(
      async () => {
        expect((await descriptors(server.pid, dataDir)).files).toEqual([]);
        expect(await parts()).toEqual([]);
      },
      { timeout: 10_000, interval: 50 },
    );

  test.each(Object.keys(doors))("%s: neither a descriptor nor a part stays", async (name) => {
    for (const share of [0, 0.05, 0.5, 0.95, 0.999, 0.5])
      await sendAndCut(server.url, await doors[name]!(), share);
    await settled();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test("100 cuts, ten at a time, leave 0 descriptors, 0 sockets and 0 parts", async () => {
    await settled();
    await Promise.all(Array.from({ length: 10 }, () => doors["a form of oss/form"]!()));
    const before = await descriptors(server.pid, dataDir);
    for (let round = 0; round < 10; round++) {
      const requests = await Promise.all(Array.from({ length: 10 }, () => doors["a form of oss/form"]!()));
      await Promise.all(requests.map((one, n) => sendAndCut(server.url, one, (n + 1) / 11)));
    }
    await settled();
    await vi.waitFor(
      async () =>
        expect((await descriptors(server.pid, dataDir)).sockets).toBeLessThanOrEqual(before.sockets),
      { timeout: 15_000, interval: 100 },
    );
  });

  test("passed on by a process of pages alone: neither a descriptor nor a part stays in either", async () => {
    const pages = await startServer({ API_URL: server.url });
    try {
      for (const name of ["a form of oss/form", "a piece of a large file", "a film's form without scripts"])
        for (const share of [0, 0.5, 0.95]) await sendAndCut(pages.url, await doors[name]!(), share);
      await settled();
      expect((await descriptors(pages.pid, dataDir)).files).toEqual([]);
    } finally {
      await pages.end();
    }
  });

  test("a multipart body that ends before its file does is refused, and ends no other request", async () => {
    const { body, ...request } = await doors["a form of oss/form"]!();
    for (const share of [0.2, 0.5, 0.999]) {
      const short = body.subarray(0, Math.floor(body.length * share));
      const answer = await fetch(`${server.url}${request.path}`, {
        ...{ method: "POST", headers: request.headers, body: short as Uint8Array<ArrayBuffer> },
      });
      expect(answer.status).toBe(422);
    }
    await settled();
    expect(server.output()).not.toContain("unexpected error");
  });
});
