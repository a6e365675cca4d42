import { expect, test } from "vitest";
import { cutCues, cutPlaylist } from "./cut-teaser.ts";

const playlist = (...lengths: number[]) =>
  ["#EXTM3U", "#EXT-X-TARGETDURATION:4"]
    .concat(lengths.flatMap((s, n) => [`#EXTINF:${s.toFixed(6)},`, `seg_${n}.m4s`]))
    .concat("#EXT-X-ENDLIST", "")
    .join("\n");

test.each([
  ["ends with the segment that ends there", 4, ["seg_0", "seg_1"]],
  ["is whole where it ends before", 100, ["seg_0", "seg_1", "seg_2"]],
  ["has nothing of a part without length", 0, []],
])("a playlist %s", (_what, endS, names) => {
  const cut = cutPlaylist(playlist(2, 2, 1.5), endS);
  expect(cut.match(/seg_\d/g) ?? []).toEqual(names);
  expect(cut.match(/#EXT-X-ENDLIST/g)).toHaveLength(1);
  expect(cut.startsWith("#EXTM3U\n#EXT-X-TARGETDURATION:4\n")).toBe(true);
});

test("lengths that are rounded in the playlist bring no segment more", () => {
  const cut = cutPlaylist(playlist(2.002, 2.002, 2.002, 2.002), 6.006);
  expect(cut.match(/seg_\d/g)).toEqual(["seg_0", "seg_1", "seg_2"]);
});

test("one long entry, as of subtitles, is said to end there", () => {
  expect(cutPlaylist(playlist(5400), 60)).toContain("#EXTINF:60.000000,\nseg_0");
});

test("windows' line ends and what a playlist says of itself are kept apart", () => {
  expect(cutPlaylist("#EXTM3U\r\n#EXTINF:2,\r\na.m4s\r\n#EXTINF:2,\r\nb.m4s\r\n", 2)).toBe(
    "#EXTM3U\n#EXTINF:2,\na.m4s\n#EXT-X-ENDLIST\n",
  );
});

test("words that begin at the end are not told", () => {
  const text = "WEBVTT\n\n00:01.000 --> 00:09.000\nOne\n\n00:04.000 --> 00:05.000\nTwo\n";
  expect(cutCues(text, 4)).toContain("One");
  expect(cutCues(text, 4)).not.toContain("Two");
});
