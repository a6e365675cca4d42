import { describe, expect, it } from "vitest";
import type { Movie, ProgressItem } from "../../../contract/index.ts";
import { goOnWith } from "./go-on.tsx";

const series = {
  id: "a-series",
  episodeList: [1, 2, 3, 4].map((index) => ({ index, ready: index < 4 })),
} as Movie;
const watched = (id: string, index: number, positionS: number) =>
  ({ movie: { id }, index, positionS, durationS: 100 }) as ProgressItem;

describe("going on with a series", () => {
  it.each<[string, number, ProgressItem[], number | null]>([
    ["nothing was watched", 1, [], null],
    ["another series was watched", 1, [watched("another", 2, 10)], null],
    ["another episode was begun", 1, [watched("a-series", 2, 10)], 2],
    ["another episode was watched to its end", 1, [watched("a-series", 2, 99)], 3],
    ["this episode was begun", 1, [watched("a-series", 1, 10)], null],
    ["this episode was watched to its end", 1, [watched("a-series", 1, 96)], 2],
    ["the last one that is there was watched to its end", 1, [watched("a-series", 3, 100)], 3],
  ])("%s", (_name, index, items, expected) => {
    expect(goOnWith(series, index, items)?.index ?? null).toBe(expected);
  });

  const seasons = {
    id: "a-series",
    episodeList: [
      { index: 1, season: 1 },
      { index: 2, season: 1 },
      { index: 5, season: 2 },
      { index: 3, season: 0 },
      { index: 4, season: 0 },
    ].map((one) => ({ ...one, ready: true })),
  } as Movie;
  it.each([
    ["one season goes on into the next", 2, 5],
    ["the last season does not go on into the specials", 5, null],
    ["the specials go on among themselves", 3, 4],
    ["the last special is the end", 4, null],
  ])("%s", (_name, watchedIndex, expected) => {
    const items = [watched("a-series", watchedIndex, 100)];
    expect(goOnWith(seasons, 1, items)?.index).toBe(expected ?? watchedIndex);
  });
});
