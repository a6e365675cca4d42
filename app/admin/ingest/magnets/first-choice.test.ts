import { expect, test } from "vitest";
import type { MagnetDetail, MagnetFile } from "../../../../contract/ingest/admin-magnets.ts";
import { firstChoice } from "./first-choice.ts";

const file = (index: number, path: string, more: Partial<MagnetFile> = {}): MagnetFile => ({
  index,
  path,
  bytes: 100,
  doneBytes: 0,
  kind: "video",
  sample: false,
  chosen: false,
  guess: { season: null, episode: null },
  episode: null,
  season: null,
  number: null,
  encoding: null,
  subtitles: null,
  ...more,
});
const begin = (
  list: MagnetFile[],
  guess: Partial<MagnetDetail["guess"]> = {},
  more: Partial<MagnetDetail> = {},
) =>
  firstChoice(
    {
      list,
      guess: { title: "The Ferry", year: null, kind: "film", ...guess },
      target: null,
      ...more,
    } as MagnetDetail,
    { locale: "de", year: 2026 },
  );
/** As `1x2`: season 1, episode 2. */
const files = (places: Record<number, string>) =>
  Object.fromEntries(
    Object.entries(places).map(([file, place]) => {
      const [season, episode] = place.split("x") as [string, string];
      return [file, { season, episode }];
    }),
  );
const of = (season: number | null, episode: number | null) => ({ guess: { season, episode } });

test("a film is the largest file, and what its name does not say is this year and the reader's language", () => {
  const list = [
    file(0, "a.mp4"),
    file(1, "b.mp4", { bytes: 900 }),
    file(2, "c.mp4", { bytes: 2_000, sample: true }),
  ];
  expect(begin(list)).toMatchObject({
    target: "new",
    title: "The Ferry",
    year: "2026",
    originalLanguage: "de",
    movieKind: "film",
    files: files({ 1: "1x1" }),
  });
});

test("episodes have the numbers of their names", () => {
  const list = [
    file(0, "e3.mkv", of(1, 3)),
    file(1, "e2.mkv", of(1, 2)),
    file(2, "e2.srt", { kind: "subtitles" }),
  ];
  expect(begin(list, { kind: "series" }).files).toEqual(files({ 0: "1x3", 1: "1x2" }));
});

test("two seasons each have their own numbers, and files without any are counted in their order", () => {
  const seasons = [
    file(0, "s2e1.mkv", of(2, 1)),
    file(1, "s1e1.mkv", of(1, 1)),
    file(2, "s1e2.mkv", of(1, 2)),
  ];
  expect(begin(seasons, { kind: "series" }).files).toEqual(files({ 1: "1x1", 2: "1x2", 0: "2x1" }));
  const plain = begin([file(0, "b.mkv"), file(1, "a.mkv")], { kind: "series" });
  expect(plain.files).toEqual(files({ 1: "1x1", 0: "1x2" }));
});

test("a video without a number is left to the admin, and the others keep theirs", () => {
  const list = [
    file(0, "a making of.mkv"),
    file(1, "e1.mkv", of(1, 1)),
    file(2, "e3.mkv", of(1, 3)),
    file(3, "e2.mkv", of(1, 2)),
  ];
  expect(begin(list, { kind: "series" }).files).toEqual(files({ 1: "1x1", 2: "1x3", 3: "1x2" }));
  const seasons = [file(0, "a.mkv"), file(1, "s2e1.mkv", of(2, 1)), file(2, "s1e1.mkv", of(1, 1))];
  expect(begin(seasons, { kind: "series" }).files).toEqual(files({ 2: "1x1", 1: "2x1" }));
});

test("a second file of one episode is left to the admin, and the others keep their numbers", () => {
  const list = [
    file(0, "Show.S01E01.mkv", of(1, 1)),
    file(1, "Show.S01E02.mkv", of(1, 2)),
    file(2, "Show.S01E02.alternative.mkv", of(1, 2)),
    file(3, "Show.S01E04.mkv", of(1, 4)),
  ];
  expect(begin(list, { kind: "series" }).files).toEqual(files({ 0: "1x1", 2: "1x2", 3: "1x4" }));
});

test("what was said before is proposed again; nothing, where nothing is known yet", () => {
  expect(begin([], {}, { target: { kind: "existing", movie: "small-stations" } })).toMatchObject({
    target: "existing",
    movie: "small-stations",
    files: {},
  });
});
