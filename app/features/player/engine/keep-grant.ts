import type { PlaybackStart } from "../../../../contract/index.ts";
import { createGrantClock } from "./grant-clock.ts";

/** The longest delay of a browser's timer; a longer one would fire at once. */
const longestMs = 2 ** 31 - 1;

/**
 * Requests fresh URLs a while before a grant ends, and when the user returns to a page that slept past its end.
 * @returns `renew`, to be called with fresh URLs; `stop`
 */
export function keepGrant(playback: PlaybackStart, needFresh: () => void) {
  const leave = new AbortController();
  let clock = createGrantClock(playback);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const left = clock.leftMs();
    if (left === 0) needFresh();
    else timer = setTimeout(look, Math.min(left, longestMs));
  };
  const back = () => document.visibilityState === "visible" && look();
  document.addEventListener("visibilitychange", back, { signal: leave.signal });
  addEventListener("pageshow", back, { signal: leave.signal });
  look();
  return {
    renew(fresh: PlaybackStart) {
      clock = createGrantClock(fresh);
      clearTimeout(timer);
      // At once only when the user returns: an answer that has expired already must not cause endless requests.
      if (clock.leftMs() > 0) look();
    },
    stop() {
      clearTimeout(timer);
      leave.abort();
    },
  };
}
