import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinRendition } from "./join-rendition.ts";
import { mediaPlaylist, segmentName } from "./playlists.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "join-rendition-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a folder of segments becomes one file and a playlist of its byte ranges", async () => {
  const pieces = ["init", "first", "second one", "3"];
  const lengths = [2, 2, 0.48];
  for (const [n, text] of pieces.entries())
    await writeFile(join(folder, n === 0 ? "init.mp4" : segmentName(n - 1)), text);
  const segments = lengths.map((durationS, n) => ({ uri: segmentName(n), durationS }));
  await writeFile(join(folder, "index.m3u8"), mediaPlaylist(segments));
  await joinRendition(folder);
  expect((await readdir(folder)).sort()).toEqual(["index.m3u8", "rendition.mp4"]);
  expect(await readFile(join(folder, "rendition.mp4"), "utf8")).toBe(pieces.join(""));
  expect((await readFile(join(folder, "index.m3u8"), "utf8")).split("\n")).toEqual([
    ...["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:0"],
    ...["#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS"],
    '#EXT-X-MAP:URI="rendition.mp4",BYTERANGE="4@0"',
    ...["#EXTINF:2.000000,", "#EXT-X-BYTERANGE:5@4", "rendition.mp4"],
    ...["#EXTINF:2.000000,", "#EXT-X-BYTERANGE:10@9", "rendition.mp4"],
    ...["#EXTINF:0.480000,", "#EXT-X-BYTERANGE:1@19", "rendition.mp4"],
    ...["#EXT-X-ENDLIST", ""],
  ]);
});
