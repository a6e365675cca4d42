import { succeeded } from "../../contract/envelope.ts";
import type { Envelope, PlaybackStart } from "../../contract/index.ts";
import type { AccessLevel } from "../../contract/models.ts";

type Ask = (input: { id: string; index?: number }) => Promise<Envelope<PlaybackStart>>;

export type PrefetchOptions = {
  /** `playback/start`, without overlay and toasts: a failure stays silent. */
  ask: Ask;
  /** Nothing is fetched under data saver. */
  saver: boolean;
  /** The user's level. */
  reached: AccessLevel;
  /** The user opens a movie: other prefetches should wait. */
  onTap: () => void;
};

/** Badges of movies that are not ready, or not available at a level. */
const closed: Record<AccessLevel, string> = {
  free: "[data-account], .badge-vip, .badge-quiet",
  "signed-in": ".badge-vip, .badge-quiet",
  vip: ".badge-quiet",
  "vip-2": ".badge-quiet",
  "vip-3": ".badge-quiet",
};

/** Milliseconds during which a prefetch is not repeated. */
const freshMs = 300_000;

/**
 * Prefetches the beginning of an episode at the touch of its link: it loads while the finger is still on the screen and
 * the page is being rendered. The fetched bytes are in the browser's cache, where the player finds them.
 * @returns `prefetch`, for a link that the user is likely to follow, and `stop`
 */
export function prefetchPlayback({ ask, saver, reached, onTap }: PrefetchOptions) {
  const leave = new AbortController();
  const done = new Map<string, number>();
  const prefetch = async (path: string) => {
    const [, id, index] = /^\/video\/([^/]+)(?:\/([1-9]\d*))?$/.exec(path) ?? [];
    if (saver || !id || performance.now() - (done.get(path) ?? -freshMs) < freshMs) return;
    done.set(path, performance.now());
    const answer = await ask(index ? { id, index: Number(index) } : { id });
    if (!succeeded(answer) || leave.signal.aborted) return;
    for (const url of beginningOf(answer.d)) {
      // To the end: half an answer is not cached.
      void fetch(url)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  };
  const prefetchLink = (link: HTMLAnchorElement) => {
    // The server would refuse a movie the user can't watch, and the browser would log that in its console.
    if (!link.closest("li, article, section")?.querySelector(closed[reached])) void prefetch(link.pathname);
  };
  const press = ({ target }: Event) => {
    const link = (target as Element | null)?.closest?.<HTMLAnchorElement>("a[href^='/video/']");
    if (!link) return;
    onTap();
    // Only cards whose badge tells whether the movie can be watched.
    if (link.matches(".card-link, .hero a")) prefetchLink(link);
  };
  document.addEventListener("pointerdown", press, { capture: true, passive: true, signal: leave.signal });
  return { prefetch: prefetchLink, stop: () => leave.abort() };
}

/** URLs of the init segment and of the segment at the resume position. */
export function beginningOf({ start, positionS }: Pick<PlaybackStart, "start" | "positionS">): string[] {
  let index = 0;
  let leftS = positionS;
  for (const [seconds, count] of start.segments) {
    const into = Math.min(count, Math.floor(leftS / seconds + 1e-6));
    index += into;
    leftS -= into * seconds;
    if (into < count) {
      const name = `seg_${String(index).padStart(5, "0")}.m4s`;
      return [start.init, `${start.media}${name}${start.query ?? ""}`];
    }
  }
  return [];
}
