import type { PlaybackStart } from "../../../../contract/index.ts";

/**
 * The playlists of a film by their URLs, as far as its `playback/start` makes asking for them needless: the multivariant
 * one, and those of all rungs, which have the same segments.
 * @returns nothing where the server does not know the segments
 */
export function playlistsOf({ hls, master, start }: PlaybackStart): Map<string, string> {
  if (!master || start.segments.length === 0) return new Map();
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
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...segments.map(([seconds]) => seconds)))}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    '#EXT-X-MAP:URI="init.mp4"',
    ...lengths.map((seconds, index) => `#EXTINF:${seconds},\nseg_${String(index).padStart(5, "0")}.m4s`),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}

/**
 * The same file of a film under another grant. A grant is the second part of a media path, so that all of a film's URLs
 * differ in it alone.
 * @param fresh any URL of the film under the grant that holds
 */
export function underGrant(url: string, fresh: string): string {
  const [grant] = /\/media\/[^/]+\//.exec(fresh) ?? [];
  return grant ? url.replace(/\/media\/[^/]+\//, grant) : url;
}
