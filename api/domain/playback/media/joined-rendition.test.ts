import { expect, test } from "vitest";
import { nameSegments, readJoined } from "./joined-rendition.ts";
import { createRenditionSlices } from "./rendition-slices.ts";

const head = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2"];
const playlist = [
  ...[...head, '#EXT-X-MAP:URI="rendition.mp4",BYTERANGE="4@0"'],
  ...["#EXTINF:2.000000,", "#EXT-X-BYTERANGE:5@4", "rendition.mp4"],
  ...["#EXTINF:1.500000,", "#EXT-X-BYTERANGE:10@9", "rendition.mp4", "#EXT-X-ENDLIST", ""],
].join("\n");
const named = [
  ...[...head, '#EXT-X-MAP:URI="init.mp4"', "#EXTINF:2.000000,", "seg_00000.m4s"],
  ...["#EXTINF:1.500000,", "seg_00001.m4s", "#EXT-X-ENDLIST", ""],
].join("\n");

test("a playlist of byte ranges tells where the pieces are, and becomes one of segments", () => {
  expect(readJoined(playlist)).toEqual({ file: "rendition.mp4", offsets: Float64Array.of(0, 4, 9, 19) });
  expect(nameSegments(playlist)).toBe(named);
  expect(readJoined(named)).toBeNull();
  expect(nameSegments(named)).toBe(named);
});

test.each([
  ["a gap", playlist.replace("10@9", "10@10")],
  ["another file", playlist.replace(/rendition\.mp4\n#EXT-X-ENDLIST/, "other.mp4\n#EXT-X-ENDLIST")],
])("one with %s is refused", (_what, text) => {
  expect(() => readJoined(text)).toThrow("leaves out bytes");
});

test("a playlist is read once a minute at most, again after a failure, and never of an asset in segments", async () => {
  const asked: string[] = [];
  let away = true;
  const slices = createRenditionSlices({
    assetStore: {
      async text(path) {
        asked.push(path);
        if (away) throw new Error("away");
        return path.startsWith("joined/v240/") ? playlist : null;
      },
    },
    isInSegments: async (asset) => asset === "old",
  });
  await expect(slices.find("joined", "v240/init.mp4")).rejects.toThrow("away");
  away = false;
  const path = "joined/v240/rendition.mp4";
  const both = ["init.mp4", "seg_00001.m4s"].map((name) => slices.find("joined", `v240/${name}`));
  expect(await Promise.all(both)).toEqual([
    { path, start: 0, length: 4 },
    { path, start: 9, length: 10 },
  ]);
  expect(await slices.beginning("joined", "v240", 1)).toEqual({ path, start: 0, length: 9 });
  expect(asked).toHaveLength(2);
  for (const other of ["v240/seg_00002.m4s", "v240/rendition.mp4", "../v240/init.mp4", "v240/seg_1.m4s"])
    expect(await slices.find("joined", other)).toBeNull();
  expect(await slices.find("joined", "v360/init.mp4")).toBeNull();
  expect(await slices.find("old", "v240/init.mp4")).toBeNull();
  expect(asked.slice(2)).toEqual(["joined/v360/index.m3u8"]);
});
