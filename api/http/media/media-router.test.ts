import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { signGrant } from "../../domain/playback/media/grant.ts";
import { createFileServer } from "./serve-file.ts";
import { createArtworkRouter, createMediaRouter, type SegmentEvent } from "./media-router.ts";
import * as wire from "../../../tests/setup/http-wire.ts";

const folder = wire.makeFolder();
const secret = "a secret of the tests, long enough to be one";
const clock = { now: () => new Date("2100-01-01T00:00:00Z") };
const expiresAt = new Date("2100-01-01T01:00:00Z");
const prefix = signGrant({ asset: "film", subject: "user-7", expiresAt }, secret);
const other = signGrant({ asset: "other", subject: "user-7", expiresAt }, secret);
const stale = signGrant({ asset: "film", subject: "user-7", expiresAt: clock.now() }, secret);
const events: SegmentEvent[] = [];
let server: wire.TestServer;

const options = {
  root: folder.path,
  secret,
  clock,
  onSegment: (event: SegmentEvent) => {
    events.push(event);
    throw new Error("of the listener");
  },
};

beforeAll(async () => {
  mkdirSync(join(folder.path, "film/240p"), { recursive: true });
  mkdirSync(join(folder.path, "other"));
  for (const name of [
    "master.m3u8",
    "240p/init.mp4",
    "240p/seg_00001.m4s",
    "sub.vtt",
    "sprite.webp",
    "a b#.jpg",
  ]) {
    writeFileSync(join(folder.path, "film", name), "0123456789");
  }
  for (const name of ["other/seg_00001.m4s", "film/poster.avif", "film/poster.svg"]) {
    writeFileSync(join(folder.path, name), "0123456789");
  }
  const app = new Hono();
  app.route("/media", createMediaRouter(options));
  app.route(
    "/artwork",
    createArtworkRouter({
      icon: async () => null,
      card: async () => null,
      serve: createFileServer({ root: folder.path, clock: { now: () => new Date() } }),
    }),
  );
  server = await wire.startTestServer(app);
});

afterEach(() => {
  events.length = 0;
});

afterAll(async () => {
  await server.stop();
  folder.remove();
});

const send = (method: string, target: string, headers?: Record<string, string>) =>
  wire.request(server.port, method, target, headers);

