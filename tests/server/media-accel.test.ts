import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startVideoServer, type VideoServer } from "../setup/video-server.ts";
import { freePort } from "../setup/server-process.ts";

const there = spawnSync("nginx", ["-v"]).status === 0;
const segment = "v240/seg_00000.m4s";
const text = "0123456789".repeat(100);

/** The parts of docs/operations.md that concern videos. */
const configuration = (port: number, target: string, assetStore: string, folder: string) => `
daemon off; master_process off; worker_processes 1;
pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  types {}
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host:$server_port;
    location / { proxy_pass ${target}; }
    location /media-internal/ {
      internal;
      alias ${assetStore}/;
      sendfile on;
      add_header X-Content-Type-Options nosniff always;
      add_header Cross-Origin-Resource-Policy same-site always;
      add_header CDN-Cache-Control $upstream_http_cdn_cache_control;
    }
  }
}`;

async function listening(url: string): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("nginx did not come up");
}

describe.skipIf(!there)("films sent by nginx", () => {
  let assetStore: VideoServer;
  let nginx: ChildProcess;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    assetStore = await startVideoServer({ MEDIA_ACCEL: "/media-internal" });
    folder = await mkdtemp(join(tmpdir(), "matinee-nginx-"));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const file = join(folder, "nginx.conf");
    await writeFile(
      file,
      configuration(port, assetStore.server.url, join(assetStore.dataDir, "media"), folder),
    );
    nginx = spawn("nginx", ["-c", file, "-p", folder], { stdio: "ignore" });
    await listening(url);
  }, 40_000);
  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once("exit", resolve));
    nginx.kill("SIGTERM");
    await ended;
    await assetStore.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(url + path, { headers, method });

  test("a segment, with its type, its caching and what keeps it on this site", async () => {
    const answer = await get(assetStore.path(segment));
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "video/iso.segment",
      "cache-control": "private, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-site",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
    expect(answer.headers.get("cdn-cache-control")).toMatch(/^public, max-age=3\d{3}$/);
    // By nginx alone: our own server sends no file behind it.
    expect(answer.headers.get("x-accel-redirect")).toBeNull();
    expect((await get(assetStore.path(segment), {}, "HEAD")).headers.get("content-length")).toBe("1000");
  });

  test.each([
    ["bytes=0-9", 206, "0123456789"],
    ["bytes=-3", 206, "789"],
    ["bytes=995-", 206, "56789"],
    ["bytes=995-2000", 206, "56789"],
    ["bytes=5-2", 416, null],
    ["bytes=2000-", 416, null],
  ])("a part: %s", async (range, status, part) => {
    const answer = await get(assetStore.path(segment), { Range: range });
    expect(answer.status).toBe(status);
    if (part !== null) expect(await answer.text()).toBe(part);
  });

  test("what was fetched before is not sent again", async () => {
    const tag = (await get(assetStore.path(segment))).headers.get("etag")!;
    expect((await get(assetStore.path(segment), { "If-None-Match": tag })).status).toBe(304);
  });

  test.each([
    ["an expired link", () => assetStore.path(segment, { expiresAt: new Date(1_000_000) }), {}, 403],
    ["a link of another user", () => assetStore.path(segment, { uid: "one" }), { cookie: "two" }, 403],
    ["a changed link", () => assetStore.path(segment).replace("/film/", "!/film/"), {}, 403],
    ["another site's page", () => assetStore.path(segment), { "sec-fetch-site": "cross-site" }, 403],
    ["a way out", () => assetStore.path("..%2foutside.txt"), {}, 404],
    ["a folder", () => assetStore.path("v240/"), {}, 404],
    ["what is not there", () => assetStore.path("v240/seg_99999.m4s"), {}, 404],
    ["the folder behind it, without asking us", () => `/media-internal/film/${segment}`, {}, 404],
  ] as [string, () => string, { cookie?: "two" }, number][])(
    "not %s",
    async (_what, path, headers, status) => {
      const { cookie, ...more } = headers;
      const sent = cookie ? { ...more, cookie: `matinee=${assetStore.tokens[cookie]}` } : more;
      const answer = await get(path(), sent as Record<string, string>);
      expect(answer.status).toBe(status);
      expect(await answer.text()).not.toContain("0123456789");
    },
  );
});
