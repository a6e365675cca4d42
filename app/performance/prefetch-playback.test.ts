import { expect, test } from "vitest";
import { beginningOf } from "./prefetch-playback.ts";

const start = {
  init: "/m/init.mp4",
  media: "/m/",
  segments: [
    [2, 3],
    [1, 1],
  ] as [number, number][],
};

test.each([
  [0, "seg_00000"],
  [1.9, "seg_00000"],
  [2, "seg_00001"],
  [5.999, "seg_00002"],
  [6.5, "seg_00003"],
])("a film that goes on at %s s begins with %s", (positionS, name) => {
  expect(beginningOf({ start, positionS })).toEqual(["/m/init.mp4", `/m/${name}.m4s`]);
});

test("media at another origin are fetched with their signature", () => {
  const there = {
    ...start,
    init: "https://cdn.test/init.mp4?a=b",
    media: "https://cdn.test/",
    query: "?a=b",
  };
  expect(beginningOf({ start: there, positionS: 0 })).toEqual([
    "https://cdn.test/init.mp4?a=b",
    "https://cdn.test/seg_00000.m4s?a=b",
  ]);
});

test("nothing is fetched behind the end, or of a film whose segments are not known", () => {
  expect(beginningOf({ start, positionS: 7 })).toEqual([]);
  expect(beginningOf({ start: { ...start, segments: [] }, positionS: 0 })).toEqual([]);
});
