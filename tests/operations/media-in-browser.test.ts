import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFfmpegMedia } from "../../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { freePort } from "../setup/server-process.ts";
import { makeVideo } from "../setup/videos.ts";
import {
  startBucketNginx,
  startBucketService,
  type BucketNginx,
  type BucketService,
} from "./setup/bucket-service.ts";
import { programs } from "./setup/programs.ts";

const { chromium: executablePath, ffmpeg, nginx } = programs;
const there = executablePath && ffmpeg && nginx && spawnSync("openssl", ["version"]).status === 0;

describe.skipIf(!there)("a browser plays what a CDN in front of a bucket sends", () => {
  let folder: string;
  let service: BucketService;
  let cdn: BucketNginx;
  let origin: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-played-"));
    const film = join(folder, "film");
    const tool = await createFfmpegMedia({ anyVersion: true });
    const source = await makeVideo(folder, { seconds: 30, size: "320x240" });
    await tool.encodeHls({ source, outDir: film, rungs: [240], lowPriority: false });
    const [port, sitePort] = [await freePort(), await freePort()];
    origin = `https://127.0.0.1:${port}`;
    service = await startBucketService(
      {
        ...{ PORT: String(sitePort), MEDIA_ORIGIN: origin },
        MEDIA_ORIGIN_KEY: "the-key-in-MEDIA_ORIGIN_KEY-of-Matinee",
      },
      (to) => cp(film, to, { recursive: true }),
    );
    const bucket = new URL(service.store.origin).host;
    cdn = await startBucketNginx("film-cdn", { port, bucket, targets: [port], site: service.server.url });
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ["--no-sandbox", "--disable-gpu"],
    });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await cdn?.stop();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /**
   * Plays a movie for some seconds.
   * @param by a kind of request for segments that has to occur: `fetch` of early playback, `xhr` of hls.js, `media` of the browser itself
   * @returns where its segments came from, and what the console complained about
   */
  async function play(movie: string, { scripts, by }: { scripts: boolean; by: "fetch" | "xhr" | "media" }) {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: scripts });
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      const hosts = new Set<string>();
      const kinds = new Set<string>();
      page.on("console", (message) => {
        // The movies here have no pictures.
        if (message.type() === "error" && !message.location().url.includes("/artwork/"))
          complaints.push(message.text());
      });
      page.on("response", (response) => {
        const url = new URL(response.url());
        if (!/seg_\d+\.m4s$/.test(url.pathname)) return;
        hosts.add(`${response.ok() ? "bytes" : response.status()} ${url.origin}`);
        kinds.add(response.request().resourceType());
      });
      await page.goto(`${service.server.url}/video/${movie}`);
      const video = page.locator("video:visible").first();
      await video.waitFor();
      const placeS = () =>
        video.evaluate((element: HTMLVideoElement) => {
          if (element.paused) void element.play().catch(() => undefined);
          return element.currentTime;
        });
      await expect.poll(placeS, { timeout: 20_000, interval: 200 }).toBeGreaterThan(3);
      await expect.poll(() => [...kinds], { timeout: 20_000 }).toContain(by);
      return { complaints, hosts: [...hosts].sort() };
    } finally {
      await context.close();
    }
  }

  test("with scripts: each segment is one request, to the CDN, of hls.js too", async () => {
    const { complaints, hosts } = await play("open-sky", { scripts: true, by: "xhr" });
    expect(complaints).toEqual([]);
    expect(hosts).toEqual([`bytes ${origin}`]);
  });

  test.each([
    ["a teaser, with scripts", "gold-room", { scripts: true, by: "fetch" }],
    ["a movie, without scripts", "open-sky", { scripts: false, by: "media" }],
  ] as const)("%s: each segment is redirected to the CDN", async (_what, movie, how) => {
    const { complaints, hosts } = await play(movie, how);
    expect(complaints).toEqual([]);
    expect(hosts).toEqual([`302 ${service.server.url}`, `bytes ${origin}`]);
  });
});
