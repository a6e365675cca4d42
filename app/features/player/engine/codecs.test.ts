import { expect, test } from "vitest";
import { playableMaster } from "./codecs.ts";

const variant = (folder: string, size: string, rate: number, codec: string) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${rate},RESOLUTION=${size},CODECS="${codec},mp4a.40.2",AUDIO="sound"\n${folder}/index.m3u8\n`;
const head = '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",DEFAULT=YES\n';
const small = variant("v480", "854x480", 1_500_000, "avc1.64001e");
const common = variant("v720", "1280x720", 3_000_000, "avc1.64001f");
const av1 = variant("v720_av1", "1280x720", 1_900_000, "av01.0.05M.08");
const hevc = variant("v720_hevc", "1280x720", 2_000_000, "hvc1.1.6.L93.90");
const master = head + small + common + av1 + hevc;
const plays =
  (...names: string[]) =>
  (codecs: string) =>
    names.some((name) => codecs.startsWith(name));

test.each([
  ["one that plays everything gets the fewest bits of each size", plays("avc1", "av01", "hvc1"), small + av1],
  ["one without AV1 gets HEVC", plays("avc1", "hvc1"), small + hevc],
  ["one that plays H.264 alone gets it", plays("avc1"), small + common],
  ["one that says it plays nothing is left to try", () => false, small + common + av1 + hevc],
])("%s", (_what, can, expected) => expect(playableMaster(master, can)).toBe(head + expected));

test("a larger rendition of another codec is no gain", () => {
  const large = variant("v720_av1", "1280x720", 3_500_000, "av01.0.05M.08");
  expect(playableMaster(head + common + large, plays("avc1", "av01"))).toBe(head + common);
});

test("a playlist of H.264 alone stays as it is, and so does what the browser is not asked for", () => {
  expect(playableMaster(head + small + common)).toBe(head + small + common);
  // There is no media source here.
  expect(playableMaster(master)).toBe(head + small + common);
  expect(playableMaster("")).toBe("");
});
