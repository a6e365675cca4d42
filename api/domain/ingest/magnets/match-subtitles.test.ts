import { expect, test } from "vitest";
import { guessEpisode, kindOf } from "./guess-names.ts";
import { matchSubtitles, subtitlesOf } from "./match-subtitles.ts";

type Given = string | { path: string; bytes?: number; sample?: boolean };

/** Rows as they are stored for a torrent's files. */
function rowsOf(name: string, given: readonly Given[]) {
  return given.map((one, index) => {
    const { path, bytes = 1_000, sample = false } = typeof one === "string" ? { path: one } : one;
    const { season, episode } = guessEpisode(`${name}/${path}`);
    return { index, path, bytes, kind: kindOf(path), season, guess: episode, sample };
  });
}

/** @returns by path: the video file it belongs to when all are taken, or why it is left out */
function matched(
  given: readonly Given[],
  { name = "Torrent", chosen }: { name?: string; chosen?: number[] } = {},
) {
  const rows = rowsOf(name, given);
  const videos = rows.flatMap(({ kind, index, sample }) => (kind === "video" && !sample ? [index] : []));
  const taken = subtitlesOf(rows, { name, videos: new Set(chosen ?? videos) });
  const guesses = matchSubtitles(rows, name);
  return Object.fromEntries(
    [...guesses].map(([index, { locale, left }]) => {
      const video = taken.get(index);
      return [rows[index]!.path, video === undefined ? (left ?? "none") : `${rows[video]!.path} ${locale}`];
    }),
  );
}

test("one film has all that lies beside it, wherever and whatever it is called", () => {
  const paths = [
    "Film.mkv",
    "Film.srt",
    "Film.en.srt",
    "Subs/Film/2_French.srt",
    "subs/de.srt",
    "other.es.vtt",
  ];
  expect(matched(paths)).toEqual({
    "Film.srt": "Film.mkv und",
    "Film.en.srt": "Film.mkv en",
    "Subs/Film/2_French.srt": "Film.mkv fr",
    "subs/de.srt": "Film.mkv de",
    "other.es.vtt": "Film.mkv es",
  });
});

test("a sample takes nothing of its film's, and has its own", () => {
  const given = [
    "Film.mkv",
    { path: "Sample/film-sample.mkv", sample: true },
    "en.srt",
    "film-sample.en.srt",
  ];
  expect(matched(given)).toEqual({ "en.srt": "Film.mkv en", "film-sample.en.srt": "none" });
  expect(matched(given, { chosen: [0, 1] })).toMatchObject({
    "film-sample.en.srt": "Sample/film-sample.mkv en",
  });
});

test("of several films each has those of its name, its folder or its episode, and none an ambiguous one", () => {
  const name = "Show.S01.720p";
  const paths = [
    ...["Show.S01E01.mkv", "Show.S01E02.mkv", "Show.S01E03.mkv", "Show.S01E01.en.srt", "show.1x02.de.srt"],
    ...[
      "Subs/Show.S01E03/2_English.srt",
      "Subs/S01E02/2_English.srt",
      "Subs/2_French.srt",
      "Show.S02E01.en.srt",
    ],
  ];
  expect(matched(paths, { name })).toEqual({
    "Show.S01E01.en.srt": "Show.S01E01.mkv en",
    "show.1x02.de.srt": "Show.S01E02.mkv de",
    "Subs/Show.S01E03/2_English.srt": "Show.S01E03.mkv en",
    "Subs/S01E02/2_English.srt": "Show.S01E02.mkv en",
    "Subs/2_French.srt": "none",
    "Show.S02E01.en.srt": "none",
  });
});

test("folders that hold one film each keep theirs apart, and files of one name too", () => {
  const paths = ["A/1.mkv", "A/Subs/en.srt", "B/1.mkv", "B/1.en.srt", "B/Subs/de.srt", "en.srt"];
  expect(matched(paths)).toEqual({
    "A/Subs/en.srt": "A/1.mkv en",
    "B/1.en.srt": "B/1.mkv en",
    "B/Subs/de.srt": "B/1.mkv de",
    "en.srt": "none",
  });
});

test("the longest name is meant, and no other word that begins like it", () => {
  const paths = ["Film.mkv", "Film.Extended.mkv", "Film.Extended.en.srt", "Filmed.en.srt"];
  expect(matched(paths)).toEqual({ "Film.Extended.en.srt": "Film.Extended.mkv en", "Filmed.en.srt": "none" });
});

test("one episode alone does not take those of another", () => {
  expect(matched(["Show.S01E05.mkv", "Show.S01E06.en.srt", "Subs/2_English.srt"])).toEqual({
    "Show.S01E06.en.srt": "none",
    "Subs/2_English.srt": "Show.S01E05.mkv en",
  });
});

test("subtitles of an episode that is there in two sizes go with the one that is taken", () => {
  const paths = ["720p/Show.S01E01.mkv", "1080p/Show.S01E01.mkv", "Show.S01E01.en.srt"];
  expect(matched(paths, { chosen: [1] })).toEqual({ "Show.S01E01.en.srt": "1080p/Show.S01E01.mkv en" });
  expect(matched(paths, { chosen: [] })).toEqual({ "Show.S01E01.en.srt": "none" });
});

test("of one language and kind the larger is taken; what is forced, empty or too large is not", () => {
  const given: Given[] = [
    ...[
      "Film.mkv",
      { path: "Film.en.srt", bytes: 10 },
      { path: "Film.eng.srt", bytes: 20 },
      "Film.en.sdh.srt",
    ],
    ...["Film.de.forced.srt", { path: "Film.fr.srt", bytes: 0 }, { path: "Film.it.srt", bytes: 5_000_000 }],
  ];
  expect(matched(given)).toEqual({
    "Film.en.srt": "double",
    "Film.eng.srt": "Film.mkv en",
    "Film.en.sdh.srt": "Film.mkv en",
    "Film.de.forced.srt": "forced",
    "Film.fr.srt": "empty",
    "Film.it.srt": "too_large",
  });
});

test("a film has no more than any film has", () => {
  const codes =
    "ab af am ar as az be bg bn bo bs ca co cs cy da de dv el en eo es et eu fa fi fo fr fy ga gd gl gn gu ha he hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb ln lo lt lv mg mi mk ml mn mr ms mt my";
  const paths = ["Film.mkv", ...codes.split(" ").map((code) => `Film.${code}.srt`)];
  const found = Object.values(matched(paths));
  expect(found.filter((one) => one === "surplus")).toHaveLength(paths.length - 1 - 64);
});
