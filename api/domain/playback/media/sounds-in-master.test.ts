import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrangeSounds, soundsOf, withSounds } from "./sounds-in-master.ts";

const english = 'TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en"';
const german = 'TYPE=AUDIO,GROUP-ID="sound",NAME="Deutsch",LANGUAGE="de"';
const talk = 'TYPE=AUDIO,GROUP-ID="sound",NAME="Talk, over",LANGUAGE="en"';
const master = [
  "#EXTM3U",
  `#EXT-X-MEDIA:${english},DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"`,
  `#EXT-X-MEDIA:${german},DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="sound_1/index.m3u8"`,
  `#EXT-X-MEDIA:${talk},DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="sound_2/index.m3u8"`,
  '#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.4d4015,mp4a.40.2",AUDIO="sound"',
  "v240/index.m3u8",
  "",
].join("\n");
const choice = (track: number, more: object = {}) => ({
  ...{ track, name: null, isDefault: false, describes: false },
  ...more,
});
const soundLines = (text: string) => text.split("\n").filter((line) => line.includes("TYPE=AUDIO"));

describe("sounds in a multivariant playlist", () => {
  it("are read with the default first", () => {
    expect(soundsOf(master).map(({ name, language }) => [name, language])).toEqual([
      ["English", "en"],
      ["Deutsch", "de"],
      ["Talk, over", "en"],
    ]);
  });

  it("stay as they are stored without an admin's choice, or with one for other sounds", () => {
    expect(withSounds(master, null)).toBe(master);
    const [own, other] = [arrangeSounds(soundsOf(master), null), [choice(0), choice(1)]];
    expect(arrangeSounds(soundsOf(master), other)).toEqual(own);
    expect(arrangeSounds(soundsOf(master), [choice(0), choice(1), choice(7)])).toEqual(own);
  });

  it("stand in an admin's order, by their names, with one default and with what describes the picture", () => {
    const told = choice(2, { name: "Beschreibung", describes: true });
    const text = withSounds(master, [choice(1, { isDefault: true }), told, choice(0)]);
    expect(soundLines(text)).toEqual([
      `#EXT-X-MEDIA:${german},DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="sound_1/index.m3u8"`,
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Beschreibung",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,' +
        'CHANNELS="2",CHARACTERISTICS="public.accessibility.describes-video",URI="sound_2/index.m3u8"',
      `#EXT-X-MEDIA:${english},DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2"`,
    ]);
    expect(text.split("\n").slice(4)).toEqual(master.split("\n").slice(4));
    expect(soundsOf(text)[1]).toEqual({ name: "Beschreibung", language: "en", describes: true });
  });

  it("of one language and kind are chosen by players only once, the default before others", () => {
    const text = withSounds(master, [choice(0), choice(2, { isDefault: true }), choice(1)]);
    expect(soundLines(text).map((line) => /DEFAULT=\w+,AUTOSELECT=\w+/.exec(line)![0])).toEqual([
      "DEFAULT=NO,AUTOSELECT=NO",
      "DEFAULT=YES,AUTOSELECT=YES",
      "DEFAULT=NO,AUTOSELECT=YES",
    ]);
  });

  it("can say nothing but their name, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const text = withSounds(master, [choice(0, { name, isDefault: true }), choice(1), choice(2)]);
        expect(text.split(/\r\n|\r|\n/)).toHaveLength(master.split("\n").length);
        expect(soundLines(text)[0]).toMatch(/",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"$/);
      }),
    );
  });
});
