import { expect, test } from "vitest";
import { earlyStartOf } from "./early-start.ts";

const timeline = (marks: Record<string, number[]>) => ({
  getEntriesByName: (name: string) => (marks[name] ?? []).map((startTime) => ({ startTime })) as never,
});

test.each([
  ["play was not pressed yet", true, { "playback-wished": [100] }, null],
  ["its beginning was not seen", false, {}, null],
  ["it has no picture yet", false, { "playback-wished": [100] }, { wishedAt: 100, shownAt: null }],
  ["it plays", false, { "playback-wished": [100], "playback-shown": [340] }, { wishedAt: 100, shownAt: 340 }],
  [
    "another film had been played before",
    false,
    { "playback-wished": [100, 900], "playback-shown": [340] },
    { wishedAt: 900, shownAt: null },
  ],
])("of a film: %s", (_what, paused, marks, expected) => {
  expect(earlyStartOf({ paused }, timeline(marks))).toEqual(expected);
});
