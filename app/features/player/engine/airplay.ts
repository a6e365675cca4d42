import type { MediaElement } from "../store/owners.ts";

export type AirPlayOptions = {
  media: MediaElement;
  /** Requests the URL of the episode for a receiver; null = there is none. */
  receiverUrl: () => Promise<string | null>;
};

/**
 * Lets Safari hand an episode over to an AirPlay receiver, which can't be sent what scripts feed to a player: the
 * browser needs a URL of its own kind beside it, and one that works on the receiver, without a cookie and to the end.
 *
 * An iPhone's media source is a `<source>` of the element, and opens only while remote playback is disabled: the URL
 * becomes the next `<source>` once it is open, and remote playback is allowed. Elsewhere it is the element's own `src`,
 * beside which the browser looks for nothing: a user who asks for a receiver gets a player that the browser feeds.
 * @returns `url`, once it is known; `stop`
 */
export function offerAirPlay({ media, receiverUrl }: AirPlayOptions): {
  url: () => string | null;
  stop: () => void;
} {
  const leave = new AbortController();
  const { signal } = leave;
  let known: string | null = null;
  let asked = false;
  const place = () => {
    if (known === null || !media.querySelector(`source[src^="blob:"]`) || media.querySelector(ours)) return;
    const beside = media.ownerDocument.createElement("source");
    beside.type = "application/vnd.apple.mpegurl";
    beside.src = known;
    beside.dataset.airplay = "";
    media.append(beside);
    media.disableRemotePlayback = false;
  };
  const ask = async () => {
    if (asked) return place();
    asked = true;
    known = await receiverUrl().catch(() => null);
    // Without an answer the next beginning asks again.
    asked = known !== null;
    if (!signal.aborted) place();
  };
  if (media.webkitShowPlaybackTargetPicker) {
    media.addEventListener("playing", () => void ask(), { signal });
    if (!media.paused && media.readyState > 0) void ask();
  }
  return {
    url: () => known,
    stop() {
      leave.abort();
      media.querySelector(ours)?.remove();
    },
  };
}

const ours = "source[data-airplay]";
