import type { PlaybackStart } from "../../../../contract/index.ts";
import { playableMaster } from "./codecs.ts";

/**
 * An episode's playlists by their URLs, built from `playback/start` so that they need no request: the multivariant one,
 * and those of all renditions, which have the same segments. Byte ranges differ, and are in the server's playlists.
 * @returns nothing if the server does not know the segments
 */
export function playlistsOf({ hls, master: all, start }: PlaybackStart): Map<string, string> {
  const master = playableMaster(all);
  if (!master || start.segments.length === 0) return new Map();
  if (start.joined) return new Map([[hls, master]]);
  const folder = hls.slice(0, hls.lastIndexOf("/") + 1);
  const media = mediaPlaylist(start.segments);
  const rungs = [...master.matchAll(/^#EXT-X-STREAM-INF:.*\r?\n(?!#)(\S+)/gm)];
  return new Map([[hls, master], ...rungs.map(([, uri]): [string, string] => [folder + uri, media])]);
}

function mediaPlaylist(segments: PlaybackStart["start"]["segments"]): string {
  const lengths = segments.flatMap(([seconds, count]) => Array<number>(count).fill(seconds));
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.max(1, ...segments.map(([seconds]) => Math.round(seconds)))}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    '#EXT-X-MAP:URI="init.mp4"',
    ...lengths.map((seconds, index) => `#EXTINF:${seconds},\nseg_${String(index).padStart(5, "0")}.m4s`),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}

/** `<rendition>/seg_00000.m4s` below a grant and an asset. */
const mediaPath = /\/media\/[^/]+\/[^/]+\/([\w-]+\/(?:init\.mp4|seg_\d+\.m4s))$/;

/** `<rendition>/rendition.mp4`, here or at the media's own origin. */
const joinedPath = /\/([\w-]+\/rendition\.mp4)(?:\?[^/]*)?$/;
const listPath = /\/index\.m3u8$/;

/** Where a file of an episode is fetched now: at the media's own origin, or here under the valid grant. */
export function presentUrl(url: string, { hls, start: { media, query, joined } }: PlaybackStart): string {
  const [, file] = (joined && joinedPath.exec(url)) || [];
  // Without the CDN's signature in each line.
  if (joined && listPath.test(url)) return `${underGrant(url, hls)}?as=ranges`;
  if (joined && file) return new URL(`${joined.folder}${file}${joined.query}`, location.href).href;
  const [, path] = (query && mediaPath.exec(url)) || [];
  return path ? new URL(`../${path}${query}`, new URL(media, location.href)).href : underGrant(url, hls);
}

/**
 * The same file of an episode under another grant. A grant is the second part of a media path, so an episode's URLs
 * differ in nothing else between grants.
 * @param fresh any URL of the episode under the valid grant
 */
export function underGrant(url: string, fresh: string): string {
  const [grant] = /\/media\/[^/]+\//.exec(fresh) ?? [];
  return grant ? url.replace(/\/media\/[^/]+\//, grant) : url;
}
