import type { AssetFacts } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { nameSegments, segmentName } from "./joined-rendition.ts";
import { soundsOf } from "./sounds-in-master.ts";
import { withoutSubtitles } from "./subtitles-in-master.ts";

/**
 * Reads the playlists of one asset. Missing or unreadable facts are left out: the player then relies on the playlists
 * alone.
 * @param assetStore contains one folder per asset
 */
export async function readAssetFacts(
  assetStore: Pick<Files, "text" | "facts">,
  asset: string,
): Promise<AssetFacts> {
  const textOf = async (path: string) => (await assetStore.text(`${asset}/${path}`)) ?? "";
  const master = withoutSubtitles(await textOf("master.m3u8"));
  const renditions = parseMaster(master);
  const stored = renditions[0] ? await textOf(`${renditions[0].folder}/index.m3u8`) : "";
  const lowest = nameSegments(stored);
  return {
    master,
    renditions,
    segments: runLengths(lowest),
    sound: /CODECS="[^"]*mp4a/.test(master),
    sounds: soundsOf(master),
    ...(lowest !== stored && { joined: true }),
    thumbnails: (await assetStore.facts(`${asset}/thumbnails.vtt`)) !== null,
  };
}

function parseMaster(master: string): AssetFacts["renditions"] {
  const found: AssetFacts["renditions"] = [];
  const lines = master.split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (!line.startsWith("#EXT-X-STREAM-INF:")) continue;
    const bitrate = Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1]);
    const [, width, height] = (/RESOLUTION=(\d+)x(\d+)/.exec(line) ?? []).map(Number);
    const folder = /^([\w-]+)\/index\.m3u8$/.exec(lines[at + 1] ?? "")?.[1];
    if (!bitrate || !width || !height || !folder) continue;
    // A wide film of 1280×534 is 720p: its folder is named for the 16:9 frame that it fills.
    const frame = /^v(\d+)$/.exec(folder)?.[1] ?? Math.min(width, height);
    found.push({ name: `${frame}p`, folder, width, height, bitrate });
  }
  return found.sort((a, b) => a.bitrate - b.bitrate);
}

/**
 * Empty unless the segments are numbered from zero without a gap, as ours are, so that a segment is known by its
 * number.
 */
function runLengths(playlist: string): AssetFacts["segments"] {
  const runs: AssetFacts["segments"] = [];
  let durationS = 0;
  let count = 0;
  for (const line of playlist.split(/\r?\n/)) {
    if (line.startsWith("#EXTINF:")) durationS = Number.parseFloat(line.slice(8));
    if (line === "" || line.startsWith("#")) continue;
    if (line !== segmentName(count) || !(durationS > 0)) return [];
    count += 1;
    const last = runs.at(-1);
    if (last?.[0] === durationS) last[1] += 1;
    else runs.push([durationS, 1]);
  }
  return runs;
}
