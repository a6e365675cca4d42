import { describe, expect, it } from "vitest";
import { parseThumbnails, thumbnailAt } from "./thumbnails.ts";

const file = `WEBVTT

00:00:00.000 --> 00:00:02.000
sprite_0.webp#xywh=0,0,198,112

second
00:02.000 --> 01:00:04.500 align:start
sprite_1.webp#xywh=198,112,198,112

NOTE not a picture

00:00:09.000 --> 00:00:10.000
sprite.webp
`;

describe("previews", () => {
  it.each(["\n", "\r\n"])("are read, and what is none is left out", (end) => {
    const found = parseThumbnails(file.replaceAll("\n", end), "https://films.test/a/thumbnails.vtt");
    expect(found).toEqual([
      { fromS: 0, toS: 2, url: "https://films.test/a/sprite_0.webp", x: 0, y: 0, width: 198, height: 112 },
      {
        fromS: 2,
        toS: 3604.5,
        url: "https://films.test/a/sprite_1.webp",
        x: 198,
        y: 112,
        width: 198,
        height: 112,
      },
    ]);
  });

  it.each(["", "WEBVTT", "<html>", "WEBVTT\n\n00:00 --> x\ns#xywh=0,0,0,0"])("are none in %j", (text) => {
    expect(parseThumbnails(text, "https://films.test/")).toEqual([]);
  });

  it("show the moment that is asked for, and the last one after the end", () => {
    const thumbnails = parseThumbnails(file, "https://films.test/");
    expect([0, 1.9, 2, 9_999].map((atS) => thumbnailAt(thumbnails, atS)?.fromS)).toEqual([0, 0, 2, 2]);
    expect(thumbnailAt([], 3)).toBeUndefined();
  });
});
