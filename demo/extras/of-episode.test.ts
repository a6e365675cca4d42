import { describe, expect, it } from "vitest";
import { readCues } from "../../api/domain/playback/media/read-cues.ts";
import { demoMovies } from "../catalogue/movies.ts";
import { VIDEO_LENGTH_S } from "../video.ts";
import { extrasOf, markersOf, subtitlesOf } from "./of-episode.ts";

const parts = demoMovies.flatMap(({ id, episodes }) =>
  episodes.map(({ index }) => ({ id, index, extras: extrasOf(id, index) })),
);
const rich = parts.filter(({ extras }) => Object.keys(extras).length > 0);

describe.each(rich)("$id $index", ({ extras }) => {
  it("has every line and every chapter in the same languages", () => {
    const lines = (extras.lines ?? []).map(([, , words]) => Object.keys(words).sort());
    for (const languages of lines) expect(languages).toEqual(lines[0]);
    const chapters = (extras.chapters ?? []).map(({ titles }) => Object.keys(titles).sort());
    for (const languages of chapters) expect(languages).toEqual(chapters[0]);
    for (const wanted of ["en", "de", "ar", "ja"]) if (lines[0]) expect(lines[0]).toContain(wanted);
  });

  it("has lines one after the other, within the film and slow enough to be read", () => {
    for (const { text, kind } of subtitlesOf(extras)) {
      const cues = readCues(text);
      expect(cues).toHaveLength(
        (extras.lines ?? []).length + (kind === "captions" ? extras.captions!.sounds.length : 0),
      );
      for (const [i, { fromS, toS, text: words }] of cues.entries()) {
        expect(toS).toBeLessThanOrEqual(VIDEO_LENGTH_S);
        expect(fromS).toBeGreaterThanOrEqual(cues[i - 1]?.toS ?? 0);
        expect(words.length / (toS - fromS), words).toBeLessThan(25);
      }
    }
  });

  it("has its marks in order, within the film", () => {
    const { introFromS, introToS, creditsFromS, chapters } = markersOf(extras);
    const times = [introFromS, introToS, creditsFromS].filter((time) => time !== null);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const starts = chapters.map(({ startS }) => startS);
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
    for (const time of [...times, ...starts]) expect(time).toBeLessThan(VIDEO_LENGTH_S);
  });
});

it("there is one of each kind, as the demo promises", () => {
  const having = (what: keyof (typeof rich)[number]["extras"]) =>
    rich.filter(({ extras }) => extras[what]).length;
  expect(having("intro")).toBeGreaterThanOrEqual(3);
  for (const what of ["captions", "withoutMusic", "chapters", "lines"] as const)
    expect(having(what)).toBeGreaterThan(0);
});
