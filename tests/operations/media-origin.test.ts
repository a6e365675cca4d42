import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCdnOrigin } from "../../api/domain/playback/media/media-origin.ts";
import { freePort } from "../setup/server-process.ts";
import {
  startBucketNginx,
  startBucketService,
  type BucketNginx,
  type BucketService,
  type Person,
} from "./setup/bucket-service.ts";
import { programs } from "./setup/programs.ts";

const there = programs.nginx !== null && spawnSync("openssl", ["version"]).status === 0;
const key = "the-key-in-MEDIA_ORIGIN_KEY-of-Matinee";
/** Path and query of an address at the CDN. */
const partsOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
const segment = (number: number) => `seg_${String(number).padStart(5, "0")}.m4s`;

describe.skipIf(!there)(
  "media from a CDN in front of a bucket, as deploy/nginx/film-cdn.conf configures it",
  () => {
    let service: BucketService;
    let cdn: BucketNginx;
    let origin: string;

    beforeAll(async () => {
      const port = await freePort();
      origin = `https://127.0.0.1:${port}`;
      service = await startBucketService({ MEDIA_ORIGIN: origin, MEDIA_ORIGIN_KEY: key });
      const bucket = new URL(service.store.origin).host;
      cdn = await startBucketNginx("film-cdn", { port, bucket, targets: [port] });
    }, 60_000);
    afterAll(async () => {
      await cdn?.stop();
      await service?.stop();
    });

    /** What the CDN answers to an address; `null` for an address elsewhere. */
    const fetched = async (url: string) => {
      expect(url.startsWith(`${origin}/`)).toBe(true);
      const { status, headers, text } = await cdn.get(partsOf(url));
      return { status, text, cache: headers["x-cache"], cors: headers["access-control-allow-origin"] };
    };
    const asked = () =>
      service.store.asked().filter((line) => line.includes(".m4s") || line.includes("init.mp4"));
    /** Every address that a media playlist names. */
    const named = (playlist: string) => [
      /URI="([^"]+)"/.exec(playlist)![1]!,
      ...playlist.split("\n").filter((line) => line && !line.startsWith("#")),
    ];

    test("a VIP plays all of it; a second viewer with another signature gets the copies; Node sends no segment", async () => {
      const first = await service.start("gold-room", "vip");
      const second = await service.start("gold-room", "leaving");
      expect(second.start.query).not.toBe(first.start.query);
      asked();
      for (const [{ hls }, cache] of [
        [first, "MISS"],
        [second, "HIT"],
      ]) {
        for (const rendition of ["v240", "v360"]) {
          const playlist = await (
            await service.ask(hls.replace("master.m3u8", `${rendition}/index.m3u8`))
          ).text();
          const addresses = named(playlist);
          expect(addresses).toHaveLength(13);
          for (const url of addresses)
            expect(await fetched(url)).toEqual({
              ...{ status: 200, text: url.includes("init.mp4") ? "init" : "segment" },
              ...{ cache, cors: "https://matinee.example" },
            });
        }
      }
      // Each of 26 files was read from the bucket once: by the CDN.
      expect(asked()).toHaveLength(26);
    });

    test("scripts find the same addresses without a playlist, and brief ones", async () => {
      const { start, now, expiresAt } = await service.start("open-sky", "member");
      expect(start).toMatchObject({ media: `${origin}/open-sky-1/v240/`, segments: [[2, 12]] });
      expect(await fetched(start.init)).toMatchObject({ status: 200, text: "init" });
      expect(await fetched(`${start.media}${segment(11)}${start.query}`)).toMatchObject({ status: 200 });
      expect(Date.parse(expiresAt) - Date.parse(now)).toBeLessThanOrEqual(30 * 60_000);
    });

    test("a membership that ends takes its address along", async () => {
      const { start } = await service.start("gold-room", "leaving");
      const expires = Number(new URLSearchParams(start.query).get("expires"));
      expect(expires * 1000).toBeLessThanOrEqual(Date.now() + 10 * 60_000);
    });

    test.each([
      ["another movie's", (url: string) => url.replace("open-sky-1", "gold-room-1")],
      [
        "of a later end",
        (url: string) => url.replace(/expires=(\d+)/, (_all, s: string) => `expires=${Number(s) + 60}`),
      ],
      ["with another signature", (url: string) => url.replace(/md5=../, "md5=AA")],
      ["as of one file", (url: string) => `${url}&only=1`],
      ["of the movie's folder itself", (url: string) => url.replace(/v240\/.*\?/, "?")],
      ["without a signature", (url: string) => url.replace(/\?.*/, "")],
      ["of a file that is not for viewers", (url: string) => url.replace("v240/init.mp4", "master.m3u8")],
    ])("an address %s is refused, and a page may read that", async (_what, change) => {
      const { start } = await service.start("open-sky");
      const changed = change(start.init);
      expect(changed).not.toBe(start.init);
      const { status, cors, text } = await fetched(changed);
      expect([403, 404]).toContain(status);
      expect(text).not.toMatch(/^(init|segment|#EXTM3U)/);
      if (status === 403) expect(cors).toBe("https://matinee.example");
    });

    test.each([undefined, "lapsed", "member"] as (Person | undefined)[])(
      "%s plays the teaser of a VIP's movie, file by file, and no file opens another",
      async (person) => {
        const { start, hls, teaser } = await service.start("gold-room", person);
        expect([teaser.needs, start.segments, start.query]).toEqual(["vip", [[2, 3]], undefined]);
        const playlist = await (
          await service.ask(hls.replace("master.m3u8", "v360/index.m3u8"), person)
        ).text();
        expect(named(playlist)).toEqual(["init.mp4", segment(0), segment(1), segment(2)]);
        for (const name of named(playlist)) {
          const answer = await service.ask(start.media + name, person);
          expect([answer.status, await answer.text()]).toEqual([302, ""]);
          const url = answer.headers.get("Location")!;
          expect(await fetched(url)).toMatchObject({ status: 200 });
          for (const further of [url.replace(/\w+\.(m4s|mp4)/, segment(3)), url.replace("v240", "v360")]) {
            expect(await fetched(further)).toMatchObject({ status: 403 });
            expect(await fetched(further.replace("&only=1", ""))).toMatchObject({ status: 403 });
          }
        }
        expect((await service.ask(start.media + segment(3), person)).status).toBe(403);
      },
    );

    test("an address that has ended is refused", async () => {
      const { whole } = createCdnOrigin({ url: origin, signing: { scheme: "nginx", key } });
      const address = (seconds: number) => {
        const { folder, query } = whole!("open-sky-1", new Date(Date.now() + seconds * 1_000));
        return `${folder}v240/${segment(0)}${query}`;
      };
      expect(await fetched(address(60))).toMatchObject({ status: 200 });
      expect(await fetched(address(-2))).toMatchObject({ status: 403, cors: "https://matinee.example" });
    });

    test("a download is led to each file, and gets as many bytes as it was told", async () => {
      const device = "d".repeat(22);
      const body = JSON.stringify({ id: "gold-room", index: 1, rendition: "240p", device, held: [] });
      const answer = await service.ask("/api/download/licence", "vip", { method: "POST", body });
      const { base, files } = ((await answer.json()) as { d: { base: string; files: [string, number][] } }).d;
      const media = files.filter(([path]) => /\.(?:m4s|mp4)$/.test(path));
      expect(media).toHaveLength(13);
      for (const [path, bytes] of media) {
        const led = await service.ask(base + path, "vip");
        expect((await fetched(led.headers.get("Location")!)).text).toHaveLength(bytes);
      }
      const playlist = await service.ask(`${base}v240/index.m3u8?as=segments`, "vip");
      expect(files).toContainEqual(["v240/index.m3u8", (await playlist.text()).length]);
    });

    test("a player without scripts is led to each file, and its browser may remember where", async () => {
      const { hlsTracked } = await service.start("gold-room", "vip");
      const playlist = await service.ask(hlsTracked.replace("master.m3u8", "v240/index.m3u8"), "vip");
      expect(named(await playlist.text())[1]).toBe(segment(0));
      const answer = await service.ask(hlsTracked.replace("master.m3u8", `v240/${segment(7)}`), "vip");
      expect(answer.headers.get("Cache-Control")).toMatch(/^private, max-age=\d{3}$/);
      expect(await fetched(answer.headers.get("Location")!)).toMatchObject({ status: 200, text: "segment" });
    });

    test.each([
      ["a lapsed member's old link", "gold-room-1", { uid: "lapsed", level: "vip" }, "lapsed", 403],
      ["another user's link", "gold-room-1", { uid: "vip", level: "vip" }, "member", 403],
      ["a deleted movie's link", "gone-1", { uid: null }, undefined, 404],
    ] as const)("%s leads nowhere", async (_what, asset, viewer, person, status) => {
      for (const file of [`v240/${segment(0)}`, "v240/init.mp4", "v240/index.m3u8"]) {
        const answer = await service.ask(service.path(asset, file, viewer), person);
        expect([answer.status, answer.headers.get("Location")]).toEqual([status, null]);
      }
    });

    test("a forged link leads nowhere, and pages may fetch media from the CDN", async () => {
      const link = service.path("open-sky-1", "v240/init.mp4", {});
      expect((await service.ask(link.replace("open-sky-1", "gold-room-1"))).status).toBe(403);
      const page = await service.ask("/video/open-sky");
      const policy = page.headers.get("Content-Security-Policy")!;
      for (const directive of ["connect-src", "media-src", "img-src"])
        expect(policy.split("; ").find((one) => one.startsWith(directive))).toContain(origin);
    });
  },
);
