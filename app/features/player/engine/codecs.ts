/** Whether this browser's scripts can feed it such a picture and sound. */
export type Plays = (codecs: string) => boolean;

const isCommon = (codecs: string) => codecs.startsWith("avc1.");

/** Another codec also needs a player that changes it within one buffer: the smallest qualities are H.264 alone. */
const browserPlays: Plays = (codecs) =>
  isCommon(codecs) ||
  (typeof MediaSource !== "undefined" &&
    "changeType" in SourceBuffer.prototype &&
    MediaSource.isTypeSupported(`video/mp4; codecs="${codecs}"`));

const variant = /^#EXT-X-STREAM-INF:[^\r\n]*\r?\n[^#\r\n]+\r?\n?/gm;

/**
 * The playlist with one variant for each size: the one of fewest bits that this browser plays. By itself hls.js stays
 * with the codec it began with, and here the ladder begins with H.264 and goes on in another codec.
 */
export function playableMaster(master: string, plays: Plays = browserPlays): string {
  const variants = (master.match(variant) ?? []).map((text) => ({
    text,
    codecs: /CODECS="([^"]*)"/.exec(text)?.[1] ?? "avc1.",
    size: /RESOLUTION=(\w+)/.exec(text)?.[1] ?? text,
    rate: Number(/[:,]BANDWIDTH=(\d+)/.exec(text)?.[1] ?? 0),
  }));
  if (variants.every(({ codecs }) => isCommon(codecs))) return master;
  const playable = variants.filter(({ codecs }) => plays(codecs));
  const best = playable.filter(
    (one) => !playable.some((other) => other.size === one.size && other.rate < one.rate),
  );
  if (best.length === 0) return master;
  return master.replace(variant, (text) => (best.some((one) => one.text === text) ? text : ""));
}
