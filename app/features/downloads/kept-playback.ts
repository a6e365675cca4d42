import type { PlaybackStart } from "../../../contract/index.ts";
import { keptMaster, keptPrefix } from "./protocol.ts";

const licenceForm = /^[A-Za-z0-9_-]{22}$/;

/** The copy that an address asks to play. */
type KeptCopy = { licence: string; rendition: string };

function keptCopyOf(search: URLSearchParams): KeptCopy | null {
  const licence = search.get("kept") ?? "";
  const rendition = search.get("rendition") ?? "";
  return licenceForm.test(licence) && /^\d{2,5}p$/.test(rendition) ? { licence, rendition } : null;
}

/**
 * The episode as the copy an address asks for (`keptAddress`).
 * @returns null if it asks for none, or the copy does not exist
 */
export function keptCopy(
  playback: PlaybackStart,
  search: URLSearchParams,
): { playback: PlaybackStart; licence: string } | null {
  const copy = keptCopyOf(search);
  const kept = copy && keptPlayback(playback, copy);
  return kept ? { playback: kept, licence: copy.licence } : null;
}

/**
 * The episode as the copy stored on a device: one quality, with every address below `/kept/<licence>/`, where the
 * service worker answers. The player sees no difference.
 * @returns null if the episode has no such quality
 */
export function keptPlayback(
  playback: PlaybackStart,
  { licence, rendition }: KeptCopy,
): PlaybackStart | null {
  const at = playback.renditions.findIndex(({ name }) => name === rendition);
  const folders = [...playback.master.matchAll(/^([\w-]+)\/index\.m3u8$/gm)].map(([, folder]) => folder!);
  const folder = folders[at];
  if (at < 0 || !folder) return null;
  const signed = playback.hls.slice(0, playback.hls.lastIndexOf("/") + 1);
  const home = `${keptPrefix}${licence}/`;
  const kept = (url: string) => (url.startsWith(signed) ? home + url.slice(signed.length) : url);
  const hls = home + keptMaster;
  return {
    ...playback,
    hls,
    hlsTracked: hls,
    progressive: hls,
    master: onlyQuality(playback.master, folder),
    renditions: [playback.renditions[at]!],
    start: {
      init: `${home}${folder}/init.mp4`,
      media: `${home}${folder}/`,
      segments: playback.start.segments,
    },
    subtitles: playback.subtitles.map((track) => ({ ...track, url: kept(track.url) })),
    thumbnails: playback.thumbnails && kept(playback.thumbnails),
    // The device supplies the position and the next episode.
    next: null,
    takesStream: false,
  };
}

function onlyQuality(master: string, folder: string): string {
  const lines = master.split(/\r?\n/);
  const kept = lines.filter((line, at) => {
    if (line.startsWith("#EXT-X-STREAM-INF:")) return lines[at + 1]?.startsWith(`${folder}/`);
    if (line.startsWith("#EXT-X-I-FRAME-STREAM-INF:")) return false;
    return line.startsWith("#") || line === "" || line.startsWith(`${folder}/`);
  });
  return kept.join("\n");
}
