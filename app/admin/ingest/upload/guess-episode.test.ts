import { expect, test } from "vitest";
import { guessEpisode } from "./guess-episode.ts";

test.each([
  ["Show.Name.S01E02.720p.mkv", 1, 2],
  ["show.s03.e04.mkv", 3, 4],
  ["Show S2 Ep 12.mp4", 2, 12],
  ["Show Name - 1x03 - Title.mp4", 1, 3],
  ["Show Season 2 Episode 5.mkv", 2, 5],
  ["Die Serie Staffel 1, Folge 7.mkv", 1, 7],
  ["Ｓ０１Ｅ０２.mkv", 1, 2],
  ["A.Show.S01E01E02.mkv", 1, 1],
  ["[Group] A Show - 07 [1080p].mkv", null, 7],
  ["[Group] A Show - 07v2.mkv", null, 7],
  ["E05.mp4", null, 5],
  ["番組 第12話.mkv", null, 12],
  ["05 - The end.mkv", null, 5],
  ["7.mkv", null, 7],
  ["A.Film.2012.1080p.BluRay.mkv", null, null],
  ["Show 1920x1080 making of.mkv", null, null],
  ["S01E00 pilot.mkv", 1, 0],
  ["Show.S00E03.mkv", 0, 3],
  ["E00.mkv", null, null],
  ["A film.mkv", null, null],
  [`${"s".repeat(5_000)}1.mkv`, null, null],
])("%s", (name, season, episode) => expect(guessEpisode(name)).toEqual({ season, episode }));
