import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeBothForms } from "../setup/joined-film.ts";
import { freePort } from "../setup/server-process.ts";
import {
  startBucketNginx,
  startBucketService,
  type BucketNginx,
  type BucketService,
} from "./setup/bucket-service.ts";
import { programs } from "./setup/programs.ts";

const { chromium: executablePath, ffmpeg, nginx } = programs;
const there = ffmpeg && nginx && spawnSync("openssl", ["version"]).status === 0;

/** Films of which each rendition is one file in the bucket. */
describe.skipIf(!there)("one file for each rendition", () => {
  let folder: string;
  let forms: Awaited<ReturnType<typeof makeBothForms>>;
  let service: BucketService;
  let front: BucketNginx;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-joined-media-"));
    forms = await makeBothForms(folder, { seconds: 20 });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const begin = (env: Record<string, string>) =>
    startBucketService(env, (to) => cp(forms.joined, to, { recursive: true }));
  const end = async () => {
    await front?.stop();
    await service?.stop();
  };
  const segment = (name: string) => readFile(join(forms.segments, "v240", name));
  /** Address and range of each piece that a media playlist names, the init segment first. */
  const rangesOf = (playlist: string) => {
    const [, map, first] = /URI="([^"]+)",BYTERANGE="(\d+@\d+)"/.exec(playlist)!;
    const others = [...playlist.matchAll(/BYTERANGE:(\d+@\d+)\n(\S+)/g)];
    return [[first!, map!], ...others.map(([, range, url]) => [range!, url!])].map(([range, url]) => {
      const [length, start] = range!.split("@").map(Number) as [number, number];
      return { url: url!, range: `bytes=${start}-${start + length - 1}` };
    });
  };
  const names = ["init.mp4", ...[0, 1, 2, 3, 4, 5].map((n) => `seg_0000${n}.m4s`)];

  describe("from a CDN", () => {
    let origin: string;
    beforeAll(async () => {
      const port = await freePort();
      origin = `https://127.0.0.1:${port}`;
      const sitePort = String(await freePort());
      const key = "the-key-in-MEDIA_ORIGIN_KEY-of-Matinee";
      service = await begin({ PORT: sitePort, MEDIA_ORIGIN: origin, MEDIA_ORIGIN_KEY: key });
      const bucket = new URL(service.store.origin).host;
      front = await startBucketNginx("film-cdn", { port, bucket, targets: [port], site: service.server.url });
    }, 60_000);
    afterAll(end);

    const fetched = async (url: string, range: string) => {
      const { pathname, search } = new URL(url);
      return front.get(pathname + search, { Range: range });
    };

    test("a VIP's playlist names its bytes at the CDN, which keeps them for the next viewer", async () => {
      for (const [person, cache] of [
        ["vip", "MISS"],
        ["leaving", "HIT"],
      ] as const) {
        const { hls, start } = await service.start("gold-room", person);
        expect(start.joined.folder).toBe(`${origin}/gold-room-1/`);
        const playlist = await service.ask(hls.replace("master.m3u8", "v240/index.m3u8"), person);
        const pieces = rangesOf(await playlist.text());
        expect(pieces).toHaveLength(names.length);
        for (const [n, { url, range }] of pieces.entries()) {
          expect(url.startsWith(`${origin}/gold-room-1/v240/rendition.mp4?`)).toBe(true);
          const answer = await fetched(url, range);
          const wanted = (await segment(names[n]!)).toString();
          expect([n, answer.status, answer.text === wanted]).toEqual([n, 206, true]);
          if (n === 0) expect(answer.headers["x-cache"]).toBe(cache);
        }
        // Scripts know the address, and get it without one in each line.
        const short = await service.ask(hls.replace("master.m3u8", "v240/index.m3u8?as=ranges"), person);
        expect(rangesOf(await short.text())).toEqual(
          pieces.map(({ range }) => ({ url: "rendition.mp4", range })),
        );
      }
    });

    test.each([undefined, "lapsed", "member"] as const)(
      "%s gets a teaser's segments here, and no address that opens the file",
      async (person) => {
        const { hls, start } = await service.start("gold-room", person);
        expect([start.segments, start.joined, start.query]).toEqual([[[2, 3]], undefined, undefined]);
        const at = hls.replace("master.m3u8", "");
        const playlist = await (await service.ask(`${at}v240/index.m3u8?as=ranges`, person)).text();
        expect(playlist.match(/^[^#\n]+$/gm)).toEqual(names.slice(1, 4));
        for (const name of names.slice(0, 4)) {
          const answer = await service.ask(`${at}v240/${name}`, person);
          expect(answer.status).toBe(200);
          expect(Buffer.from(await answer.arrayBuffer()).equals(await segment(name))).toBe(true);
        }
        for (const name of [
          "seg_00003.m4s",
          "rendition.mp4",
          "rendition.mp4?as=segments",
          "progressive.mp4",
        ]) {
          const answer = await service.ask(`${at}v240/${name}`, person, { headers: { Range: "bytes=0-9" } });
          expect([name, answer.status, answer.headers.get("Location")]).toEqual([name, 403, null]);
        }
      },
    );

    test("the CDN refuses an address that is forged, of another movie, or of nothing", async () => {
      const { start } = await service.start("open-sky", "vip");
      const { folder: at, query } = start.joined as { folder: string; query: string };
      const url = `${at}v240/rendition.mp4${query}`;
      expect((await fetched(url, "bytes=0-9")).status).toBe(206);
      for (const changed of [
        ...[url.replace("open-sky-1", "gold-room-1"), url.replace(/md5=../, "md5=AA"), `${url}&only=1`],
        ...[url.replace(/\?.*/, ""), url.replace("v240/rendition.mp4", "master.m3u8")],
      ])
        expect([403, 404]).toContain((await fetched(changed, "bytes=0-9")).status);
    });

    test("a player without scripts has segments, which this server sends and counts", async () => {
      const { hlsTracked } = await service.start("gold-room", "vip");
      const at = hlsTracked.replace("master.m3u8", "v240/");
      expect(await (await service.ask(`${at}index.m3u8`, "vip")).text()).toContain("seg_00005.m4s");
      const answer = await service.ask(`${at}seg_00003.m4s`, "vip");
      expect(Buffer.from(await answer.arrayBuffer()).equals(await segment("seg_00003.m4s"))).toBe(true);
    });

    test.runIf(executablePath)(
      "a browser plays it: the beginning from here, the rest from the CDN",
      async () => {
        const browser = await chromium.launch({
          executablePath: executablePath!,
          args: ["--no-sandbox", "--disable-gpu"],
        });
        try {
          const context = await browser.newContext({ ignoreHTTPSErrors: true });
          const page = await context.newPage();
          const complaints: string[] = [];
          const sent = new Set<string>();
          page.on("console", (message) => {
            // The movies here have no pictures.
            if (message.type() === "error" && !message.location().url.includes("/artwork/"))
              complaints.push(message.text());
          });
          page.on("response", (response) => {
            const { origin: host, pathname } = new URL(response.url());
            const file = /(seg_\d+\.m4s|rendition\.mp4)$/.exec(pathname)?.[1];
            if (file) sent.add(`${response.status()} ${host} ${file.replace(/_\d+/, "_N")}`);
          });
          await page.goto(`${service.server.url}/video/open-sky`);
          const video = page.locator("video:visible").first();
          await video.waitFor();
          const placeS = () =>
            video.evaluate((element: HTMLVideoElement) => {
              if (element.paused) void element.play().catch(() => undefined);
              return element.currentTime;
            });
          await expect.poll(placeS, { timeout: 30_000, interval: 200 }).toBeGreaterThan(3);
          await video.evaluate((element: HTMLVideoElement) => void (element.currentTime = 15));
          await expect.poll(placeS, { timeout: 30_000, interval: 200 }).toBeGreaterThan(16);
          expect(complaints).toEqual([]);
          expect([...sent].sort()).toEqual([
            `200 ${service.server.url} seg_N.m4s`,
            `206 ${origin} rendition.mp4`,
          ]);
        } finally {
          await browser.close();
        }
      },
    );
  });

  test("a bucket without a CDN is led to with the range a player asks for", async () => {
    service = await begin({ MEDIA_ORIGIN: "bucket" });
    try {
      const { hls, start } = await service.start("gold-room", "vip");
      const at = hls.replace("master.m3u8", "v240/");
      expect(start.joined).toEqual({ folder: hls.replace("master.m3u8", ""), query: "" });
      const pieces = rangesOf(await (await service.ask(`${at}index.m3u8`, "vip")).text());
      const { url, range } = pieces[4]!;
      const led = await service.ask(at + url, "vip", { headers: { Range: range } });
      expect(led.status).toBe(302);
      const answer = await fetch(led.headers.get("Location")!, { headers: { Range: range } });
      const wanted = await segment(names[4]!);
      expect(Buffer.from(await answer.arrayBuffer()).equals(wanted)).toBe(true);
      const teaser = (await service.start("gold-room")).hls.replace("master.m3u8", "v240/rendition.mp4");
      expect((await service.ask(teaser, undefined, { headers: { Range: range } })).status).toBe(403);
    } finally {
      await service.stop();
    }
  }, 60_000);

  test("nginx fetches the ranges of a whole movie from the bucket, and Matinee sends a teaser", async () => {
    service = await begin({ MEDIA_ACCEL: "/media-internal", TRUST_PROXY: "loopback" });
    try {
      const bucket = new URL(service.store.origin).host;
      const targets: [number] = [Number(new URL(service.server.url).port)];
      const port = await freePort();
      front = await startBucketNginx("many-servers", { port, bucket, targets }, "media-bucket");
      const { hls } = await service.start("open-sky", "vip");
      const at = hls.replace("master.m3u8", "v240/");
      const [, , , , { url, range } = { url: "", range: "" }] = rangesOf(
        (await front.get(`${at}index.m3u8`)).text,
      );
      service.asked();
      const answer = await front.get(at + url, { Range: range });
      expect([answer.status, answer.text === (await segment(names[4]!)).toString()]).toEqual([206, true]);
      expect(service.asked()).toEqual([expect.stringMatching(/^GET .*rendition\.mp4\?.*X-Amz-Signature=/)]);
      const teaser = (await service.start("gold-room")).hls.replace("master.m3u8", "v240/");
      const beginning = await front.get(`${teaser}seg_00002.m4s`);
      expect(beginning.text === (await segment("seg_00002.m4s")).toString()).toBe(true);
      for (const file of ["seg_00003.m4s", "rendition.mp4"])
        expect((await front.get(teaser + file, { Range: range })).status).toBe(403);
    } finally {
      await end();
    }
  }, 60_000);
});
