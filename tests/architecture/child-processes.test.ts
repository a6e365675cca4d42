import { expect, test } from "vitest";
import { sourcesBelow } from "./source-files.ts";

/**
 * Who may start a process. What reads a stranger's file has limits of memory, time and output there: ffmpeg by
 * `run-process.ts` alone.
 */
const parents = [
  "api/adapters/ffmpeg-media/run-process.ts",
  "api/adapters/kuromoji-readings/kuromoji-readings.ts",
  "api/adapters/sharp-pictures/sharp-pictures.ts",
  "api/adapters/webtorrent-torrent/webtorrent-torrent.ts",
  "demo/studio.ts",
];

const sources = ["api", "app", "demo", "server"]
  .flatMap(sourcesBelow)
  .map(({ path, source }) => ({ path, text: source.text }));

test("processes are started where they are kept within limits, and nowhere else", () => {
  const found = sources.filter(({ text }) => /from "node:child_process"/.test(text)).map(({ path }) => path);
  expect(found.sort()).toEqual(parents);
});

test("what strangers send is decoded in no process that answers them", () => {
  const found = sources.filter(({ text }) => /["']sharp["']\)?;/.test(text)).map(({ path }) => path);
  expect(found.sort()).toEqual([
    // A part of the next one.
    "api/adapters/sharp-pictures/draw-layers.ts",
    "api/adapters/sharp-pictures/picture-process.ts",
    "demo/artwork.ts",
  ]);
});

test("no stream is piped without hearing of its end", () => {
  const piped = sources.filter(({ text }) => /from "node:stream/.test(text) && text.includes(".pipe("));
  expect(piped.map(({ path }) => path)).toEqual([]);
});
