import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCues, writeCues } from "./read-cues.ts";

const only = (text: string) => readCues(text).map(({ fromS, toS, text: said }) => [fromS, toS, said]);

describe("readCues", () => {
  it.each([
    ["WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.500\nA door opens\n", [[1, 2.5, "A door opens"]]],
    ["SubRip", "1\r\n00:00:01,000 --> 00:00:02,500\r\nA door\r\nopens\r\n", [[1, 2.5, "A door\nopens"]]],
    ["a byte order mark", "\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nhello", [[1, 2, "hello"]]],
    ["hours of three digits", "100:00:01.000 --> 100:00:02.000\nlate\n", [[360_001, 360_002, "late"]]],
    [
      "styles, notes and regions",
      "WEBVTT\n\nSTYLE\n::cue{color:red}\n\nNOTE\nx\n\n00:01.000 --> 00:02.000\na",
      [[1, 2, "a"]],
    ],
    [
      "cues out of order",
      "00:05.000 --> 00:06.000\nb\n\n00:01.000 --> 00:02.000\na\n",
      [
        [1, 2, "a"],
        [5, 6, "b"],
      ],
    ],
    ["a cue that ends before it begins", "00:05.000 --> 00:04.000\nb\n", []],
    ["an empty cue", "00:01.000 --> 00:02.000\n\n", []],
    ["a page", "<!doctype html><script>alert(1)</script>", []],
  ])("%s", (_what, text, expected) => expect(only(text)).toEqual(expected));

  it.each([
    ["voices and slant stay", "<v Ada>Oh <i>no</i></v>", "<v Ada>Oh <i>no</i></v>"],
    ["colours go", '<font color="red">Oh</font> <c.yellow>no</c>', "Oh no"],
    ["scripts go", "<script>alert(1)</script>", "alert(1)"],
    ["signs are written as such", "Salt & pepper < 3 &amp; more", "Salt &amp; pepper &lt; 3 &amp; more"],
    ["another format's tags go", "{\\an8}{\\i1}Up here", "Up here"],
    ["an arrow begins no cue", "a --> b", "a → b"],
  ])("%s", (_what, text, expected) =>
    expect(only(`00:01.000 --> 00:02.000\n${text}\n`)).toEqual([[1, 2, expected]]),
  );

  it("keeps where a line stands, and nothing else of its settings", () => {
    expect(readCues("00:01.000 --> 00:02.000 line:0 x:y position:50%,line-left region:a\na")[0]!.place).toBe(
      "line:0 position:50%,line-left",
    );
    expect(readCues("00:00:01,000 --> 00:00:02,000\n{\\an8}a")[0]!.place).toBe("line:0");
  });

  it("reads what it has written, whatever the words", () => {
    const second = fc.integer({ min: 0, max: 9_000_000 }).map((ms) => ms / 1000);
    const cue = fc.record({
      fromS: second,
      lengthS: fc.integer({ min: 1, max: 9_000 }),
      text: fc.string({ unit: "binary" }),
    });
    fc.assert(
      fc.property(fc.array(cue, { maxLength: 8 }), (cues) => {
        const text = cues.map((c) => `${c.fromS}`).length
          ? writeCues(cues.map((c) => ({ ...c, toS: c.fromS + c.lengthS / 1000, place: "" })))
          : "WEBVTT\n";
        const once = readCues(text);
        expect(readCues(writeCues(once))).toEqual(once);
        expect(once.length).toBeLessThanOrEqual(cues.length * 50);
        for (const { fromS, toS } of once) expect(toS).toBeGreaterThan(fromS);
      }),
    );
  });

  it("never throws, and never takes long", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readCues(text)));
    const began = performance.now();
    for (const text of [
      "<".repeat(3e6),
      "00:".repeat(1e6),
      "&".repeat(3e6),
      "00:01.000 --> 00:02.000 ".repeat(1e5),
      "{\\".repeat(1e6),
    ])
      readCues(`00:01.000 --> 00:02.000\n${text}`);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
