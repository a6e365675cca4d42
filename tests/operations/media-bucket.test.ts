import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../setup/server-process.ts";
import {
  startBucketNginx,
  startBucketService,
  type BucketNginx,
  type BucketService,
} from "./setup/bucket-service.ts";
import { programs } from "./setup/programs.ts";

const there = programs.nginx !== null && spawnSync("openssl", ["version"]).status === 0;
const segment = "v240/seg_00000.m4s";

describe("media at presigned addresses of a bucket (MEDIA_ORIGIN=bucket)", () => {
  let service: BucketService;
  beforeAll(async () => {
    service = await startBucketService({ MEDIA_ORIGIN: "bucket" });
  }, 60_000);
  afterAll(() => service?.stop());

  const led = async (path: string, method = "GET") => {
    const answer = await service.ask(path, "vip", { method });
    expect([answer.status, await answer.text()]).toEqual([302, ""]);
    return { url: answer.headers.get("Location")!, caching: answer.headers.get("Cache-Control") };
  };

  test("each file is one request here and one there, of an address that all viewers have", async () => {
    const { start, expiresAt, now } = await service.start("gold-room", "vip");
    expect([start.query, start.media]).toEqual([undefined, expect.stringMatching(/^\/media\//)]);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(now));
    service.asked();
    const { url, caching } = await led(start.init);
    expect(caching).toMatch(/^private, max-age=[5-8]\d\d$/);
    expect(service.asked()).toEqual([]);
    const other = service.path("gold-room-1", "v240/init.mp4", { uid: "leaving", level: "vip" });
    // Unless five minutes end between the two.
    const same = async () =>
      (await led(start.init)).url === (await service.ask(other, "leaving")).headers.get("Location");
    await expect.poll(same).toBe(true);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, "init"]);
    expect(answer.headers.get("Content-Type")).toBe("video/mp4");
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=31536000, immutable");
    expect(Number(new URL(url).searchParams.get("X-Amz-Expires"))).toBe(900);
  });

  test("a HEAD is signed for itself, and playlists stay here", async () => {
    const { hls } = await service.start("gold-room", "vip");
    const at = (file: string) => hls.replace("master.m3u8", file);
    const [get, head] = [await led(at(segment)), await led(at(segment), "HEAD")];
    expect(head.url).not.toBe(get.url);
    expect((await fetch(head.url, { method: "HEAD" })).status).toBe(200);
    const playlist = await service.ask(at("v240/index.m3u8"), "vip");
    expect([playlist.status, (await playlist.text()).includes("http")]).toEqual([200, false]);
  });

  test("nothing leads beyond a teaser, to a deleted movie, or where a membership has ended", async () => {
    const { start } = await service.start("gold-room");
    await led(`${start.media}seg_00002.m4s`);
    const refused = [
      [`${start.media}seg_00003.m4s`, undefined, 403],
      [service.path("gone-1", segment, {}), undefined, 404],
      [service.path("gold-room-1", segment, { uid: "lapsed", level: "vip" }), "lapsed", 403],
      [`${start.media.replace("/v240/", "/../gold-room-1/")}seg_00003.m4s`, undefined, 403],
    ] as const;
    for (const [path, person, status] of refused) {
      const answer = await service.ask(path, person);
      expect([path, answer.status, answer.headers.get("Location")]).toEqual([path, status, null]);
    }
  });
});

describe.skipIf(!there)(
  "media that nginx fetches from a bucket, as deploy/nginx/media-bucket.conf configures it",
  () => {
    let service: BucketService;
    let nginx: BucketNginx;
    beforeAll(async () => {
      service = await startBucketService({ MEDIA_ACCEL: "/media-internal", TRUST_PROXY: "loopback" });
      const bucket = new URL(service.store.origin).host;
      const targets: [number] = [Number(new URL(service.server.url).port)];
      nginx = await startBucketNginx(
        "many-servers",
        { port: await freePort(), bucket, targets },
        "media-bucket",
      );
    }, 60_000);
    afterAll(async () => {
      await nginx?.stop();
      await service?.stop();
    });

    const bearer = () => ({ Authorization: `Bearer ${service.tokens.vip}`, Cookie: "matinee=of-a-session" });

    test("a segment arrives whole, with its type and caching; Node has sent none of it", async () => {
      const { start } = await service.start("gold-room", "vip");
      service.asked();
      const answer = await nginx.get(`${start.media}seg_00000.m4s`, bearer());
      expect([answer.status, answer.text]).toEqual([200, "segment"]);
      expect(answer.headers).toMatchObject({
        "content-type": "video/iso.segment",
        "cache-control": "private, max-age=31536000, immutable",
        "cross-origin-resource-policy": "same-site",
        "x-content-type-options": "nosniff",
      });
      expect(answer.headers["x-accel-redirect"]).toBeUndefined();
      // Neither a look nor a read but nginx's own.
      expect(service.asked()).toEqual([expect.stringMatching(/^GET .*seg_00000\.m4s\?.*X-Amz-Signature=/)]);
    });

    test("parts, what is known already, and a HEAD", async () => {
      const { start } = await service.start("open-sky", "vip");
      const path = `${start.media}seg_00001.m4s`;
      const part = await nginx.get(path, { Range: "bytes=0-2" });
      expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "seg", "bytes 0-2/7"]);
      const { etag } = (await nginx.get(path)).headers;
      expect((await nginx.get(path, { "If-None-Match": etag as string })).status).toBe(304);
      const head = await nginx.get(path, {}, "HEAD");
      expect([head.status, head.headers["content-length"], head.text]).toEqual([200, "7", ""]);
    });

    test("refused here is refused; the internal location is closed, and a missing file is missing", async () => {
      const { start } = await service.start("gold-room");
      expect((await nginx.get(`${start.media}seg_00002.m4s`)).status).toBe(200);
      expect((await nginx.get(`${start.media}seg_00003.m4s`)).status).toBe(403);
      expect((await nginx.get(service.path("gone-1", segment, {}))).status).toBe(404);
      expect((await nginx.get(service.path("open-sky-1", "v240/seg_99999.m4s", {}))).status).toBe(404);
      expect((await nginx.get(`/media-internal/films/matinee/media/gold-room-1/${segment}`)).status).toBe(
        404,
      );
    });

    test("while the bucket is away requests fail at once; afterwards they work again", async () => {
      const { hls } = await service.start("open-sky", "vip");
      const playlist = hls.replace("master.m3u8", "v240/index.m3u8");
      expect((await nginx.get(playlist, bearer())).text).toContain("seg_00011.m4s");
      service.store.line("down");
      expect((await nginx.get(hls.replace("master.m3u8", segment), bearer())).status).toBe(502);
      expect((await nginx.get(playlist, bearer())).status).toBe(503);
      service.store.line("up");
      expect((await nginx.get(playlist, bearer())).status).toBe(200);
    });
  },
);
