import type { PlaybackStart } from "../../../../contract/index.ts";
import { createGrantClock } from "./grant-clock.ts";

/** The longest a browser's timer can be set to; a longer one would go off at once. */
const longestMs = 2 ** 31 - 1;

/**
 * Asks for fresh URLs a while before a film's end, and when somebody comes back to a page that slept past it.
 * @returns `renew`, to be told of those that came; `stop`
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
      // At once only by coming back: an answer that has expired already is no reason to ask without end.
      if (clock.leftMs() > 0) look();
    },
    stop() {
      clearTimeout(timer);
      leave.abort();
    },
  };
}
