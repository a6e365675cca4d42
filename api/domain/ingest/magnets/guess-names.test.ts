import { expect, test } from "vitest";
import { guessEpisode, guessTitle, isSample, kindOf } from "./guess-names.ts";

test.each([
  ["Show.Name.S01E02.720p.mkv", 1, 2],
  ["Show Name - 1x03 - Title.mp4", 1, 3],
  ["Show Season 2 Episode 5.mkv", 2, 5],
  ["show.s03.e04.mkv", 3, 4],
  ["Ｓ０１Ｅ０２.mkv", 1, 2],
  ["Show/Season 2/05 - The end.mkv", 2, 5],
  ["Show/Staffel 1/e07.mkv", 1, 7],
  ["[Group] A Show - 07 [1080p].mkv", null, 7],
  ["A.Film.2012.1080p.BluRay.mkv", null, null],
  ["A film.mkv", null, null],
  ["The.Ferry.e5d2d3.2019.720p.mp4", null, null],
  ["[Group] A Show - 07 [A1B2C3D4].mkv", null, 7],
  ["A.Show.S01E01E02.mkv", 1, 1],
  [`${"a".repeat(5_000)}.mkv`, null, null],
])("%s", (path, season, episode) => expect(guessEpisode(path)).toEqual({ season, episode }));

test.each([
  ["A.Film.2019.720p.BluRay.x264-GROUP", "A Film", 2019],
  ["Show.Name.S01.1080p.WEB-DL", "Show Name", null],
  ["Just a name", "Just a name", null],
  ["", "", null],
])("%s is called %s, of %s", (name, title, year) => expect(guessTitle(name)).toEqual({ title, year }));

test("what a file may become is said by its end", () => {
  expect(["a.MKV", "b.en.srt", "c.exe", "d", "e.mp4.exe"].map(kindOf)).toEqual([
    ...["video", "subtitles", "other", "other", "other"],
  ]);
  expect(isSample("Sample/a-sample.mkv", { bytes: 20, largest: 100 })).toBe(true);
  expect(isSample("The Sample.mkv", { bytes: 100, largest: 100 })).toBe(false);
  expect(isSample("a.mkv", { bytes: 1, largest: 100 })).toBe(true);
});
