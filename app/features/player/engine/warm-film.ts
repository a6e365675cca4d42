import { succeeded } from "../../../../contract/envelope.ts";
import type { Envelope, PlaybackStart } from "../../../../contract/index.ts";
import type { AccessLevel } from "../../../../contract/models.ts";

type Ask = (input: { id: string; index?: number }) => Promise<Envelope<PlaybackStart>>;

export type WarmOptions = {
  /** `playback/start`, without overlay and toasts: a failure is nobody's business. */
  ask: Ask;
  /** Nothing is fetched where data is to be saved. */
  saver: boolean;
  /** What this person may watch. */
  reached: AccessLevel;
  /** Somebody goes to a film: whoever fetches on the side should wait. */
  onTap: () => void;
};

/** Marks of titles that are not ready, or not for who has reached a level. */
const closed: Record<AccessLevel, string> = {
  free: "[data-account], .badge-vip, .badge-quiet",
  "signed-in": ".badge-vip, .badge-quiet",
  vip: ".badge-quiet",
};

/** Milliseconds for which what was fetched is not fetched again. */
const freshMs = 300_000;

/**
 * Fetches the beginning of a film at the touch of its link: it is on its way while the finger still lies on the screen
 * and the page is being made. Fetched bytes are in the browser's cache, where the player finds them.
 * @returns `warm`, for a link to a film that somebody is likely to follow, and `stop`
 */
export function warmFilms({ ask, saver, reached, onTap }: WarmOptions) {
  const leave = new AbortController();
  const done = new Map<string, number>();
  const warm = async (path: string) => {
    const [, id, index] = /^\/video\/([^/]+)(?:\/([1-9]\d*))?$/.exec(path) ?? [];
    if (saver || !id || performance.now() - (done.get(path) ?? -freshMs) < freshMs) return;
    done.set(path, performance.now());
    const answer = await ask(index ? { id, index: Number(index) } : { id });
    if (!succeeded(answer) || leave.signal.aborted) return;
    for (const url of beginningOf(answer.d)) {
      // To the end: half an answer is not kept.
      void fetch(url)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
    }
  };
  const warmLink = (link: HTMLAnchorElement) => {
    // What can't be watched would be refused, and the browser would say so in its console.
    if (!link.closest("li, article, section")?.querySelector(closed[reached])) void warm(link.pathname);
  };
  const press = ({ target }: Event) => {
    const link = (target as Element | null)?.closest?.<HTMLAnchorElement>("a[href^='/video/']");
    if (!link) return;
    onTap();
    // Where a badge tells whether it can be watched.
    if (link.matches(".card-link, .hero a")) warmLink(link);
  };
  document.addEventListener("pointerdown", press, { capture: true, passive: true, signal: leave.signal });
  return { warm: warmLink, stop: () => leave.abort() };
}

/** URLs of the init segment and of the segment where the film goes on. */
export function beginningOf({ start, positionS }: Pick<PlaybackStart, "start" | "positionS">): string[] {
  let index = 0;
  let leftS = positionS;
  for (const [seconds, count] of start.segments) {
    const into = Math.min(count, Math.floor(leftS / seconds + 1e-6));
    index += into;
    leftS -= into * seconds;
    if (into < count) return [start.init, `${start.media}seg_${String(index).padStart(5, "0")}.m4s`];
  }
  return [];
}
