import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subtitles } from "../../../api/db/schema.ts";
import { masterText } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";

/** Each piece contains its number; the last ones take the entitlement. */
const count = 12;
const piece = (n: number) => `[piece ${n} of the film]`;
const name = (n: number) => `seg_${String(n).padStart(5, "0")}.m4s`;
const playlist = [
  ...["#EXTM3U", "#EXT-X-TARGETDURATION:2", '#EXT-X-MAP:URI="init.mp4"'],
  ...Array.from({ length: count }, (_, n) => `#EXTINF:2.000000,\n${name(n)}`),
  ...["#EXT-X-ENDLIST", ""],
].join("\n");
const words = "WEBVTT\n\n00:01.000 --> 00:02.000\nEarly words\n\n00:09.000 --> 00:11.000\nLate words\n";

describe.each(["folder", "bucket"] as const)("a preview from a %s", (kind) => {
  let backend: TestBackend;
  let store: TestBucket | null = null;
  let at: string;
  // A test reads whatever a call answers.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  let d: any;

  beforeAll(async () => {
    store = kind === "bucket" ? await startBucket() : null;
    backend = await startTestBackend(store ? { storage: store.settings } : {});
    await addMovie(backend.db, { id: "gold", access: "vip", teaserS: 5 });
    const files: Record<string, string> = {
      "master.m3u8": masterText,
      "thumbnails.vtt": "WEBVTT\n\n00:00.000 --> 00:24.000\nsprite.webp#xywh=0,0,1,1\n",
      "sprite.webp": "all pictures",
      "progressive.mp4": "the whole film",
      "subs/en.vtt": words,
      "subs/en.m3u8": "#EXTM3U\n#EXTINF:24.000000,\nen.vtt\n#EXT-X-ENDLIST\n",
    };
    for (const rung of ["v240", "v360"]) {
      files[`${rung}/index.m3u8`] = playlist;
      files[`${rung}/init.mp4`] = "[init]";
      for (let n = 0; n < count; n++) files[`${rung}/${name(n)}`] = piece(n);
    }
    for (const [path, text] of Object.entries(files)) await backend.assetStore.write(`gold-1/${path}`, text);
    await backend.db.insert(subtitles).values({
      ...{ assetId: "gold-1", id: "en", locale: "en", label: "English" },
      ...{ kind: "subtitles", path: "subs/en.vtt" },
    });
    d = (await backend.get("playback/start", "?id=gold")).d;
    at = d.hls.replace("master.m3u8", "");
  });
  afterAll(async () => {
    await backend.close();
    await store?.close();
  });

  const read = async (path: string, init?: RequestInit) => {
    const answer = await backend.fetch(path.startsWith("/") ? path : at + path, init);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };

  test("opens the pieces up to its end, in every rendition, and none behind it", async () => {
    expect(d.start.segments).toEqual([[2, 3]]);
    for (const rung of ["v240", "v360"]) {
      expect(await read(`${rung}/init.mp4`)).toMatchObject({ status: 200, text: "[init]" });
      for (let n = 0; n < count; n++) {
        const { status, text } = await read(`${rung}/${name(n)}`);
        expect([n, status]).toEqual([n, n < 3 ? 200 : 403]);
        if (n < 3) expect(text).toBe(piece(n));
      }
    }
    expect((await read(d.start.init)).text).toBe("[init]");
    expect((await read("v240/seg_000000.m4s")).status).toBe(404);
  });

  test("has playlists and subtitles that end where it ends", async () => {
    expect((await read(d.hls)).text).toBe(masterText);
    const cut = await read("v360/index.m3u8");
    expect(cut.text.match(/seg_\d+/g)).toEqual(["seg_00000", "seg_00001", "seg_00002"]);
    expect(cut.text).toContain('#EXT-X-MAP:URI="init.mp4"');
    expect(cut.text.endsWith("#EXT-X-ENDLIST\n")).toBe(true);
    expect(cut.headers.get("content-type")).toBe("application/vnd.apple.mpegurl");
    expect((await read("subs/en.m3u8")).text).toContain("#EXTINF:6.000000,\nen.vtt");
    const said = await read(d.subtitles[0].url);
    expect(said.text).toContain("Early words");
    expect(said.text).not.toContain("Late words");
    const head = await read("v360/index.m3u8", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers.get("content-length")).toBe(String(cut.text.length));
  });

  test("is one file, for players that know no playlists; whole and in parts", async () => {
    const parts = ["[init]", piece(0), piece(1), piece(2)];
    const film = parts.join("");
    const starts = new Set(parts.map((_part, n) => parts.slice(0, n).join("").length));
    const whole = await read(d.progressive);
    expect(whole).toMatchObject({ status: 200, text: film });
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    await fc.assert(
      fc.asyncProperty(fc.nat(film.length - 1), fc.nat(film.length - 1), async (one, two) => {
        const [from, to] = [Math.min(one, two), Math.max(one, two)];
        // S3rver takes `bytes=0-0`, a file's first byte alone, for all of it.
        fc.pre(kind === "folder" || !starts.has(to));
        const part = await read(d.progressive, { headers: { Range: `bytes=${from}-${to}` } });
        expect(part).toMatchObject({ status: 206, text: film.slice(from, to + 1) });
      }),
      { numRuns: kind === "folder" ? 60 : 12 },
    );
    const beyond = await read(d.progressive, { headers: { Range: `bytes=${film.length}-` } });
    expect(beyond.status).toBe(416);
    const head = await read(d.progressive, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(film.length));
  });

  test.each([
    ...["progressive.mp4", "thumbnails.vtt", "sprite.webp", "subs/../progressive.mp4", "v240/../sprite.webp"],
    ...["v240//seg_00007.m4s", "v240/seg_00007.m4s%00", "v240/%2e%2e/progressive.mp4", "v240/seg_7.m4s"],
    ...["v240/seg_00007.m4s/", "V240/SEG_00007.M4S", "x/teaser.mp4", "v240/x.mp4", "../gold-1/sprite.webp"],
  ])("does not open %s", async (path) => {
    const { status, text } = await read(path);
    expect([403, 404]).toContain(status);
    expect(text).not.toMatch(/piece|film|pictures|sprite/);
  });

  test("can't be made longer: who changes the URL has none", async () => {
    const [, grant] = /\/media\/([^/]+)\//.exec(at)!;
    const longer = grant!.replace(/\.p\w+_\w+-/, ".pzz_zzzzz-");
    expect(longer).not.toBe(grant);
    expect((await read(at.replace(grant!, longer) + `v240/${name(9)}`)).status).toBe(403);
    expect(
      (await read(at.replace(grant!, grant!.replace(/\.p\w+_\w+-/, ".v-")) + "sprite.webp")).status,
    ).toBe(403);
  });

  test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
});
