import { expect, test, vi } from "vitest";
import type { PlaybackStart } from "../../../../contract/index.ts";
import { earlySourceOf } from "../../../performance/early-source.ts";
import { playlistsOf, presentUrl, underGrant } from "./playlists.ts";
import { bufferSizes, tuning } from "./tuning.ts";

const master = [
  "#EXTM3U",
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES',
  '#EXT-X-STREAM-INF:BANDWIDTH=171108,RESOLUTION=426x240,CODECS="avc1.4d4015,mp4a.40.2"',
  "v240/index.m3u8",
  '#EXT-X-STREAM-INF:BANDWIDTH=361452,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2"',
  "v360/index.m3u8",
  "",
].join("\n");

const episode = (more: Partial<PlaybackStart> = {}) =>
  ({
    hls: "/media/1.s-u.abc/m1-1/master.m3u8",
    master,
    durationS: 5,
    positionS: 0,
    start: {
      init: "/media/1.s-u.abc/m1-1/v240/init.mp4",
      media: "/media/1.s-u.abc/m1-1/v240/",
      segments: [
        [2, 2],
        [1, 1],
      ],
    },
    ...more,
  }) as PlaybackStart;

test("all playlists of a film are known by their URLs, and say the same as the server's", () => {
  const known = playlistsOf(episode());
  expect([...known.keys()]).toEqual([
    "/media/1.s-u.abc/m1-1/master.m3u8",
    "/media/1.s-u.abc/m1-1/v240/index.m3u8",
    "/media/1.s-u.abc/m1-1/v360/index.m3u8",
  ]);
  expect(known.get("/media/1.s-u.abc/m1-1/v360/index.m3u8")?.split("\n").slice(5)).toEqual([
    '#EXT-X-MAP:URI="init.mp4"',
    "#EXTINF:2,",
    "seg_00000.m4s",
    "#EXTINF:2,",
    "seg_00001.m4s",
    "#EXTINF:1,",
    "seg_00002.m4s",
    "#EXT-X-ENDLIST",
    "",
  ]);
});

test.each<[what: string, segments: PlaybackStart["start"]["segments"], targetS: number]>([
  [
    "segments of several lengths",
    [
      [2, 3],
      [6, 899],
    ],
    6,
  ],
  [
    "frames that don't fill seconds",
    [
      [2.002, 3],
      [6.006, 10],
      [0.5, 1],
    ],
    6,
  ],
  ["a film of a moment", [[0.4, 1]], 1],
])("the target duration is the longest segment, rounded: %s", (_what, segments, targetS) => {
  const known = playlistsOf(episode({ start: { init: "", media: "", segments } }));
  const text = known.get("/media/1.s-u.abc/m1-1/v240/index.m3u8")!;
  expect(text).toContain(`\n#EXT-X-TARGETDURATION:${targetS}\n`);
  expect(text.match(/#EXTINF/g)).toHaveLength(segments.reduce((sum, [, count]) => sum + count, 0));
});

test("nothing is known where the server does not know the segments", () => {
  const unknown = episode({ start: { init: "", media: "", segments: [] } });
  expect(playlistsOf(unknown).size).toBe(0);
  expect(earlySourceOf(unknown, false)).toBeNull();
});

test("byte ranges of one file for each rendition are in the server's playlists", () => {
  const joined = { folder: "/media/1.s-u.abc/m1-1/", query: "" };
  const known = playlistsOf(episode({ start: { ...episode().start, joined } }));
  expect([...known.keys()]).toEqual(["/media/1.s-u.abc/m1-1/master.m3u8"]);
});

test.each([
  ["https://cdn.test/films/m1-1/v360/rendition.mp4?md5=old", "https://cdn.test/films/m1-1/"],
  ["http://site.test/media/1.s-u.abc/m1-1/v360/rendition.mp4", "https://cdn.test/films/m1-1/"],
  ["http://site.test/media/1.s-u.abc/m1-1/v360/rendition.mp4", "/media/2.s-u.xyz/m1-1/"],
])("the file of a rendition, %s, is fetched from %s", (url, folder) => {
  const query = folder.startsWith("https:") ? "?md5=x" : "";
  const start = { ...episode().start, joined: { folder, query } };
  const fresh = episode({ hls: "/media/2.s-u.xyz/m1-1/master.m3u8", start });
  vi.stubGlobal("location", { href: "http://site.test/video/m1" });
  const site = query ? "" : "http://site.test";
  expect(presentUrl(url, fresh)).toBe(`${site}${folder}v360/rendition.mp4${query}`);
  const list = presentUrl("http://site.test/media/1.s-u.abc/m1-1/v360/index.m3u8", fresh);
  expect(list).toBe("http://site.test/media/2.s-u.xyz/m1-1/v360/index.m3u8?as=ranges");
  vi.unstubAllGlobals();
});

test.each([
  ["/media/1.s-u.abc/m1-1/v240/seg_00000.m4s", "/media/2.s-u.xyz/m1-1/v240/seg_00000.m4s"],
  ["https://cdn.test/media/1.s-u.abc/m1-1/a.vtt", "https://cdn.test/media/2.s-u.xyz/m1-1/a.vtt"],
  ["/artwork/m1/still.webp", "/artwork/m1/still.webp"],
])("%s under a fresh grant", (url, expected) => {
  expect(underGrant(url, "/media/2.s-u.xyz/m1-1/master.m3u8")).toBe(expected);
});

test.each([
  ["v240/seg_00000.m4s", "https://cdn.test/films/m1-1/v240/seg_00000.m4s?md5=x&expires=9"],
  ["sound_1/init.mp4", "https://cdn.test/films/m1-1/sound_1/init.mp4?md5=x&expires=9"],
  ["v360/index.m3u8", "http://site.test/media/2.s-u.xyz/m1-1/v360/index.m3u8"],
  ["subs/en.vtt", "http://site.test/media/2.s-u.xyz/m1-1/subs/en.vtt"],
])("%s of media at another origin is fetched from %s", (path, expected) => {
  const start = {
    init: "",
    media: "https://cdn.test/films/m1-1/v240/",
    segments: [],
    query: "?md5=x&expires=9",
  };
  const fresh = episode({ hls: "/media/2.s-u.xyz/m1-1/master.m3u8", start });
  vi.stubGlobal("location", { href: "http://site.test/video/m1" });
  expect(presentUrl(`http://site.test/media/1.s-u.abc/m1-1/${path}`, fresh)).toBe(expected);
  vi.unstubAllGlobals();
});

test("a film begins with the smallest rung, and with nothing where data is to be saved", () => {
  expect(earlySourceOf(episode({ positionS: 3 }), false)).toMatchObject({
    type: 'video/mp4; codecs="avc1.4d4015,mp4a.40.2"',
    startS: 3,
    idleS: 4,
  });
  expect(earlySourceOf(episode(), true)?.idleS).toBe(0);
});

test("sound in files of its own is not for the starter", () => {
  const apart = master.replace("AUTOSELECT=YES", 'AUTOSELECT=YES,URI="sound/index.m3u8"');
  expect(earlySourceOf(episode({ master: apart }), false)).toBeNull();
});

test.each([
  [undefined, tuning.maxBufferLength],
  [8, tuning.maxBufferLength],
  [2, 25],
  [0.5, 15],
])("with %s GB of memory %i seconds are kept ahead", (memory, seconds) => {
  expect(bufferSizes(memory).maxBufferLength).toBe(seconds);
});
