import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutSubtitles, withSubtitles, type MasterSubtitle } from "./subtitles-in-master.ts";

const bare = [
  "#EXTM3U",
  "#EXT-X-VERSION:7",
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES',
  '#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.4d4015,mp4a.40.2",AUDIO="sound"',
  "v240/index.m3u8",
  '#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.4d401e,mp4a.40.2",AUDIO="sound"',
  "v360/index.m3u8",
  "",
].join("\n");
const german: MasterSubtitle = { id: "de", language: "de", label: "Deutsch", kind: "subtitles" };
const captions: MasterSubtitle = { id: "en-cc", language: "en", label: "English (CC)", kind: "captions" };

describe("subtitles in a multivariant playlist", () => {
  it("stand before the qualities, each of which names their group", () => {
    const lines = withSubtitles(bare, [german, captions]).split("\n");
    expect(lines[3]).toBe(
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Deutsch",LANGUAGE="de",DEFAULT=NO,AUTOSELECT=NO,FORCED=NO,URI="subs/de.m3u8"',
    );
    expect(lines[4]).toMatch(
      /NAME="English \(CC\)".*AUTOSELECT=YES.*CHARACTERISTICS=".*describes-music-and-sound"/,
    );
    const variants = lines.filter((line) => line.startsWith("#EXT-X-STREAM-INF:"));
    expect(variants.map((line) => line.endsWith(',AUDIO="sound",SUBTITLES="subs"'))).toEqual([true, true]);
  });

  it("are exactly those given: others than before, or none", () => {
    const once = withSubtitles(bare, [german, captions]);
    expect(withSubtitles(once, [german])).toBe(withSubtitles(bare, [german]));
    expect(withSubtitles(once, [])).toBe(bare);
    expect(withoutSubtitles(once)).toBe(bare);
  });

  it("can say nothing but their name, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (label) => {
        const text = withSubtitles(bare, [{ ...german, label }]);
        expect(text.split(/\r\n|\r|\n/)).toHaveLength(bare.split("\n").length + 1);
        expect(withoutSubtitles(text)).toBe(bare);
      }),
    );
  });
});
