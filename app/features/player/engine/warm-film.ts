import { succeeded } from "../../../../contract/envelope.ts";
import type { Envelope, PlaybackStart } from "../../../../contract/index.ts";

type Ask = (input: { id: string; index?: number }) => Promise<Envelope<PlaybackStart>>;

export type WarmOptions = {
  /** `playback/start`, without overlay and toasts: a failure is nobody's business. */
  ask: Ask;
  /** Nothing is fetched where data is to be saved. */
  saver: boolean;
  /** Somebody goes to a film: whoever fetches on the side should wait. */
  onTap: () => void;
};

/** Milliseconds for which what was fetched is not fetched again. */
const freshMs = 300_000;

/**
 * Fetches the beginning of a film at the touch of its link: it is on its way while the finger still lies on the screen
 * and the page is being made. Fetched bytes are in the browser's cache, where the player finds them.
 * @returns `warm`, for a link somebody is likely to follow (a path such as `/video/m1/2`), and `stop`
 */
export function warmFilms({ ask, saver, onTap }: WarmOptions) {
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
  const press = ({ target }: Event) => {
    const link = (target as Element | null)?.closest?.<HTMLAnchorElement>("a[href^='/video/']");
    if (!link) return;
    onTap();
    void warm(link.pathname);
  };
  document.addEventListener("pointerdown", press, { capture: true, passive: true, signal: leave.signal });
  return { warm, stop: () => leave.abort() };
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
