import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Text of a multivariant playlist of two qualities, as our ladders have it. */
export const masterText = [
  "#EXTM3U",
  "#EXT-X-VERSION:7",
  "#EXT-X-INDEPENDENT-SEGMENTS",
  '#EXT-X-STREAM-INF:BANDWIDTH=400000,AVERAGE-BANDWIDTH=300000,RESOLUTION=426x240,CODECS="avc1.4d4015,mp4a.40.2",FRAME-RATE=24.000',
  "v240/index.m3u8",
  '#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=700000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2",FRAME-RATE=24.000',
  "v360/index.m3u8",
  "",
].join("\n");

/** An asset's folder with playlists that agree, and `count` segments of two seconds that hold no picture. */
export async function writeAsset(dataDir: string, asset: string, count = 50): Promise<void> {
  const folder = join(dataDir, "media", asset);
  const names = Array.from({ length: count }, (_, n) => `seg_${String(n).padStart(5, "0")}.m4s`);
  const playlist = [
    ...["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", '#EXT-X-MAP:URI="init.mp4"'],
    ...names.flatMap((name) => ["#EXTINF:2.000000,", name]),
    ...["#EXT-X-ENDLIST", ""],
  ].join("\n");
  for (const rung of ["v240", "v360"]) {
    await mkdir(join(folder, rung), { recursive: true });
    await writeFile(join(folder, rung, "index.m3u8"), playlist);
    await writeFile(join(folder, rung, "init.mp4"), "init");
    for (const name of names) await writeFile(join(folder, rung, name), "segment");
  }
  await writeFile(join(folder, "master.m3u8"), masterText);
}
