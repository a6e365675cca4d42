import type { PlaybackStart } from "../../../../contract/index.ts";

/** What the starter needs to know of a film: enough to begin without a playlist. */
export type FilmStart = {
  /** MIME type of the segments of the lowest rung, with codecs. */
  type: string;
  /** URL of its init segment. */
  init: string;
  /** URL of its folder, ending in `/`. */
  media: string;
  /** Run lengths of its segments: seconds, and how many. */
  segments: [seconds: number, count: number][];
  durationS: number;
  /** Where to begin. */
  startS: number;
  /** Seconds fetched before anybody has pressed play. */
  idleS: number;
};

/** Enough to start at once, not a film nobody asked for. */
const idleS = 4;

/**
 * @param dataSaver nothing is fetched before somebody plays
 * @returns null where the server does not know enough: no segments, or sound in files of its own
 */
export function filmStartOf(playback: PlaybackStart, dataSaver: boolean): FilmStart | null {
  const { start, master, durationS, positionS } = playback;
  const codecs = lowestCodecs(master);
  const soundApart = /^#EXT-X-MEDIA:.*TYPE=AUDIO.*DEFAULT=YES.*URI=/m.test(master);
  if (start.segments.length === 0 || !codecs || soundApart) return null;
  return {
    type: `video/mp4; codecs="${codecs}"`,
    init: start.init,
    media: start.media,
    segments: start.segments,
    durationS,
    startS: positionS,
    idleS: dataSaver ? 0 : idleS,
  };
}

/** @returns the codecs of the first variant, which is the smallest */
function lowestCodecs(master: string): string | undefined {
  return /^#EXT-X-STREAM-INF:.*CODECS="([^"]+)"/m.exec(master)?.[1];
}
