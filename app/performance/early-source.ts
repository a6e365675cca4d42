import type { PlaybackStart } from "../../contract/index.ts";

/** What early playback needs to know of an episode: enough to begin without a playlist. */
export type EarlySource = {
  /** MIME type of the segments of the lowest rendition, with codecs. */
  type: string;
  /** URL of its init segment. */
  init: string;
  /** URL of its folder, ending in `/`. */
  media: string;
  /** What the URLs of its segments end in. */
  query?: string | undefined;
  /** Run lengths of its segments: seconds, and how many. */
  segments: [seconds: number, count: number][];
  durationS: number;
  /** Start position in seconds. */
  startS: number;
  /** Seconds fetched before the user has pressed play. */
  idleS: number;
};

/** What early playback hands over: a media source that the receiver continues to feed. */
export type HandedOverVideo = {
  mediaSource: MediaSource;
  buffer: SourceBuffer;
  /** MIME type of the appended media. */
  type: string;
  /** Second from which on nothing has been fetched. */
  nextS: number;
  /** Measured bandwidth, in bit/s; 0 = not known. */
  bitrate: number;
};

/** Enough to start at once, without loading a whole video that may not be watched. */
const idleS = 4;

/**
 * @param dataSaver nothing is fetched before the user plays it
 * @returns null if the server does not know enough: no segments, or audio in separate files
 */
export function earlySourceOf(playback: PlaybackStart, dataSaver: boolean): EarlySource | null {
  const { start, master, durationS, positionS } = playback;
  const codecs = lowestCodecs(master);
  const soundApart = /^#EXT-X-MEDIA:.*TYPE=AUDIO.*DEFAULT=YES.*URI=/m.test(master);
  if (start.segments.length === 0 || !codecs || soundApart) return null;
  return {
    type: `video/mp4; codecs="${codecs}"`,
    init: start.init,
    media: start.media,
    query: start.query,
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