describe("media", () => {
  const immutable = "private, max-age=31536000, immutable";
  it.each([
    ["master.m3u8", "application/vnd.apple.mpegurl", "private, max-age=300"],
    ["240p/init.mp4", "video/mp4", immutable],
    ["240p/seg_00001.m4s", "video/iso.segment", immutable],
    ["sub.vtt", "text/vtt; charset=utf-8", "private, max-age=300"],
    ["sprite.webp", "image/webp", immutable],
    ["a%20b%23.jpg", "image/jpeg", immutable],
  ])("serves %s as %s, %s", async (name, type, cacheControl) => {
    const { status, headers, body } = await send("GET", `/media/${prefix}/film/${name}`);
    expect(status).toBe(200);
    expect(body.toString()).toBe("0123456789");
    expect(headers).toMatchObject({
      "content-type": type,
      "cache-control": cacheControl,
      "cross-origin-resource-policy": "same-site",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
  });

  it.each([
    ["another asset's grant", `/media/${other}/film/master.m3u8`, "This link is not valid\n"],
    ["no grant", "/media/x/film/master.m3u8", "This link is not valid\n"],
    ["a changed grant", `/media/${prefix.slice(0, -1)}!/film/master.m3u8`, "This link is not valid\n"],
    ["a grant of the past", `/media/${stale}/film/master.m3u8`, "This link has expired\n"],
    [
      "a way out to another asset",
      `/media/${prefix}/film/../other/seg_00001.m4s`,
      "This link is not valid\n",
    ],
  ])("refuses %s with 403", async (_, target, text) => {
    const { status, headers, body } = await send("GET", target);
    expect([status, body.toString(), headers["cache-control"]]).toEqual([403, text, "no-store"]);
    expect((await send("HEAD", target)).status).toBe(403);
  });

  it.each([
    `/media/${prefix}/film`,
    `/media/${prefix}/film/`,
    `/media/${prefix}/film/240p`,
    `/media/${prefix}/film/nothing.m4s`,
    `/media/${prefix}/film/..%2fother%2fseg_00001.m4s`,
    `/media/${prefix}/film/240p/%2e%2e%2f..%2f../other/seg_00001.m4s`,
    `/media/${prefix}/..%2fother/seg_00001.m4s`,
    `/media/${prefix}/film%00/master.m3u8`,
    "/media/",
  ])("%s is 404", async (target) => {
    expect((await send("GET", target)).status).toBe(404);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])("refuses %s with 405", async (method) => {
    for (const target of [`/media/${prefix}/film/master.m3u8`, "/media/x", "/artwork/film/poster.avif"]) {
      const { status, headers } = await send(method, target);
      expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  it("refuses to be made without a secret", () => {
    expect(() => createMediaRouter({ ...options, secret: "" })).toThrow(RangeError);
  });
});

describe("onSegment", () => {
  const segment = `/media/${prefix}/film/240p/seg_00001.m4s`;

  it("hears of a segment, and cannot stop it", async () => {
    expect((await send("GET", segment)).status).toBe(200);
    expect((await send("GET", segment, { Range: "bytes=0-1" })).status).toBe(206);
    const grant = { asset: "film", subject: "user-7", expiresAt };
    const path = "240p/seg_00001.m4s";
    expect(events).toEqual([
      { grant, path, userAgent: "", acceptLanguage: null },
      { grant, path, userAgent: "", acceptLanguage: null },
    ]);
  });

  it.each<[string, string, string, Record<string, string>]>([
    ["HEAD", "HEAD", segment, {}],
    ["304", "GET", segment, { "If-None-Match": "*" }],
    ["412", "GET", segment, { "If-Match": '"x"' }],
    ["416", "GET", segment, { Range: "bytes=90-" }],
    ["404", "GET", `/media/${prefix}/film/240p/seg_00002.m4s`, {}],
    ["403", "GET", `/media/${stale}/film/240p/seg_00001.m4s`, {}],
    ["a playlist", "GET", `/media/${prefix}/film/master.m3u8`, {}],
    ["an init segment", "GET", `/media/${prefix}/film/240p/init.mp4`, {}],
  ])("does not hear of %s", async (_, method, target, headers) => {
    await send(method, target, headers);
    expect(events).toEqual([]);
  });

  it("works in process", async () => {
    const app = new Hono().route("/media", createMediaRouter(options));
    expect(await (await app.request(segment)).text()).toBe("0123456789");
    expect(events).toHaveLength(1);
  });
});

describe("accel", () => {
  const app = new Hono().route("/media", createMediaRouter({ ...options, accel: "/_films/" }));

  it("hands the file to the front server", async () => {
    const response = await app.request(`/media/${prefix}/film/a%20b%23.jpg`, {
      headers: { range: "bytes=0-1" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-accel-redirect")).toBe("/_films/film/a%20b%23.jpg");
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(response.headers.get("content-length")).toBeNull();
    expect(await response.text()).toBe("");
  });

  it("still refuses, and still tells of segments", async () => {
    expect((await app.request(`/media/${stale}/film/master.m3u8`)).status).toBe(403);
    expect((await app.request(`/media/${prefix}/film/nothing.m3u8`)).status).toBe(404);
    await app.request(`/media/${prefix}/film/240p/seg_00001.m4s`);
    expect(events).toHaveLength(1);
  });

  it("needs a name", () => {
    expect(() => createMediaRouter({ ...options, accel: "/" })).toThrow(RangeError);
  });
});

describe("artwork", () => {
  it("is public, and cached for good when it has a version", async () => {
    const versioned = await send("GET", "/artwork/film/poster.avif?v=3");
    expect(versioned.status).toBe(200);
    expect(versioned.headers).toMatchObject({
      "content-type": "image/avif",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
    });
    const bare = await send("GET", "/artwork/film/poster.avif");
    expect(bare.headers["cache-control"]).toBe("public, max-age=300");
  });

  it.each([
    "/artwork/film/poster.svg",
    "/artwork/film/master.m3u8",
    "/artwork/film/240p/seg_00001.m4s",
    "/artwork/film/nothing.avif",
    "/artwork/other/..%2ffilm%2fposter.avif",
    "/artwork/..%2ffilm/poster.avif",
    "/artwork/film",
  ])("%s is 404", async (target) => {
    expect((await send("GET", target)).status).toBe(404);
  });
});
