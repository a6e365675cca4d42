import { expect, test } from "vitest";
import type { PlaybackStart } from "../../../contract/index.ts";
import { keptCopy } from "./kept-playback.ts";

const licence = "A".repeat(22);
const signed = "/media/x.v-abc.sig/film-1";
const playback = {
  hls: `${signed}/master.m3u8`,
  hlsTracked: "/media/y.t-abc.sig/film-1/master.m3u8",
  progressive: `${signed}/progressive.mp4`,
  master: [
    "#EXTM3U",
    '#EXT-X-MEDIA:TYPE=AUDIO,URI="sound/index.m3u8"',
    "#EXT-X-STREAM-INF:BANDWIDTH=1",
    "v240/index.m3u8",
    "#EXT-X-STREAM-INF:BANDWIDTH=2",
    "v360/index.m3u8",
  ].join("\n"),
  renditions: [
    { name: "240p", height: 240, width: 426, bitrate: 1 },
    { name: "360p", height: 360, width: 640, bitrate: 2 },
  ],
  start: { init: `${signed}/v240/init.mp4`, media: `${signed}/v240/`, segments: [[2, 10]], query: "?signed" },
  subtitles: [{ id: "en", locale: "en", label: "English", kind: "subtitles", url: `${signed}/subs/en.vtt` }],
  thumbnails: `${signed}/sprite.vtt`,
  next: { index: 2, title: "Two", still: null },
} as unknown as PlaybackStart;
const ask = (query: string) => keptCopy(playback, new URLSearchParams(query));

test("every address leads to the copy, and only its quality is left", () => {
  const copy = ask(`kept=${licence}&rendition=360p`)!;
  expect(copy.licence).toBe(licence);
  expect(JSON.stringify(copy.playback)).not.toContain("/media/");
  expect(JSON.stringify(copy.playback)).not.toContain("v240");
  expect(copy.playback.start.query).toBeUndefined();
  expect(copy.playback).toMatchObject({
    hls: `/kept/${licence}/master.m3u8`,
    renditions: [{ name: "360p" }],
    start: { init: `/kept/${licence}/v360/init.mp4`, media: `/kept/${licence}/v360/` },
    subtitles: [{ url: `/kept/${licence}/subs/en.vtt` }],
    thumbnails: `/kept/${licence}/sprite.vtt`,
    next: null,
  });
  expect(copy.playback.master).toContain("sound/index.m3u8");
});

test.each(["", "kept=../../etc&rendition=360p", `kept=${licence}`, `kept=${licence}&rendition=720p`])(
  "'%s' asks for no copy there could be",
  (query) => {
    expect(ask(query)).toBeNull();
  },
);
